/** A prompt needs a model to answer it: without one it is refused when it is submitted. */
import type { PageOptions } from '@seine/shared/tasks/job-input.ts'
import { ApiError } from '../http/api-error.ts'

export interface PromptPorts {
  /** Whether a language model is configured. */
  model: boolean
}

/** @throws ApiError for a prompt that nobody could answer. */
export function checkPrompt({ json }: Pick<PageOptions, 'json'>, { model }: PromptPorts): void {
  if (model || json == null || json.prompt === null) return
  throw new ApiError(
    'not_configured',
    'this service has no language model: leave `prompt` out and give `schema` alone, or set SEINE_MODEL_URL',
  )
}

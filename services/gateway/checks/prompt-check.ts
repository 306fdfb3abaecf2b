/** Refuses a prompt at submission when no language model is configured to answer it. */
import type { PageOptions } from '@seine/shared/tasks/job-input.ts'
import { ApiError } from '../http/api-error.ts'

export interface PromptPorts {
  /** Whether a language model is configured. */
  model: boolean
}

/** Checks the prompt of a request. @throws ApiError when there is a prompt and no model. */
export function checkPrompt({ json }: Pick<PageOptions, 'json'>, { model }: PromptPorts): void {
  if (model || json == null || json.prompt === null) return
  throw new ApiError(
    'not_configured',
    'this service has no language model: leave `prompt` out and give `schema` alone, or set SEINE_MODEL_URL',
  )
}

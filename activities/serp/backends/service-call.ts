/** Calls the API of a search service configured by the operator. */
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { jsonCall, ServiceCallError, type JsonAnswer } from '@seine/shared/operator-services/json-call.ts'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { Failure, SerpBounds } from '../results/contract.ts'

export interface ServiceCall {
  /** Base URL without a trailing slash. */
  base: string
  path: string
  /** Null leaves a parameter out. */
  parameters: Readonly<Record<string, string | number | null>>
  headers: Readonly<Record<string, string>>
}

/**
 * Makes the call within the available time.
 * @returns the answer with any status, or the reason for its absence.
 * @throws the reason of the signal.
 */
export async function askService(
  { base, path, parameters, headers }: ServiceCall,
  { mode }: SerpTask,
  { deadlineMs, signal }: SerpBounds,
): Promise<JsonAnswer | Failure> {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value))
  }
  const pageMs = mode === 'fast' ? serpLimits.fastPageMs : serpLimits.fullPageMs
  const timeoutMs = Math.max(1, Math.min(pageMs, deadlineMs - monotonicNow()))
  try {
    return await jsonCall({
      url: url.href,
      method: 'GET',
      headers,
      timeoutMs,
      maxBytes: serpLimits.answerMaxBytes,
      signal,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ServiceCallError)) throw error
    const code = error.kind === 'too_large' ? 'bad_answer' : error.kind
    return { kind: 'failed', code, detail: error.message }
  }
}

/** True for a call without an answer. */
export const isFailure = (answer: JsonAnswer | Failure): answer is Failure => 'kind' in answer

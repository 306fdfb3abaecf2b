/** Whether and when a failed request is sent again. */
import { ApiError, ConnectionError } from './errors.ts'
import { clientLimits } from './limits.ts'
import type { Repeat } from './operations.ts'

/** Returns a pause with full jitter. @param tries number of tries so far, from 1. @returns milliseconds. */
export function backOffMs(
  tries: number,
  firstMs: number = clientLimits.retryFirstMs,
  longestMs: number = clientLimits.retryLongestMs,
): number {
  return Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
}

const mayRepeat = (repeat: Repeat, status: number): boolean =>
  repeat === 'always' || status === 429 || (repeat === 'refused' && status === 503)

/**
 * Returns the pause before the next try; null when the error is final.
 * @param tries number of tries so far.
 * @returns milliseconds.
 */
export function retryDelayMs(error: unknown, repeat: Repeat, tries: number): number | null {
  if (error instanceof ConnectionError) return repeat === 'always' ? backOffMs(tries) : null
  if (!(error instanceof ApiError) || !error.retryable || !mayRepeat(repeat, error.status)) return null
  const { retry_after: secs } = error
  if (secs === null) return backOffMs(tries)
  if (secs > clientLimits.retryAfterMaxSecs) return null
  // Many callers that were refused together must not come back together.
  return secs * 1_000 + Math.random() * clientLimits.retryFirstMs
}

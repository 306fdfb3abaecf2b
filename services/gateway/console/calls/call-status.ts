/** The status of a call in words. */
import type { CapturedCall } from './captured-call.ts'

/** Returns the status code, or how the call ended without one; both for an answer that was interrupted. */
export function statusText({ status, state }: CapturedCall): string {
  if (status === null) return state
  return state === 'canceled' || state === 'failed' ? `${status} ${state}` : String(status)
}

/** The status of a call in words. */
import type { CapturedCall } from './captured-call.ts'

/** Returns the status as a number, otherwise how the call ended; both when an answer broke off. */
export function statusText({ status, state }: CapturedCall): string {
  if (status === null) return state
  return state === 'canceled' || state === 'failed' ? `${status} ${state}` : String(status)
}

/** Reasons for which a slice ends early, and the result of the pages it has in flight. */
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import { cutOffCode } from '../segments/page-record.ts'

/**
 * Why a slice has to stop: its job was cancelled or paused, the time budget is used up, the worker shuts down, or
 * Temporal no longer knows this attempt (its run has ended, or a newer attempt has taken over).
 */
export type SliceStop = 'cancelled' | 'budget' | 'worker' | 'disowned'

/** The slice stopped without a result: its worker shuts down, or Temporal no longer waits for this attempt. */
export class SliceInterruptedError extends Error {
  override readonly name = 'SliceInterruptedError'
}

/**
 * Why a page that was in flight has no result. Two reasons have no fault: when the worker shuts down, the next attempt
 * at the slice fetches the page again; a cancelled slice gives it back to the frontier, where a paused job fetches it
 * again and the end of a cancelled job counts it as failed.
 */
export const cutOffFaults: Record<Exclude<SliceStop, 'worker' | 'cancelled'>, PageFault> = {
  budget: { code: 'budget_exceeded', message: 'the time budget of the job was used up during the fetch' },
  disowned: { code: cutOffCode, message: 'the job ended during the fetch' },
}

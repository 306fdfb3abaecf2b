/** Sums of the listed calls. */
import type { CapturedCall } from './captured-call.ts'
import { hasFailed } from './call-filter.ts'

export interface CallTotals {
  calls: number
  failed: number
  /** On the wire; calls of unknown size count as 0. */
  transferBytes: number
  /** From the start of the first to the end of the last call. */
  durationMs: number
}

/** Returns the number of calls, their bytes on the wire and their time span. */
export function callTotals(calls: readonly CapturedCall[]): CallTotals {
  let firstMs = Number.POSITIVE_INFINITY
  let lastMs = 0
  let transferBytes = 0
  let failed = 0
  for (const call of calls) {
    firstMs = Math.min(firstMs, call.startMs)
    lastMs = Math.max(lastMs, call.startMs + (call.timeMs ?? 0))
    transferBytes += call.transferBytes ?? 0
    if (hasFailed(call)) failed += 1
  }
  return { calls: calls.length, failed, transferBytes, durationMs: calls.length === 0 ? 0 : lastMs - firstMs }
}

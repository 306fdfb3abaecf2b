/** Lays out the overview strip: all calls of a capture, small, in lanes. */
import type { CapturedCall } from '../calls/captured-call.ts'
import { hasFailed } from '../calls/call-filter.ts'

export interface OverviewMark {
  /** From 0 (start) to 1 (end of the capture). */
  left: number
  width: number
  lane: number
  isFailed: boolean
}

/** Shortest mark, as part of the width. */
const leastWidth = 0.002

/**
 * Gives each call the first lane that is free when it starts; if all are occupied, the lane that becomes free first.
 * @param calls in the order of their starts.
 */
export function overviewMarks(calls: readonly CapturedCall[], wholeMs: number, lanes: number): OverviewMark[] {
  const freeAt = Array.from({ length: lanes }, () => 0)
  return calls.map((call) => {
    const endMs = call.timeMs === null ? wholeMs : call.startMs + call.timeMs
    const free = freeAt.findIndex((ms) => ms <= call.startMs)
    const lane = free === -1 ? freeAt.indexOf(Math.min(...freeAt)) : free
    freeAt[lane] = Math.max(freeAt[lane] ?? 0, endMs)
    const left = Math.min(1, call.startMs / wholeMs)
    const width = Math.max(leastWidth, Math.min(1 - left, (endMs - call.startMs) / wholeMs))
    return { left, width, lane, isFailed: hasFailed(call) }
  })
}

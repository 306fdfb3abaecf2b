/**
 * The arithmetic of live counters: what the run has merged, plus what its slices report, never
 * below what was said before, and always `total = completed + failed + inFlight`,
 * `total + pending <= limit`.
 */
import type { JobCounters, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'

/** Counters of a status body. */
export interface JobProgress extends JobCounters {
  inFlight: number
}

/** The highest counters told about a job; what never decreases. */
export type HighWater = Pick<JobCounters, 'total' | 'completed' | 'failed'> & { stalls?: number }

/** A job whose run does not exist yet: so many URLs are known and wait. */
export const notStarted = (lines: number): JobCounters => ({ total: 0, completed: 0, failed: 0, pending: lines })

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** Totals of the run plus the slices that are out. A page a slice has begun is no longer pending. */
export function withSlices(
  merged: JobCounters,
  slices: readonly Pick<SliceHeartbeat, 'startedFirst' | 'completed' | 'failed'>[],
): JobCounters {
  const sum = { ...merged }
  for (const { startedFirst, completed, failed } of slices) {
    sum.total += startedFirst
    sum.completed += completed
    sum.failed += failed
    sum.pending -= startedFirst
  }
  return sum
}

/**
 * Lifts counters to what was told before. Between the end of a slice and the memo that counts it,
 * its pages are in neither place: they are attempted all the same, and no longer pending.
 */
export function liftedTo(mark: HighWater, live: JobCounters): JobCounters {
  const completed = Math.max(live.completed, mark.completed)
  const failed = Math.max(live.failed, mark.failed)
  const total = Math.max(live.total, mark.total)
  return { total, completed, failed, pending: live.pending - (total - live.total) }
}

/** Counters as a status tells them: every rule holds whatever the sources said. */
export function progressOf(counters: JobCounters, limit: number): JobProgress {
  const completed = between(counters.completed, 0, limit)
  const failed = between(counters.failed, 0, limit - completed)
  const total = between(counters.total, completed + failed, limit)
  const pending = between(counters.pending, 0, limit - total)
  return { total, completed, failed, pending, inFlight: total - completed - failed }
}

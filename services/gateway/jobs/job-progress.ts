/**
 * Computes live counters: what the run has merged, plus what its slices report, never below previously reported values,
 * and always `total = completed + failed + inFlight`, `total + pending <= limit`.
 */
import type { JobCounters, ReportedCounters, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'
import { clamp } from '@seine/shared/values/clamp.ts'

/** Counters of a status body. */
export interface JobProgress extends JobCounters {
  inFlight: number
}

/** The highest reported counters of a job, which never decrease. */
export type HighWater = ReportedCounters

/** Returns the counters of a job whose run does not exist yet. @param lines number of known, pending URLs. */
export const notStarted = (lines: number): JobCounters => ({ total: 0, completed: 0, failed: 0, pending: lines })

/** Adds the running slices to the totals of the run. A page that a slice has begun is no longer pending. */
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
 * Raises counters to the previously reported values. Between the end of a slice and the memo that counts it, its pages
 * appear in neither: they still count as attempted and not as pending.
 */
export function liftedTo(mark: HighWater, live: JobCounters): JobCounters {
  const completed = Math.max(live.completed, mark.completed)
  const failed = Math.max(live.failed, mark.failed)
  const total = Math.max(live.total, mark.total)
  return { total, completed, failed, pending: live.pending - (total - live.total) }
}

/** Returns counters for a status body: every rule holds whatever the sources report. */
export function progressOf(counters: JobCounters, limit: number): JobProgress {
  const completed = clamp(counters.completed, 0, limit)
  const failed = clamp(counters.failed, 0, limit - completed)
  const total = clamp(counters.total, completed + failed, limit)
  const pending = clamp(counters.pending, 0, limit - total)
  return { total, completed, failed, pending, inFlight: total - completed - failed }
}

/**
 * Computes live counters: what the run has merged, plus what its slices report, never below previously reported values,
 * and always `total = completed + failed + inFlight`, `total + pending <= limit`.
 */
import type { JobCounters, ReportedCounters } from '@seine/shared/temporal/shapes.ts'
import { clamp } from '@seine/shared/values/clamp.ts'

/** Counters of a status body. */
export interface JobProgress extends JobCounters {
  inFlight: number
}

/** Returns the counters of a job whose run does not exist yet. @param lines number of known, pending URLs. */
export const notStarted = (lines: number): JobCounters => ({ total: 0, completed: 0, failed: 0, pending: lines })

/**
 * Raises counters to the highest values that were reported before, which never decrease. Between the end of a slice and
 * the memo that counts it, its pages appear in neither: they still count as attempted and not as pending.
 */
export function liftedTo(mark: ReportedCounters, live: JobCounters): JobCounters {
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

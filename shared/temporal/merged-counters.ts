/** Counters of a run with slices that are not merged yet. Safe for workflow code: pure, without imports of values. */
import type { JobCounters, SliceSummary } from './shapes.ts'

/**
 * Adds slices to the totals of the run. A page that a slice has begun is no longer pending.
 * @param merged counters of the newest generation of the frontier.
 * @param unmerged counters of slices that run, or that have finished but wait to be merged.
 * @returns the sums; `pending` may be negative.
 */
export function withSlices(
  merged: JobCounters,
  unmerged: Iterable<Pick<SliceSummary, 'startedFirst' | 'completed' | 'failed'>>,
): JobCounters {
  const sum = { ...merged }
  for (const { startedFirst, completed, failed } of unmerged) {
    sum.total += startedFirst
    sum.completed += completed
    sum.failed += failed
    sum.pending -= startedFirst
  }
  return sum
}

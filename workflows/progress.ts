/** Counters of a run: what the frontier has merged plus what finished slices add to it. */
import type { JobCounters, SliceSummary } from '@seine/shared/temporal/shapes.ts'

/**
 * Totals for the memo.
 * @param merged counters of the newest generation.
 * @param unmerged summaries of slices that have finished but wait to be merged.
 */
export function runCounters(merged: JobCounters, unmerged: Iterable<SliceSummary>): JobCounters {
  const sum = { ...merged }
  for (const slice of unmerged) {
    sum.total += slice.startedFirst
    sum.completed += slice.completed
    sum.failed += slice.failed
    sum.pending -= slice.startedFirst
  }
  return { ...sum, pending: Math.max(0, sum.pending) }
}

/** The table operators see as "current details" of a run in the Web UI. */
export function detailsTable(counters: JobCounters, slicesRunning: number, warnings: readonly string[]): string {
  const inFlight = counters.total - counters.completed - counters.failed
  return [
    '| completed | failed | in flight | pending | slices running |',
    '| ---: | ---: | ---: | ---: | ---: |',
    `| ${counters.completed} | ${counters.failed} | ${inFlight} | ${counters.pending} | ${slicesRunning} |`,
    ...warnings.map((warning) => `\n- ${warning}`),
  ].join('\n')
}

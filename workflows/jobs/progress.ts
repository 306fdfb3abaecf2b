/** Counters of a run: what the frontier has merged, plus finished slices that are not merged yet. */
import { operatorTextLimits } from '@seine/shared/config/operator-text-limits.ts'
import { withSlices } from '@seine/shared/temporal/merged-counters.ts'
import type { JobCounters, SliceSummary } from '@seine/shared/temporal/shapes.ts'

/**
 * Returns the totals for the memo; the pending pages are at least 0.
 * @param merged counters of the newest generation.
 * @param unmerged summaries of slices that have finished but wait to be merged.
 */
export function runCounters(
  merged: JobCounters,
  unmerged: Iterable<Pick<SliceSummary, 'startedFirst' | 'completed' | 'failed'>>,
): JobCounters {
  const sum = withSlices(merged, unmerged)
  return { ...sum, pending: Math.max(0, sum.pending) }
}

/** Failed pages by error code. */
export type FailureCounts = Readonly<Record<string, number>>

/** Adds two counts. */
export function addFailures(counts: FailureCounts, more: FailureCounts): FailureCounts {
  const sum: Record<string, number> = { ...counts }
  for (const [code, pages] of Object.entries(more)) sum[code] = (sum[code] ?? 0) + pages
  return sum
}

/** The progress of a run that operators see. */
export interface RunProgress {
  counters: JobCounters
  slicesRunning: number
  warnings: readonly string[]
  failures: FailureCounts
  /** Time since the start of the run, workflow time; null when it is not known. */
  elapsedMs: number | null
  paused: boolean
}

/** Returns the finished pages per second, as text. */
function rateOf({ completed, failed }: JobCounters, elapsedMs: number | null): string {
  if (elapsedMs === null || elapsedMs <= 0) return '–'
  return ((completed + failed) / (elapsedMs / 1_000)).toFixed(1)
}

/** Returns a line with the most frequent error codes first. */
function failureLine(failures: FailureCounts): string[] {
  const frequent = Object.entries(failures).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  if (frequent.length === 0) return []
  const listed = frequent.slice(0, operatorTextLimits.listedErrorCodesMax)
  return [`\n- failed pages: ${listed.map(([code, pages]) => `${pages} × \`${code}\``).join(', ')}`]
}

/** Returns the table that operators see as "current details" of a run in the Web UI. */
export function detailsTable({ counters, slicesRunning, warnings, failures, elapsedMs, paused }: RunProgress): string {
  const inFlight = counters.total - counters.completed - counters.failed
  return [
    ...(paused ? ['**paused**', ''] : []),
    '| completed | failed | in flight | pending | slices running | pages/s |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${counters.completed} | ${counters.failed} | ${inFlight} | ${counters.pending} | ${slicesRunning} | ${rateOf(counters, elapsedMs)} |`,
    ...failureLine(failures),
    ...warnings.map((warning) => `\n- ${warning}`),
  ].join('\n')
}

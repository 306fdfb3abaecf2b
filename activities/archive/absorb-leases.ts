/**
 * Collects the output of slices that are still leased when a job ends early. Whatever a slice has stored belongs to the
 * job: its result object where one exists, otherwise the segments and marks found in the store.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { ReportedAnswers } from '../frontier/settled-pages.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { mergeSlice } from '../frontier/merge-slice.ts'
import { rebuildResult } from '../frontier/rebuilt-result.ts'
import { awaitFlush } from './await-flush.ts'
import { leftResult, lostResultWarning } from '../frontier/slice-results.ts'

/**
 * Merges every outstanding slice into the frontier in memory; nothing is written.
 * @param answers collects the site answers that the slices report for their pages.
 * @param flushMs longest wait for results of running slices, milliseconds; null: no wait.
 */
export async function absorbLeases(
  store: Store,
  input: JobInput,
  state: FrontierState,
  nowMs: number,
  answers: ReportedAnswers,
  flushMs: number | null = null,
): Promise<void> {
  if (flushMs !== null) await awaitFlush(store, input, state.leases.keys(), flushMs)
  for (const lease of [...state.leases.values()].toSorted((a, b) => a.slice - b.slice)) {
    const left = await leftResult(store, input, lease)
    const result = left.kind === 'whole' ? left.result : await rebuildResult(store, input, lease)
    if (left.kind === 'damaged') {
      const warning = lostResultWarning(lease, result, `cannot be read (${left.why})`)
      state.warn(warning, { kind: 'lost_result', of: `slice ${lease.slice}` })
    }
    answers.record(result)
    await mergeSlice(state, input, lease, result, [], nowMs)
  }
}

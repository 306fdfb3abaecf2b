/**
 * When a job ends early, slices are still leased. What they made durable belongs to the job: their
 * results where they left one, else the segments and marks found in the store.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { HeardAnswers } from '../frontier/settled-pages.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { mergeSlice } from '../frontier/merge-slice.ts'
import { rebuildResult } from '../frontier/rebuilt-result.ts'
import { awaitFlush } from './await-flush.ts'
import { leftResult, lostResultWarning } from '../frontier/slice-results.ts'

/**
 * Merges every outstanding slice into the frontier in memory; nothing is written.
 * @param answers takes in what the slices tell of their pages.
 * @param flushUntilMs until when results of slices under way are waited for, epoch milliseconds; null = they are not.
 */
export async function absorbLeases(
  store: Store,
  input: JobInput,
  state: FrontierState,
  nowMs: number,
  answers: HeardAnswers,
  flushUntilMs: number | null = null,
): Promise<void> {
  if (flushUntilMs !== null) await awaitFlush(store, input, state.leases.keys(), flushUntilMs)
  for (const lease of [...state.leases.values()].toSorted((a, b) => a.slice - b.slice)) {
    const left = await leftResult(store, input, lease)
    const result = left.kind === 'whole' ? left.result : await rebuildResult(store, input, lease)
    if (left.kind === 'damaged') {
      const warning = lostResultWarning(lease, result, `cannot be read (${left.why})`)
      state.warn(warning, { kind: 'lost_result', of: `slice ${lease.slice}` })
    }
    answers.heard(result.outcomes)
    await mergeSlice(state, input, lease, result, [], nowMs)
  }
}

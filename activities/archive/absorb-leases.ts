/**
 * When a job ends early, slices are still leased. What they made durable belongs to the job: their
 * results where they left one, else the segments and marks found in the store.
 */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { HeardAnswers } from '../events/settled-pages.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { mergeSlice } from '../frontier/merge-slice.ts'
import { rebuildResult } from '../frontier/rebuilt-result.ts'
import type { SliceResult } from '../page/slice-shapes.ts'

/**
 * Merges every outstanding slice into the frontier in memory; nothing is written.
 * @param answers takes in what the slices tell of their pages.
 */
export async function absorbLeases(
  store: Store,
  input: JobInput,
  state: FrontierState,
  nowMs: number,
  answers: HeardAnswers,
): Promise<void> {
  for (const lease of [...state.leases.values()].toSorted((a, b) => a.slice - b.slice)) {
    const left = await store.getJson<SliceResult>(sliceResultKey(input, lease.slice))
    const result = left ?? (await rebuildResult(store, input, lease))
    answers.heard(result.outcomes)
    await mergeSlice(state, input, lease, result, [], nowMs)
  }
}

/** Results of finished slices, for the frontier. One that is missing is looked for again, then rebuilt. */
import { setTimeout as sleep } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceResult } from '../page/slice-shapes.ts'
import type { Lease } from './entry.ts'
import { rebuildResult } from './rebuilt-result.ts'

/** A result, and whether it had to be rebuilt. */
export interface FoundResult {
  result: SliceResult
  /** True when the object of the result is missing although the slice has finished. */
  isRebuilt: boolean
}

/**
 * The result of a finished slice. Its activity ended only after the result was stored, so a missing one has been
 * lost: it is read again after pauses, and then made from what the slice stored page by page.
 * @throws StoreUnavailableError
 */
export async function resultOfSlice(store: Store, job: JobRef, lease: Lease): Promise<FoundResult> {
  const key = sliceResultKey(job, lease.slice)
  for (const pauseMs of [0, ...frontierLimits.lostResultPausesMs]) {
    if (pauseMs > 0) await sleep(pauseMs)
    const result = await store.getJson<SliceResult>(key)
    if (result !== null) return { result, isRebuilt: false }
  }
  return { result: await rebuildResult(store, job, lease), isRebuilt: true }
}

/** What callers learn of a lost result. */
export const lostResultWarning = (lease: Lease, { outcomes }: SliceResult): string => {
  const kept = outcomes.filter(({ kind }) => kind !== 'deferred').length
  const again = lease.seqs.length - kept
  return `the result of slice ${lease.slice} was lost: ${kept} of its pages were taken from their segments, ${again} are fetched again`
}

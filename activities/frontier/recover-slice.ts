/**
 * The `recoverSlice` activity: recovers the result of a slice that a pause ended before it wrote one, because it was
 * waiting for a worker or its worker had died.
 */
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { wayAfter } from '../faults/counted-attempts.ts'
import { readSliceList, summaryWithoutList } from '../segments/slice-list.ts'
import { publishResult, sliceSummary } from '../segments/slice-result.ts'
import type {
  PageOutcome,
  SliceList,
  SlicePage,
  SliceResult,
  StoredSliceResult,
} from '@seine/shared/pages/slice-shapes.ts'
import { rebuildToContinue } from './rebuilt-result.ts'

/**
 * Stores a result built from what the slice has stored, unless one of its attempts already stored one.
 * @param faults earlier attempts that killed their worker or failed for an unknown reason; after some, nothing is stored
 *   and the frontier decides what to take from the segments.
 * @returns the summary of the result that is in the store.
 * @throws StoreUnavailableError, which Temporal retries.
 */
export async function recoverSlice(
  { store, inputs }: { store: Store; inputs: JobInputs },
  task: SliceTask,
  faults = 0,
): Promise<SliceSummary> {
  if (wayAfter(faults, ['recover', 'giveBack'] as const, 'recoverSlice') === 'giveBack') return summaryWithoutList(task)
  const job = await inputs.bare(jobOf(task))
  const left = await readableJson<StoredSliceResult>(store, sliceResultKey(job, task.slice))
  if (left !== null) return left.summary
  const list = await readSliceList(store, job, task)
  if (list === null) return summaryWithoutList(task)
  return await publishResult(store, job, task.lane, await recovered(store, job, task.slice, list))
}

async function recovered(store: Store, job: JobRef, slice: number, list: SliceList): Promise<StoredSliceResult> {
  const seqs = list.pages.map(({ seq }) => seq)
  const result = await rebuildToContinue(store, job, { slice, seqs })
  return { ...result, summary: sliceSummary(slice, list.pages, result.outcomes, countersOf(list.pages, result)) }
}

/** Counters in input lines. Every page with an outcome has begun. */
function countersOf(pages: readonly SlicePage[], { outcomes, segments, urls }: SliceResult) {
  const pageOf = new Map(pages.map((page) => [page.seq, page]))
  const lines = (which: (page: SlicePage, outcome: PageOutcome) => boolean): number =>
    outcomes.reduce((sum, outcome) => {
      const page = pageOf.get(outcome.seq)
      return page !== undefined && !page.linksOnly && which(page, outcome) ? sum + page.lines : sum
    }, 0)
  return {
    startedFirst: lines(({ attempted }) => !attempted),
    completed: lines((_page, { kind }) => kind === 'scraped'),
    failed: lines((_page, { kind }) => kind === 'failed'),
    segments: segments.length,
    links: urls.length,
  }
}

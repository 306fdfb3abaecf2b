/** What a slice is to scrape: the request of its job, and its pages as the frontier has stored them. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { readAgain, type Reading } from '../faults/read-again.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { despiteFaults } from '../faults/repeated-fault.ts'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'

/** The input of a job. @throws ApplicationFailure, not to be retried, when it stays damaged; StoreUnavailableError. */
export const readSliceInput = async (inputs: JobInputs, task: SliceTask): Promise<JobInput> =>
  await despiteFaults(null, async () => await inputs.get(jobOf(task)), { activity: 'scrapeSlice', instead: () => null })

/**
 * The list of a slice. It was stored before the slice was given out, so one that is missing or damaged has been lost;
 * it is read again after pauses.
 * @returns null when it is lost.
 * @throws StoreUnavailableError
 */
export async function readSliceList(
  store: Pick<Store, 'getJson'>,
  job: JobRef,
  slice: number,
): Promise<SliceList | null> {
  const reading = await readAgain(async (): Promise<Reading<SliceList>> => {
    const list = await readableJson<SliceList>(store, sliceKey(job, slice))
    return list === null ? { kind: 'fault', why: 'was lost' } : { kind: 'read', value: list }
  })
  if (reading.kind === 'read') return reading.value
  metrics.repeatedFaults.inc({ activity: 'scrapeSlice' })
  return null
}

/**
 * The answer of a slice whose list is lost. It stores no result: the frontier then takes from the segments what earlier
 * attempts have scraped, and gives the other pages out again.
 */
export const summaryWithoutList = ({ slice, pages }: SliceTask): SliceSummary => ({
  slice,
  startedFirst: 0,
  completed: 0,
  failed: 0,
  returned: pages,
  segments: 0,
})

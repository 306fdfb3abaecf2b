/** Reads what a slice has to scrape: the request of its job, and the page list that the frontier stored. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { readableJson } from '@seine/shared/storage/damaged-object.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import { sliceKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { readAgainIfNull } from '../faults/read-again.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { despiteFaults } from '../faults/repeated-fault.ts'
import type { SliceList } from '@seine/shared/pages/slice-shapes.ts'

/**
 * Reads the input of a job.
 * @param attempt at the slice, from 1.
 * @throws ApplicationFailure (non-retryable) when it stays damaged or its secrets cannot be opened; SealError when
 *   another worker may be able to open them; StoreUnavailableError.
 */
export async function readSliceInput(inputs: JobInputs, task: SliceTask, attempt: number): Promise<JobInput> {
  const options = { activity: 'scrapeSlice', instead: () => null, attempt }
  return await despiteFaults(null, async () => await inputs.get(jobOf(task)), options)
}

/**
 * Reads the list of a slice. The list was stored before the slice was dispatched, so a missing or damaged one has been
 * lost; it is read again after pauses.
 * @returns null when it is lost.
 * @throws StoreUnavailableError
 */
export async function readSliceList(
  store: Pick<Store, 'getJson'>,
  job: JobRef,
  { slice, list: name }: Pick<SliceTask, 'slice' | 'list'>,
): Promise<SliceList | null> {
  const list = await readAgainIfNull(async () => await readableJson<SliceList>(store, sliceKey(job, slice, name)))
  if (list === null) metrics.repeatedFaults.inc({ activity: 'scrapeSlice' })
  return list
}

/**
 * Returns the summary of a slice whose list is lost. The slice stores no result: the frontier then reads from the
 * segments what earlier attempts have scraped, and dispatches the other pages again.
 */
export const summaryWithoutList = ({ slice, pages }: SliceTask): SliceSummary => ({
  slice,
  startedFirst: 0,
  completed: 0,
  failed: 0,
  returned: pages,
  segments: 0,
})

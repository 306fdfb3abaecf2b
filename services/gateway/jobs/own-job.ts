/** Reads the stored request of a job; its secrets stay sealed. */
import { storedInput } from '@seine/shared/jobs/stored-input.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { jobNotFound } from '../http/api-error.ts'
import type { JobQuestion } from './job-status.ts'
import type { ResultStore } from './result-store.ts'

/**
 * Returns the input of a job of this tenant. Needs only the store.
 * @throws ApiError `job_not_found` for an id that is malformed, unknown, of another kind or another tenant's;
 *   StoreUnavailableError.
 */
export async function ownJob(job: JobQuestion, store: Pick<ResultStore, 'getJson'>): Promise<JobInput> {
  if (!isJobId(job.kind, job.id)) throw jobNotFound()
  const input = await storedInput(store, job)
  if (input === null) throw jobNotFound()
  return input
}

/** What a job was asked for, as it is stored; what is sealed in it stays so. */
import { storedInput } from '@seine/shared/jobs/stored-input.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { jobNotFound } from '../http/api-error.ts'
import type { JobQuestion } from './job-status.ts'
import type { ResultStore } from './result-store.ts'

/**
 * The input of a job of this tenant. Needs the store only.
 * @throws ApiError `job_not_found` for an id that is malformed, unknown, of another kind or another
 *   tenant's; StoreUnavailableError.
 */
export async function ownJob(job: JobQuestion, store: Pick<ResultStore, 'getJson'>): Promise<JobInput> {
  if (!isJobId(job.kind, job.id)) throw jobNotFound()
  const input = await storedInput(store, job)
  if (input === null) throw jobNotFound()
  return input
}

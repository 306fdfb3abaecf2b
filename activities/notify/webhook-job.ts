/** The job behind a webhook: its input, including the receiver. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { JobWebhook } from '@seine/shared/tasks/receivers.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { hasInput } from '@seine/shared/jobs/stored-input.ts'
import { NotDeliverableError } from './not-deliverable.ts'

export interface JobPorts {
  store: Pick<Store, 'get'>
  inputs: Pick<JobInputs, 'get'>
}

/**
 * Reads the input of a job that has notices to deliver.
 * @throws NotDeliverableError when the job has been deleted or its input is damaged; otherwise the errors of JobInputs.
 */
export async function readJob({ store, inputs }: JobPorts, job: JobRef): Promise<JobInput> {
  try {
    return await inputs.get(job)
  } catch (error) {
    if (error instanceof DamagedObjectError)
      throw new NotDeliverableError(`the stored request of job ${job.id} is damaged`)
    if (await hasInput(store, job)) throw error
    throw new NotDeliverableError(`job ${job.id} no longer exists`)
  }
}

/** Returns the receiver of a job. @throws NotDeliverableError when it has none. */
export function webhookOf(input: JobInput): JobWebhook {
  const webhook = input.notify?.webhook ?? null
  if (webhook === null) throw new NotDeliverableError(`job ${input.id} has no webhook`)
  return webhook
}

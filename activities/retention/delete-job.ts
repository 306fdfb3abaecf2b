/** Deletes everything a job has stored. */
import { storeLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { inputKey, jobPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { dropUploads } from '@seine/shared/storage/upload-in-parts.ts'

/**
 * Deletes a job. Its status and its request are deleted last: while they exist, no job can start under the same id and
 * find the remaining objects of this one.
 * @throws StoreUnavailableError; calling again continues the deletion.
 */
export async function deleteJob(store: Store, job: JobRef): Promise<void> {
  const last = [statusKey(job), inputKey(job)]
  await dropUploads(store, jobPrefix(job))
  for (;;) {
    const keys = await store.list(jobPrefix(job), { max: storeLimits.keysPerCall })
    const first = keys.filter((key) => !last.includes(key))
    if (first.length === 0) break
    await store.delete(first)
  }
  // In this order: a request without a status may belong to a job that has started again, never the reverse.
  for (const key of last) await store.delete([key])
}

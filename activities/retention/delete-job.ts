/** Deleting everything a job has stored. */
import { storeLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { inputKey, jobPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { dropUploads } from '@seine/shared/storage/upload-in-parts.ts'

/**
 * Deletes a job. Its status and its request go last: while they are there, no job can begin under
 * the same id and find what is left of this one.
 * @throws StoreUnavailableError; calling again goes on.
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
  // In this order: a request without a status may be of a job that has begun again, never the reverse.
  for (const key of last) await store.delete([key])
}

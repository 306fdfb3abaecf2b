/** Deleting everything a job has stored. */
import { storeLimits } from '@seine/shared/config/limits.ts'
import { inputKey, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { dropUploads } from '@seine/shared/storage/upload-in-parts.ts'

/**
 * Deletes a job. Its request goes first: from then on it is a job that nobody can ask for, and that
 * is how a deletion which was cut off is told from a job that has just begun under the same id.
 * @throws StoreUnavailableError; calling again goes on.
 */
export async function deleteJob(store: Store, jobId: string): Promise<void> {
  await store.delete([inputKey(jobId)])
  await dropUploads(store, jobPrefix(jobId))
  for (;;) {
    const keys = await store.list(jobPrefix(jobId), { max: storeLimits.keysPerCall })
    if (keys.length === 0) return
    await store.delete(keys)
  }
}

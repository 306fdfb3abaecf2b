/** Accesses objects of a running stack as files, for damage that no client of the store can cause. */
import { truncate, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { storedJob, type TestStack } from '../stack/test-stack.ts'

const pollMs = 50

/** Truncates an object to half its size, as a failed disk or copy does. */
export async function cutObject({ stack: { file } }: TestStack, key: string): Promise<void> {
  const path = join(dirname(file.logs), 'objects', file.bucket, key)
  await truncate(path, Math.floor((await stat(path)).size / 2))
}

/**
 * Waits for objects of a job.
 * @param folder folder below that of the job. @param isThere condition on their keys.
 * @throws Error when they do not appear in time.
 */
export async function untilStored(
  { store }: TestStack,
  id: string,
  folder: string,
  isThere: (keys: string[]) => boolean,
): Promise<string[]> {
  const endsAt = performance.now() + 60_000
  for (;;) {
    const keys = await store.list(`${jobPrefix(storedJob(id))}${folder}`)
    if (isThere(keys)) return keys
    if (performance.now() > endsAt) throw new Error(`${id} has not stored what was waited for in ${folder}`)
    await sleep(pollMs)
  }
}

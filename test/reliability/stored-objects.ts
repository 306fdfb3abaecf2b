/** Objects of a running stack as files, for damage that no client of the store could do. */
import { truncate, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { storedJob, type TestStack } from '../stack/test-stack.ts'

const pollMs = 50

/** Cuts an object in half, as a disk or a copy that broke off does. */
export async function cutObject({ stack: { file } }: TestStack, key: string): Promise<void> {
  const path = join(dirname(file.logs), 'objects', file.bucket, key)
  await truncate(path, Math.floor((await stat(path)).size / 2))
}

/**
 * Waits for objects of a job.
 * @param folder below that of the job. @param isThere looks at their keys.
 * @throws Error when they do not come in time.
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

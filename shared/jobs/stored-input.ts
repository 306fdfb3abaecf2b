/** The stored input of a job. It is kept in two objects, so that damage to one of them does not end the job. */
import type { JobInput } from '../tasks/job-input.ts'
import { DamagedObjectError, readableJson } from '../storage/damaged-object.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { inputCopyKey, inputKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

/**
 * Reads the input of a job; null when it has none. Jobs of older releases have only one object.
 * @throws DamagedObjectError when the existing objects cannot be read.
 * @throws StoreUnavailableError when the store is unavailable.
 */
export async function storedInput(store: Pick<Store, 'getJson'>, job: JobRef): Promise<JobInput | null> {
  const copy = async (): Promise<JobInput | null> => await readableJson<JobInput>(store, inputCopyKey(job))
  try {
    return (await store.getJson<JobInput>(inputKey(job))) ?? (await copy())
  } catch (error) {
    const input = error instanceof DamagedObjectError ? await copy() : null
    if (input === null) throw error
    return input
  }
}

/** Returns whether any object of a job's input exists, readable or not. @throws StoreUnavailableError */
export async function hasInput(store: Pick<Store, 'get'>, job: JobRef): Promise<boolean> {
  const bodies = await Promise.all([inputKey(job), inputCopyKey(job)].map(async (key) => await store.get(key)))
  return bodies.some((body) => body !== null)
}

/** Reads the recorded exchanges of an ended job, one stored object at a time. */
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { wirePrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { OnDamage } from '../../segments/page-records.ts'
import { wireRecords, type WireRecords } from '../../wire/wire-object.ts'

/**
 * Yields the records of a job in the order of slices; the next object is fetched meanwhile.
 * @param damaged called for each object that cannot be read: its records are missing in the archive.
 * @throws StoreUnavailableError
 */
export async function* jobWire(
  store: Pick<Store, 'get' | 'list'>,
  job: JobRef,
  damaged: OnDamage,
): AsyncGenerator<WireRecords> {
  const keys = await store.list(wirePrefix(job))
  let ahead: Promise<WireRecords | null> | null = null
  for (const [at, key] of keys.entries()) {
    const reading: Promise<WireRecords | null> = ahead ?? read(store, key)
    const records = await reading
    const next = keys[at + 1]
    ahead = next === undefined ? null : read(store, next)
    // It is awaited later; a rejection before that must not count as unhandled.
    ahead?.catch(() => undefined)
    if (records === null) damaged({ segment: key, why: 'its recorded exchanges cannot be read' })
    else yield records
  }
}

async function read(store: Pick<Store, 'get'>, key: string): Promise<WireRecords | null> {
  try {
    const bytes = await store.get(key)
    return bytes === null ? null : wireRecords(bytes)
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
    return null
  }
}

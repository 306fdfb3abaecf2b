/**
 * First writes to keys that a store may have left half written: such a key exists for writes (412) but not for reads
 * (404). versitygw leaves one when it keeps metadata in separate files and is killed, or its disk fills up, between
 * writing the metadata and the object.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { StoreUnavailableError } from './store-errors.ts'

/** Result of a conditional write. */
export type FirstWrite =
  | { kind: 'written' }
  /**
   * @see RFC 9110, section 13.1.2. `repeated`: the existing object may come from an earlier try whose answer was lost.
   */
  | { kind: 'refused'; repeated: boolean }
  /** Each try collided with another write. */
  | { kind: 'contended' }

/** The calls for one key of a store and the object to be written. */
export interface KeyCalls {
  key: string
  /** Writes with `If-None-Match: *`. */
  write(): Promise<FirstWrite>
  exists(): Promise<boolean>
  /** Whether the object is the one to be written; null if none exists. */
  isOurs(): Promise<boolean | null>
  /** Deletes the key, whatever its content. */
  remove(): Promise<void>
  /**
   * Writes and deletes the empty object `<key>/`. versitygw keeps the metadata of both keys in one place and ignores
   * the deletion of a key without an object; when an object exists, it refuses this write.
   */
  removeMetadata(): Promise<void>
}

/** Number of checks before a key counts as half written, and the pauses between them, milliseconds. */
type Pause = Record<'halfWrittenLooks' | 'halfWrittenPauseMs', number>

/**
 * Writes an object unless one exists; frees a half-written key first.
 * @returns true when the object is the given one; false when another one can be read.
 * @throws StoreUnavailableError when another write is in progress, or the key cannot be freed.
 */
export async function writeFirst(calls: KeyCalls, pause: Pause = storeLimits): Promise<boolean> {
  const first = await calls.write()
  if (first.kind === 'written') return true
  if (await appears(calls, pause)) return first.kind === 'refused' && first.repeated && (await calls.isOurs()) === true
  if (first.kind === 'contended') throw new StoreUnavailableError(`object store: ${calls.key} is being written`)
  // The first way never affects an object; the second is for stores on which the first has no effect.
  for (const free of [() => calls.removeMetadata(), () => calls.remove()]) {
    if (await calls.exists()) return false
    await free()
    const again = await calls.write()
    if (again.kind === 'written') return await stands(calls, pause)
    if (await appears(calls, pause)) return false
  }
  throw new StoreUnavailableError(`object store: ${calls.key} exists for writes and not for reads`)
}

/** Returns whether there is an object, after some time for a write that is just becoming visible. */
async function appears(calls: KeyCalls, { halfWrittenLooks, halfWrittenPauseMs }: Pause): Promise<boolean> {
  for (let looks = 1; ; looks += 1) {
    if (await calls.exists()) return true
    if (looks === halfWrittenLooks) return false
    await sleep(halfWrittenPauseMs)
  }
}

/**
 * Returns whether our object remains. Another process may have freed the key at the same time, and removed our write;
 * the object that remains counts as the first one.
 */
async function stands(calls: KeyCalls, { halfWrittenPauseMs }: Pause): Promise<boolean> {
  metrics.storeRepairs.inc()
  await sleep(halfWrittenPauseMs)
  const ours = await calls.isOurs()
  if (ours === null) throw new StoreUnavailableError(`object store: ${calls.key} was freed by another process`)
  return ours
}

/**
 * First writes to keys that a store may have left half written: a key that exists for writes (412) and not for reads
 * (404), as versitygw leaves one that keeps metadata in files of their own when it is killed, or its disk fills up,
 * between the metadata and the object.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { storeLimits } from '../config/limits.ts'
import { metrics } from '../observability/metrics.ts'
import { StoreUnavailableError } from './store-errors.ts'

/** What became of a conditional write. */
export type FirstWrite =
  | { kind: 'written' }
  /** @see RFC 9110, section 13.1.2. `repeated`: an earlier try, whose answer was lost, may be what stands there. */
  | { kind: 'refused'; repeated: boolean }
  /** It met another write again and again. */
  | { kind: 'contended' }

/** One key of a store, and what is to be written there. */
export interface KeyCalls {
  key: string
  /** Writes with `If-None-Match: *`. */
  write(): Promise<FirstWrite>
  exists(): Promise<boolean>
  /** Whether the object is what was to be written; null when there is none. */
  isOurs(): Promise<boolean | null>
  /** Deletes the key, whatever is there. */
  remove(): Promise<void>
  /**
   * Writes and deletes the empty object `<key>/`. versitygw keeps the metadata of both in one place and ignores the
   * deletion of a key without an object; where there is an object it refuses this write.
   */
  removeMetadata(): Promise<void>
}

/** How often a key is looked at before it counts as half written, and the pauses between, milliseconds. */
type Pause = Record<'halfWrittenLooks' | 'halfWrittenPauseMs', number>

/**
 * Writes an object unless one exists; frees a half-written key first.
 * @returns whether the object is the one that was to be written; false means that another can be read.
 * @throws StoreUnavailableError when another write is under way, or the key cannot be freed.
 */
export async function writeFirst(calls: KeyCalls, pause: Pause = storeLimits): Promise<boolean> {
  const first = await calls.write()
  if (first.kind === 'written') return true
  if (await appears(calls, pause)) return first.kind === 'refused' && first.repeated && (await calls.isOurs()) === true
  if (first.kind === 'contended') throw new StoreUnavailableError(`object store: ${calls.key} is being written`)
  // The first never touches an object; the second is for stores that it means nothing to.
  for (const free of [() => calls.removeMetadata(), () => calls.remove()]) {
    if (await calls.exists()) return false
    await free()
    const again = await calls.write()
    if (again.kind === 'written') return await stands(calls, pause)
    if (await appears(calls, pause)) return false
  }
  throw new StoreUnavailableError(`object store: ${calls.key} exists for writes and not for reads`)
}

/** Whether there is an object, after some time for a write that is just becoming visible. */
async function appears(calls: KeyCalls, { halfWrittenLooks, halfWrittenPauseMs }: Pause): Promise<boolean> {
  for (let looks = 1; ; looks += 1) {
    if (await calls.exists()) return true
    if (looks === halfWrittenLooks) return false
    await sleep(halfWrittenPauseMs)
  }
}

/** Another process may have freed the key at the same time, and with it our write: who stands in the end was first. */
async function stands(calls: KeyCalls, { halfWrittenPauseMs }: Pause): Promise<boolean> {
  metrics.storeRepairs.inc()
  await sleep(halfWrittenPauseMs)
  const ours = await calls.isOurs()
  if (ours === null) throw new StoreUnavailableError(`object store: ${calls.key} was freed by another process`)
  return ours
}

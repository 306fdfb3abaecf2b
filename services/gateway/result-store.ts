/** The object store as the gateway uses it: a deadline on every call, so that no request hangs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { StoreUnavailableError, type ObjectStore } from '@seine/shared/storage/object-store.ts'

/** What the gateway needs of the store. */
export interface ResultStore {
  /** False when the object existed and was left as it is. @throws StoreUnavailableError */
  putIfAbsent(key: string, body: string): Promise<boolean>
  /** Writes an object, whatever was there. @throws StoreUnavailableError */
  put(key: string, body: string): Promise<void>
  /** Null when there is no such object. @throws StoreUnavailableError */
  getJson<T>(key: string): Promise<T | null>
  presign(key: string, fileName: string, contentType: string, lifetimeSecs: number): Promise<string>
  /** Resolves when the bucket answers within `deadlineMs`. @throws StoreUnavailableError */
  ping(deadlineMs: number): Promise<void>
}

async function within<T>(deadlineMs: number, what: string, call: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(deadlineMs, undefined, { signal: timer.signal }).then(() => {
    throw new StoreUnavailableError(`object store: ${what} took more than ${deadlineMs} ms`)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    timer.abort()
    // The loser of the race has nobody to tell.
    late.catch(() => undefined)
    call.catch(() => undefined)
  }
}

/**
 * The store behind the S3 client.
 * @param deadlineMs how long a read or a write may take.
 */
export function createResultStore(store: ObjectStore, deadlineMs: number = gatewayLimits.storeDeadlineMs): ResultStore {
  return {
    putIfAbsent: (key, body) => within(deadlineMs, `writing ${key}`, store.putIfAbsent(key, body)),
    put: (key, body) => within(deadlineMs, `writing ${key}`, store.put(key, body)),
    getJson: <T>(key: string) => within(deadlineMs, `reading ${key}`, store.getJson<T>(key)),
    presign: (key, fileName, contentType, lifetimeSecs) => store.presign(key, fileName, contentType, lifetimeSecs),
    ping: (pingDeadlineMs) => store.ping(AbortSignal.timeout(pingDeadlineMs)),
  }
}

/** The object store as the gateway uses it, with a deadline on every call. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

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

/**
 * The store behind the S3 client.
 * @param deadlineMs how long a read or a write may take.
 */
export function createResultStore(store: ObjectStore, deadlineMs: number = gatewayLimits.storeDeadlineMs): ResultStore {
  return {
    putIfAbsent: (key, body) => withinDeadline(`writing ${key}`, store.putIfAbsent(key, body), deadlineMs),
    put: (key, body) => withinDeadline(`writing ${key}`, store.put(key, body), deadlineMs),
    getJson: <T>(key: string) => withinDeadline(`reading ${key}`, store.getJson<T>(key), deadlineMs),
    presign: (key, fileName, contentType, lifetimeSecs) => store.presign(key, fileName, contentType, lifetimeSecs),
    ping: (pingDeadlineMs) => store.ping(AbortSignal.timeout(pingDeadlineMs)),
  }
}

/** The object store as the gateway uses it, with a deadline on every call. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { ObjectHead, ObjectStore } from '@seine/shared/storage/object-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

/** The store operations that the gateway needs. */
export interface ResultStore {
  /**
   * Writes an object if absent. @returns false when it existed and was left unchanged. @throws StoreUnavailableError
   */
  putIfAbsent(key: string, body: string): Promise<boolean>
  /** Writes an object, replacing an existing one. @throws StoreUnavailableError */
  put(key: string, body: string | Uint8Array): Promise<void>
  /** Reads an object; null when it does not exist. @throws StoreUnavailableError */
  getJson<T>(key: string): Promise<T | null>
  /** Describes an object; null when it does not exist. @throws StoreUnavailableError */
  head(key: string): Promise<ObjectHead | null>
  presign(key: string, fileName: string, contentType: string, lifetimeSecs: number): Promise<string>
  /** Resolves when the bucket answers within `deadlineMs`. @throws StoreUnavailableError */
  ping(deadlineMs: number): Promise<void>
}

/**
 * Wraps the store.
 * @param deadlineMs time limit of a read or a write, milliseconds.
 */
export function createResultStore(store: ObjectStore, deadlineMs: number = gatewayLimits.storeDeadlineMs): ResultStore {
  return {
    putIfAbsent: (key, body) => withinDeadline(`writing ${key}`, store.putIfAbsent(key, body), deadlineMs),
    put: (key, body) => withinDeadline(`writing ${key}`, store.put(key, body), deadlineMs),
    getJson: <T>(key: string) => withinDeadline(`reading ${key}`, store.getJson<T>(key), deadlineMs),
    head: (key) => withinDeadline(`looking for ${key}`, store.head(key), deadlineMs),
    presign: (key, fileName, contentType, lifetimeSecs) => store.presign(key, fileName, contentType, lifetimeSecs),
    ping: (pingDeadlineMs) => store.ping(AbortSignal.timeout(pingDeadlineMs)),
  }
}

/** The record of a finished job, `status.json`. When it exists, all results of the job are complete. */
import type { FinalStatus } from '../tasks/final-status.ts'
import { DamagedObjectError, readableJson } from '../storage/damaged-object.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { statusKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import type { RunOutcome } from '../temporal/shapes.ts'

/** Reads the record of a job; null if none exists or it cannot be read. @throws StoreUnavailableError */
export const readRecord = (store: Pick<Store, 'getJson'>, job: JobRef): Promise<FinalStatus | null> =>
  readableJson<FinalStatus>(store, statusKey(job))

/** Returns how a job ended according to its record. */
export const recordedOutcome = ({ status, error }: Pick<FinalStatus, 'status' | 'error'>): RunOutcome =>
  status === 'failed' ? { status, error: error ?? 'the job failed' } : { status }

/** Returns whether a job has a record, readable or not, and thus has ended. @throws StoreUnavailableError */
export async function hasRecord(store: Pick<Store, 'getJson'>, job: JobRef): Promise<boolean> {
  try {
    return (await store.getJson(statusKey(job))) !== null
  } catch (error) {
    if (error instanceof DamagedObjectError) return true
    throw error
  }
}

/**
 * Writes the record unless the job has one; replaces a damaged one.
 * @returns true when the given record was written.
 * @throws StoreUnavailableError when the store is unavailable.
 */
export async function writeRecord(
  store: Pick<Store, 'getJson' | 'put' | 'putIfAbsent'>,
  status: FinalStatus,
): Promise<boolean> {
  const text = JSON.stringify(status)
  if (await store.putIfAbsent(statusKey(status), text)) return true
  if ((await readRecord(store, status)) !== null) return false
  await store.put(statusKey(status), text)
  return true
}

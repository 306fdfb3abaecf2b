/** The record of a job that has ended, `status.json`: it says that all there will be is there. */
import type { FinalStatus } from '../tasks/job-input.ts'
import { DamagedObjectError, readableJson } from '../storage/damaged-object.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { statusKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import type { RunOutcome } from '../temporal/shapes.ts'

/** The record of a job; null when it has none that can be read. @throws StoreUnavailableError */
export const readRecord = (store: Pick<Store, 'getJson'>, job: JobRef): Promise<FinalStatus | null> =>
  readableJson<FinalStatus>(store, statusKey(job))

/** How a job ended, by its record. */
export const recordedOutcome = ({ status, error }: Pick<FinalStatus, 'status' | 'error'>): RunOutcome =>
  status === 'failed' ? { status, error: error ?? 'the job failed' } : { status }

/** Whether a job has a record, one that cannot be read included: it has ended. @throws StoreUnavailableError */
export async function hasRecord(store: Pick<Store, 'getJson'>, job: JobRef): Promise<boolean> {
  try {
    return (await store.getJson(statusKey(job))) !== null
  } catch (error) {
    if (error instanceof DamagedObjectError) return true
    throw error
  }
}

/**
 * Writes the record unless the job has one; a damaged one is replaced.
 * @returns whether it is the one that was given.
 * @throws StoreUnavailableError
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

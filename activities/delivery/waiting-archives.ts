/** Finds the archives of an ended job that are to be delivered, and whether they have been. */
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import { readTargetDelivery, type TargetDelivery } from '@seine/shared/jobs/target-deliveries.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { ObjectHead, Store } from '@seine/shared/storage/object-store.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'

/** Thrown when no further try can deliver; the message is for callers. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError'
}

/** An archive in the own store. */
export interface WaitingArchive {
  /** Name of its file. */
  name: string
  key: string
  head: ObjectHead
}

/** What is delivered of a job: its record and the present versions of its archives. */
export interface DeliverableResults {
  record: FinalStatus
  archives: WaitingArchive[]
}

/**
 * Returns the record of a job whose results are still kept.
 * @param nowMs epoch milliseconds.
 * @throws UndeliverableError; StoreUnavailableError.
 */
async function keptRecord(store: Pick<Store, 'getJson'>, job: JobRef, nowMs: number): Promise<FinalStatus> {
  const record = await readRecord(store, job)
  if (record === null || Date.parse(record.expiresAt) <= nowMs) {
    throw new UndeliverableError('the results of the job expired before they were delivered')
  }
  return record
}

/** Returns the archives of a job. @throws UndeliverableError when one is gone; StoreUnavailableError. */
async function waitingArchives(
  store: Pick<Store, 'head'>,
  { archives }: Pick<FinalStatus, 'archives'>,
): Promise<WaitingArchive[]> {
  const waiting: WaitingArchive[] = []
  for (const key of Object.values(archives)) {
    if (key === '') continue
    const name = key.slice(key.lastIndexOf('/') + 1)
    const head = await store.head(key)
    if (head === null) throw new UndeliverableError(`${name} expired or was deleted before it was delivered`)
    waiting.push({ name, key, head })
  }
  return waiting
}

/**
 * Returns what is to be delivered of a job.
 * @param nowMs epoch milliseconds.
 * @throws UndeliverableError when results expired or are gone; StoreUnavailableError.
 */
export async function waitingResults(
  store: Pick<Store, 'getJson' | 'head'>,
  job: JobRef,
  nowMs: number,
): Promise<DeliverableResults> {
  const record = await keptRecord(store, job, nowMs)
  return { record, archives: await waitingArchives(store, record) }
}

const versionOf = ({ record, archives }: DeliverableResults): string =>
  JSON.stringify([record, archives.map(({ key, head }) => [key, head.etag])])

/**
 * Returns what is to be delivered instead of what was copied, because the job was finalised again meanwhile.
 * @param copied what is at the target.
 * @param nowMs epoch milliseconds.
 * @returns null when nothing has changed, or when the results expired after they were copied.
 * @throws StoreUnavailableError
 */
export async function newerResults(
  store: Pick<Store, 'getJson' | 'head'>,
  job: JobRef,
  copied: DeliverableResults,
  nowMs: number,
): Promise<DeliverableResults | null> {
  try {
    const results = await waitingResults(store, job, nowMs)
    return versionOf(results) === versionOf(copied) ? null : results
  } catch (error) {
    if (error instanceof UndeliverableError) return null
    throw error
  }
}

/**
 * Returns the state of a delivery when it is `delivered` with the present versions of all archives, as another try may
 * have written it meanwhile; otherwise null.
 * @param nowMs epoch milliseconds.
 * @throws StoreUnavailableError
 */
export async function standingDelivery(
  store: Pick<Store, 'getJson' | 'head'>,
  job: JobRef,
  target: string,
  nowMs: number,
): Promise<TargetDelivery | null> {
  const delivery = await readTargetDelivery(store, job, target)
  if (delivery.state !== 'delivered') return null
  try {
    const { archives } = await waitingResults(store, job, nowMs)
    const isCopied = ({ name, head }: WaitingArchive): boolean =>
      delivery.files.some((file) => file.name === name && file.source === head.etag)
    return archives.every(isCopied) ? delivery : null
  } catch (error) {
    // No newer version can be delivered any more.
    if (error instanceof UndeliverableError) return delivery
    throw error
  }
}

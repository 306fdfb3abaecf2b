/** How far the copies of a job's archives at its delivery targets are; stored with the job. */
import { eachOf } from '../lifecycle/each-of.ts'
import { readableJson } from '../storage/damaged-object.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { targetDeliveryKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

/** `waiting`: no try yet; `delivering`: being tried, `error` is that of the last try. */
export type TargetDeliveryState = 'waiting' | 'delivering' | 'delivered' | 'failed'

/** A file at a target. */
export interface DeliveredFile {
  /** Name below the folder of the job. */
  name: string
  bytes: number
  /** Hex. */
  sha256: string
}

/** A file at a target, and the version of the archive that was copied. */
export interface CopiedFile extends DeliveredFile {
  /** ETag of the archive in the own store. */
  source: string
}

/** Tries of one start of a delivery. */
export interface DeliveryTries {
  /** When the delivery was scheduled, epoch milliseconds: a later start has another time. */
  scheduledMs: number
  /** When the first try began, epoch milliseconds: it may have waited for a slot. */
  firstMs: number
  /** Faults of the target since something was copied last. */
  faults: number
  /** Tries in a row that ended in the middle of a file and had kept no part of an earlier one. @default 0 */
  startedOver?: number
}

/** The object `jobs/<tenant>/<id>/deliveries/<target>.json`. */
export interface TargetDelivery {
  target: string
  state: TargetDeliveryState
  /** Files that are at the target, the manifest excluded. */
  files: CopiedFile[]
  /** Why the last try, or the delivery, failed; null when it did not. */
  error: string | null
  /** ISO 8601; null before. */
  deliveredAt: string | null
  /** Absent before the first try. */
  tries?: DeliveryTries
}

/** Returns the state before the first try. */
export const waitingFor = (target: string): TargetDelivery => ({
  target,
  state: 'waiting',
  files: [],
  error: null,
  deliveredAt: null,
})

/** Reads the state of a delivery. @throws StoreUnavailableError */
export const readTargetDelivery = async (
  store: Pick<Store, 'getJson'>,
  job: JobRef,
  target: string,
): Promise<TargetDelivery> =>
  (await readableJson<TargetDelivery>(store, targetDeliveryKey(job, target))) ?? waitingFor(target)

/** Reads the states of all deliveries of a job, in the order of its targets. @throws StoreUnavailableError */
export const readTargetDeliveries = async (
  store: Pick<Store, 'getJson'>,
  job: JobRef,
  targets: readonly string[],
): Promise<TargetDelivery[]> =>
  targets.length === 0
    ? []
    : await eachOf(targets, targets.length, async (target) => await readTargetDelivery(store, job, target))

/** Replaces the state of a delivery. @throws StoreUnavailableError */
export const writeTargetDelivery = async (
  store: Pick<Store, 'put'>,
  job: JobRef,
  delivery: TargetDelivery,
): Promise<void> => await store.put(targetDeliveryKey(job, delivery.target), JSON.stringify(delivery))

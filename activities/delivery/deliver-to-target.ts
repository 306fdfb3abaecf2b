/**
 * The activity `deliverToTarget`: copies the archives of an ended job to a target, and a manifest after them. A repeated
 * call copies only what is not there yet.
 */
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'
import type { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import {
  readTargetDelivery,
  writeTargetDelivery,
  type CopiedFile,
  type DeliveryTries,
  type TargetDelivery,
} from '@seine/shared/jobs/target-deliveries.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { DeliveryTargets } from '@seine/shared/operator-services/delivery-target-file.ts'
import type { DeliveryTarget } from '@seine/shared/operator-services/delivery-targets.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { visibleSizeOf, type TargetStore } from '@seine/shared/storage/target-bucket.ts'
import { dropUploads } from '@seine/shared/storage/upload-in-parts.ts'
import type { TargetDeliveryEnd, TargetDeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { copyArchive, OwnStoreError, type CopyStop } from './copy-archive.ts'
import { deliveryManifest, manifestName } from './delivery-manifest.ts'
import { TargetFaultError, targetFaultText } from './target-fault.ts'
import { TryClock, TryLaterError } from './try-later.ts'
import {
  newerResults,
  standingDelivery,
  UndeliverableError,
  waitingResults,
  type DeliverableResults,
  type WaitingArchive,
} from './waiting-archives.ts'

/** What deliveries to targets need. */
export interface TargetDeliveryDeps {
  store: Store
  logger: Pick<Logger, 'info' | 'warn'>
  delivery: {
    targets: DeliveryTargets
    /** How long a delivery is tried, milliseconds. */
    giveUpMs: number
    /** Reads the credentials of a target and opens its bucket. @throws TargetFaultError without credentials. */
    open: (target: DeliveryTarget) => Promise<TargetStore>
    /** By name of the target. */
    slots: KeyedSlots
    /** Epoch milliseconds. */
    now: () => number
  }
}

/** One try of a delivery. */
export interface DeliveryTurn {
  /** Ends the try when its worker shuts down or has lost it. */
  signal: AbortSignal
  /** When the delivery was scheduled, epoch milliseconds: the same for all its tries. */
  scheduledMs: number
}

/** The state of a delivery that is being tried. */
type TriedDelivery = TargetDelivery & { tries: DeliveryTries }

/** An open bucket; errors of its calls become TargetFaultError. */
interface OpenTarget {
  bucket: TargetStore
  /** Beginning of the keys of the job. */
  folder: string
  call: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * Copies what is missing at the target and writes the state of the delivery.
 * @returns the end of the delivery: everything is at the target, the results of the job have expired, or it was tried
 *   long enough.
 * @throws TargetFaultError, with a message for callers, when a later try may succeed; TryLaterError when the target has
 *   no free slot in this process, or when this try has sent for its time; StoreUnavailableError of the own store; the
 *   reason of the signal.
 */
export async function deliverToTarget(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  turn: DeliveryTurn,
): Promise<TargetDeliveryEnd> {
  const { slots } = deps.delivery
  const release = slots.take(call.target)
  if (release === null) {
    throw new TryLaterError('other deliveries to the target are running', slots.waitMs(call.target))
  }
  try {
    return await tryOnce(deps, call, turn)
  } finally {
    release()
  }
}

async function tryOnce(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  turn: DeliveryTurn,
): Promise<TargetDeliveryEnd> {
  const { now, slots } = deps.delivery
  const before = await readTargetDelivery(deps.store, jobOf(call), call.target)
  const tries = triesOf(before, turn.scheduledMs, now())
  const delivery = { ...before, state: 'delivering', deliveredAt: null, tries } satisfies TargetDelivery
  const clock = new TryClock(deliveryLimits.tryMs, now)
  const startedOver = tries.startedOver ?? 0
  const continues = startedOver < deliveryLimits.startedOverMax
  try {
    await deliver(deps, call, delivery, { signal: turn.signal, clock, continues })
    return { state: 'delivered', files: delivery.files.length, error: null }
  } catch (error) {
    if (error instanceof OwnStoreError) throw error.cause
    turn.signal.throwIfAborted()
    if (error instanceof UndeliverableError) return await failDelivery(deps, call, error.message)
    if (error instanceof TryLaterError) {
      const over = clock.hasProgressed ? 0 : startedOver + 1
      await writeState(deps, call, { ...delivery, error: null, tries: { ...tries, faults: 0, startedOver: over } })
      // Those that wait come before one that has had its turn.
      const pauseMs = slots.hasWaiting(call.target) ? slots.waitMs(call.target) : deliveryLimits.againMs
      throw new TryLaterError(error.message, pauseMs)
    }
    if (!(error instanceof TargetFaultError)) throw error
    return await afterFault(deps, call, delivery, error)
  }
}

/** Returns the tries of a delivery before this one; none when the state is of an earlier start. */
const triesOf = ({ tries }: TargetDelivery, scheduledMs: number, nowMs: number): DeliveryTries =>
  tries?.scheduledMs === scheduledMs ? tries : { scheduledMs, firstMs: nowMs, faults: 0 }

/** Gives up after the time for it; otherwise writes the fault and throws it with the pause before the next try. */
async function afterFault(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  delivery: TriedDelivery,
  fault: TargetFaultError,
): Promise<TargetDeliveryEnd> {
  const { now, giveUpMs } = deps.delivery
  metrics.deliveryFaults.inc()
  const { firstMs, faults } = delivery.tries
  if (now() - firstMs >= giveUpMs) return await failDelivery(deps, call, fault.message)
  const standing = await standingEnd(deps, call)
  if (standing !== null) return standing
  await writeState(deps, call, {
    ...delivery,
    error: fault.message,
    tries: { ...delivery.tries, faults: faults + 1 },
  })
  fault.pauseMs = Math.min(deliveryLimits.retryInitialMs * 2 ** faults, deliveryLimits.retryMaxMs)
  throw fault
}

/**
 * Writes that a delivery has failed for good, unless the present archives have been delivered.
 * @param reason in words for callers.
 * @throws StoreUnavailableError
 */
export async function failDelivery(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  reason: string,
): Promise<TargetDeliveryEnd> {
  const standing = await standingEnd(deps, call)
  if (standing !== null) return standing
  const before = await readTargetDelivery(deps.store, jobOf(call), call.target)
  await writeState(deps, call, { ...before, state: 'failed', error: reason, deliveredAt: null })
  await dropBegun(deps, call)
  metrics.deliveries.inc({ outcome: 'failed' })
  deps.logger.warn({ jobId: call.jobId, target: call.target, reason }, 'archives were not delivered')
  return { state: 'failed', files: before.files.length, error: reason }
}

/** Returns the end of a delivery that another try has completed; otherwise null. */
async function standingEnd(
  { store, delivery: { now } }: TargetDeliveryDeps,
  call: TargetDeliveryInput,
): Promise<TargetDeliveryEnd | null> {
  const standing = await standingDelivery(store, jobOf(call), call.target, now())
  return standing === null ? null : { state: 'delivered', files: standing.files.length, error: null }
}

/**
 * Copies everything, and again what is built again meanwhile: finalising starts no second delivery beside this one.
 * @param delivery its files are replaced by those that are at the target.
 */
async function deliver(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  delivery: TriedDelivery,
  stop: CopyStop,
): Promise<void> {
  const { now } = deps.delivery
  let results: DeliverableResults | null = await waitingResults(deps.store, jobOf(call), now())
  await writeState(deps, call, delivery)
  const target = await openFor(deps, call, stop.signal)
  try {
    while (results !== null) {
      await copyResults(deps, call, target, { results, delivery }, stop)
      results = await newerResults(deps.store, jobOf(call), results, now())
    }
  } finally {
    target.bucket.close()
  }
  const deliveredAt = new Date(now()).toISOString()
  await writeState(deps, call, { ...delivery, state: 'delivered', deliveredAt })
  metrics.deliveries.inc({ outcome: 'delivered' })
  deps.logger.info({ jobId: call.jobId, target: call.target, files: delivery.files.length }, 'archives delivered')
}

/** Copies the archives and then the manifest. */
async function copyResults(
  deps: TargetDeliveryDeps,
  call: TargetDeliveryInput,
  target: OpenTarget,
  { results: { record, archives }, delivery }: { results: DeliverableResults; delivery: TriedDelivery },
  stop: CopyStop,
): Promise<void> {
  const files: CopiedFile[] = []
  for (const archive of archives) {
    if (stop.clock.isOver()) throw new TryLaterError('further files are copied next', deliveryLimits.againMs)
    const file = await deliverArchive(deps, target, archive, delivery.files, stop)
    if (!delivery.files.includes(file)) {
      delivery.tries = { ...delivery.tries, faults: 0, startedOver: 0 }
      stop.clock.progresses()
    }
    files.push(file)
    const others = delivery.files.filter(({ name }) => !files.some((each) => each.name === name))
    delivery.files = [...files, ...others]
    delivery.error = null
    await writeState(deps, call, delivery)
  }
  delivery.files = files
  const { bucket, folder } = target
  const manifest = deliveryManifest(record, files)
  await target.call(async () => await bucket.put(`${folder}${manifestName}`, manifest, 'application/json'))
}

/** Copies an archive unless an earlier try has copied this version of it and it is still there. */
async function deliverArchive(
  { store }: TargetDeliveryDeps,
  { bucket, folder, call }: OpenTarget,
  { name, key, head }: WaitingArchive,
  before: readonly CopiedFile[],
  stop: CopyStop,
): Promise<CopiedFile> {
  const to = `${folder}${name}`
  const known = before.find((file) => file.name === name && file.source === head.etag)
  if (known !== undefined && (await call(async () => await visibleSizeOf(bucket, to))) === head.bytes) return known
  const copied = await call(async () => await copyArchive(store, bucket, { from: key, head, to, name }, stop))
  metrics.deliveredBytes.inc(copied.bytes)
  return { ...copied, source: head.etag }
}

/**
 * Finds the configuration of a target.
 * @throws TargetFaultError when the file of targets no longer has it, or cannot be read: it may be repaired.
 */
async function configuredTarget(
  { delivery, logger }: Pick<TargetDeliveryDeps, 'delivery' | 'logger'>,
  { jobId, tenant, target: name }: TargetDeliveryInput,
): Promise<DeliveryTarget> {
  const targets = await delivery.targets.of(tenant).catch((cause: unknown) => {
    logger.warn({ err: cause, jobId, target: name }, 'the file of delivery targets cannot be read')
    throw new TargetFaultError('the delivery targets of the service cannot be read', { cause })
  })
  const configured = targets.find((target) => target.name === name)
  if (configured === undefined) throw new TargetFaultError('the target is not configured for this tenant any more')
  return configured
}

/** Opens the target of a delivery. @throws TargetFaultError when it cannot be opened now. */
async function openFor(deps: TargetDeliveryDeps, input: TargetDeliveryInput, signal: AbortSignal): Promise<OpenTarget> {
  const { delivery, logger } = deps
  const { jobId, target: name } = input
  const configured = await configuredTarget(deps, input)
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof OwnStoreError || error instanceof TryLaterError || signal.aborted) throw error
      const reason = targetFaultText(error)
      logger.warn({ err: error, jobId, target: name, reason }, 'a delivery target did not take a file')
      throw new TargetFaultError(reason, { cause: error })
    }
  }
  const bucket = await call(async () => await delivery.open(configured))
  return { bucket, folder: `${configured.prefix}${jobId}/`, call }
}

/** Writes the state while the job exists: a later object would not be deleted together with it. */
async function writeState(
  { store }: Pick<TargetDeliveryDeps, 'store'>,
  call: TargetDeliveryInput,
  delivery: TargetDelivery,
): Promise<void> {
  const job = jobOf(call)
  if ((await readRecord(store, job)) !== null) await writeTargetDelivery(store, job, delivery)
}

/** Drops uploads that were begun and will not be completed, as far as the target allows. */
async function dropBegun(deps: TargetDeliveryDeps, call: TargetDeliveryInput): Promise<void> {
  try {
    const target = await configuredTarget(deps, call)
    const bucket = await deps.delivery.open(target)
    await dropUploads(bucket, `${target.prefix}${call.jobId}/`).finally(() => bucket.close())
  } catch {
    // A target that is away keeps the parts; its own rule for incomplete uploads removes them.
  }
}

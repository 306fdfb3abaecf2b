/**
 * Starts a job exactly once: takes a place, stores the request, starts the lifecycle workflow, in this order. A process
 * may die between any two steps: a repeated request under the same idempotency key finds the unfinished start and
 * completes it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { markOf } from '@seine/shared/jobs/started-jobs.ts'
import { hasRecord } from '@seine/shared/jobs/job-record.ts'
import { storedInput } from '@seine/shared/jobs/stored-input.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { batchUrlsKey, inputCopyKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { checkSameRequest, openRequestHash } from '../http/idempotency-key.ts'
import { JobEngineUnavailableError, type JobEngine, type WorkflowView } from '../engine/job-engine.ts'
import type { ResultStore } from './result-store.ts'
import type { JobStarter, RunningJobs, RunningTicket } from '../quota/running-jobs-quota.ts'

export interface StartOncePorts {
  engine: JobEngine
  store: ResultStore
  /** Places for running jobs. A place that is never given back is freed by the check for stale tickets. */
  running: Pick<RunningJobs, 'take'>
  /** Opens what an earlier request has stored; null when no key is configured. */
  sealing: Sealing | null
}

/** A job as it is stored, and the list of a batch, which is stored separately; the list is null for a crawl. */
export interface StartOrder {
  input: JobInput
  /** Hash of the request, whether or not the input has it as it is stored; null: without an idempotency key. */
  requestHash: string | null
  /** JSON; null: no list. */
  list: string | Uint8Array | null
  starter: JobStarter
}

/** A run of a job; its id is empty when the workflow service has forgotten it. */
export interface Started {
  runId: string
  /** True when the job was started by an earlier request under the same key. */
  replayed: boolean
}

/**
 * Returns what an earlier request stored; a store may refuse a colliding write before the other write becomes readable.
 */
async function earlierInput(job: JobInput, store: ResultStore): Promise<JobInput> {
  const until = performance.now() + gatewayLimits.inputRereadBudgetMs
  for (;;) {
    const stored = await storedInput(store, job)
    if (stored !== null) return stored
    if (performance.now() >= until) throw new StoreUnavailableError(`object store: ${inputKey(job)} is being written`)
    await sleep(gatewayLimits.inputRereadIntervalMs)
  }
}

type StoredHashes = Pick<Partial<JobInput>, 'requestHash' | 'sealedRequestHash'>

/** Returns the hashes in the memo of a job. */
function hashesIn({ requestHash, sealedRequestHash }: Record<string, unknown>): StoredHashes {
  return {
    ...(typeof requestHash === 'string' ? { requestHash } : {}),
    ...(typeof sealedRequestHash === 'string' ? { sealedRequestHash } : {}),
  }
}

/**
 * Returns the hash of the request of a job. @param from its memo or its stored input; null: it is gone.
 * @returns undefined when no hash was stored; null when it cannot be opened.
 */
function knownHash(from: StoredHashes | null, jobId: string, sealing: Sealing | null): string | null | undefined {
  const { requestHash, sealedRequestHash } = from ?? {}
  return sealedRequestHash === undefined ? requestHash : openRequestHash(sealing, sealedRequestHash, jobId)
}

/**
 * Returns the workflow started under a key; null if none exists. It identifies its job even when the record has
 * expired.
 */
async function knownRun(
  { input, requestHash }: Pick<StartOrder, 'input' | 'requestHash'>,
  { engine, store, sealing }: StartOncePorts,
): Promise<WorkflowView | null> {
  const view = await engine.describe(input.id)
  if (view === null) return null
  const inMemo = knownHash(hashesIn(view.memo), input.id, sealing)
  const known = inMemo === undefined ? knownHash(await storedInput(store, input), input.id, sealing) : inMemo
  checkSameRequest(known, requestHash ?? undefined)
  return view
}

/** Starts the workflow of a job that has a place. */
async function startWorkflow(
  { input, requestHash, list }: Omit<StartOrder, 'starter'>,
  place: RunningTicket,
  ports: StartOncePorts,
): Promise<Started> {
  await Promise.all([
    ports.store.put(inputCopyKey(input), JSON.stringify(input)),
    ports.store.put(markOf(input), ''),
    // A repeated request has the same list, because the request hash covers it.
    ...(list === null ? [] : [ports.store.put(batchUrlsKey(input), list)]),
  ])
  const run = await ports.engine.start(input)
  if (run !== null) return { runId: run.runId, replayed: false }
  const known = await knownRun({ input, requestHash }, ports)
  // The job may have ended by now, and its place may be free again.
  await place.giveBack()
  return { runId: known?.runId ?? '', replayed: true }
}

/** Starts a job with a new id, which no other request can refer to. */
async function startNew(order: StartOrder, ports: StartOncePorts): Promise<Started> {
  const { input, starter } = order
  const place = await ports.running.take(starter, input.id)
  try {
    await ports.store.put(inputKey(input), JSON.stringify(input))
    return await startWorkflow(order, place, ports)
  } catch (error) {
    const given = place.giveBack()
    // Giving back also queries the engine: when the engine is unavailable, the caller has already waited long enough.
    if (!(error instanceof JobEngineUnavailableError)) await given
    throw error
  }
}

/**
 * Completes the start that an earlier request under the key began. @param held the place of this request, if it has
 * one.
 */
async function goOn(
  stored: JobInput,
  held: RunningTicket | null,
  { input, requestHash, list, starter }: StartOrder,
  ports: StartOncePorts,
): Promise<Started> {
  // A job counts under the API key of its first request.
  const keyId = stored.keyId ?? starter.keyId
  if (keyId !== starter.keyId) await held?.giveBack()
  checkSameRequest(knownHash(stored, input.id, ports.sealing), requestHash ?? undefined)
  // A record outlives its workflow: the job has ended and must not run again.
  if (await hasRecord(ports.store, input)) return { runId: '', replayed: true }
  const own = keyId === starter.keyId ? held : null
  const place = own ?? (await ports.running.take({ ...starter, keyId }, input.id))
  return await startWorkflow({ input: stored, requestHash, list }, place, ports)
}

/**
 * Finds the job that an earlier request under the idempotency key started, and completes its start if it was
 * interrupted.
 * @param order `input` may still have its secrets in place.
 * @returns null if none exists.
 * @throws as `startOnce`.
 */
export async function earlierStart(order: StartOrder, ports: StartOncePorts): Promise<Started | null> {
  const { input } = order
  const known = await knownRun(order, ports)
  if (known !== null) return { runId: known.runId, replayed: true }
  const stored = await storedInput(ports.store, input)
  return stored === null ? null : await goOn(stored, null, order, ports)
}

/** Starts a job whose id is derived from an idempotency key. */
async function startUnderKey(order: StartOrder, ports: StartOncePorts): Promise<Started> {
  const { input, starter } = order
  // Taken before anything is written: a refused start does not bind its key.
  const place = await ports.running.take(starter, input.id)
  // Failures after this point keep the place: another request under the key may be about to use it.
  if (await ports.store.putIfAbsent(inputKey(input), JSON.stringify(input))) {
    return await startWorkflow(order, place, ports)
  }
  return await goOn(await earlierInput(input, ports.store), place, order, ports)
}

/**
 * Starts a job; under an idempotency key for which `earlierStart` has found none, it may still find one that has been
 * started since.
 * @throws ApiError when the key was used for another request or there is no place for one more job;
 *   JobEngineUnavailableError, EngineRefusedError, StoreUnavailableError.
 */
export const startOnce = (order: StartOrder, ports: StartOncePorts): Promise<Started> =>
  order.requestHash === null ? startNew(order, ports) : startUnderKey(order, ports)

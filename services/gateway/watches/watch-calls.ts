/** The operations of the watch routes: definitions are versions in the store, schedules are derived from them. */
import { createHash, randomUUID } from 'node:crypto'
import {
  entryKeyOf,
  sealSecrets,
  openSecrets,
  type DefinitionStore,
} from '@seine/activities/watches/definition-store.ts'
import type { RunStore } from '@seine/activities/watches/run-store.ts'
import { countSkippedRuns } from '@seine/activities/watches/skipped-runs.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { readBody } from '@seine/shared/api/rules/request-body.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchDefinition, WatchRef, WatchSecrets } from '@seine/shared/watches/definition.ts'
import { maskedRequest, withStoredValues } from '@seine/shared/watches/masked-request.ts'
import { isWatchId, keyedRunIdOf, keyedWatchIdOf, watchJobIdOf } from '@seine/shared/watches/watch-ids.ts'
import { definitionKey } from '@seine/shared/watches/watch-keys.ts'
import { readWatchRequest, within, type WatchContent } from '@seine/shared/watches/watch-request.ts'
import { deliveryErrors } from '../checks/delivery-check.ts'
import { patternErrors } from '../checks/pattern-check.ts'
import { schemaErrors } from '../checks/schema-check.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { checkSameRequest, requestHashOf, type KeyResult } from '../http/idempotency-key.ts'
import { checkIfMatch, versionMismatch } from '../http/if-match.ts'
import { checkJob, runnable, type StartPorts } from '../jobs/job-start.ts'
import type { JobStarter, RunningTicket } from '../quota/running-jobs-quota.ts'
import type { KnownWatch } from './watch-body.ts'
import { watchesOfKey } from './watch-index.ts'
import { ScheduleRefusedError, type WatchEngine } from './watch-engine.ts'

export interface WatchPorts extends StartPorts {
  watches: {
    engine: WatchEngine
    definitions: DefinitionStore
    runs: RunStore
    objects: Pick<Store, 'list' | 'get' | 'getJson' | 'delete'>
    /** Returns the quotas of a key; none for an unknown one. */
    quotasOf(tenant: string, keyId: string): Promise<JobStarter['quotas']>
  }
}

/** The caller of a request about watches. */
export interface WatchCaller extends JobStarter {
  requestId: string
}

/** Returns the error 404 for a watch that does not exist or belongs to another tenant. */
export const watchNotFound = (): ApiError => new ApiError('watch_not_found', 'there is no such watch')

/** Returns the definition of a watch. @throws ApiError `watch_not_found`; StoreUnavailableError. */
export async function ownWatch(watch: WatchRef, { watches }: WatchPorts): Promise<WatchDefinition> {
  const definition = isWatchId(watch.id) ? await watches.definitions.newest(watch) : null
  if (definition === null) throw watchNotFound()
  return definition
}

/** Returns the request of the job inside the request of a watch. */
const jobOfBody = (body: unknown, at: '/crawl' | '/batch'): unknown => (isObject(body) ? body[at.slice(1)] : null)

/**
 * Reads a request and checks it, except for what the service has; see `usable`.
 * @throws ApiError with every problem, unknown delivery targets included.
 */
async function readContent(body: unknown, id: string, caller: WatchCaller, ports: WatchPorts): Promise<WatchContent> {
  const { tenant, keyId, requestId } = caller
  const identity = { id, tenant, keyId, requestId, createdAt: new Date().toISOString() }
  const result = await readWatchRequest(body, identity, ports)
  const errors = [
    ...(result.ok ? [] : result.errors),
    ...within(result.at, await patternErrors(result.patterns, tenant, ports)),
    ...within(result.at, await schemaErrors(result.schema, tenant, ports)),
  ]
  if (result.ok && errors.length === 0) return result.content
  throw invalidRequest([
    ...errors,
    ...within(result.at, await deliveryErrors(jobOfBody(body, result.at), tenant, ports)),
  ])
}

/**
 * Returns the content as this service can run it.
 * @throws ApiError as the start of a job for what is not configured.
 */
async function usable(content: WatchContent, body: unknown, ports: WatchPorts): Promise<WatchContent> {
  const { job, urls, email } = content
  const at = urls === null ? '/crawl' : '/batch'
  const errors = within(at, await deliveryErrors(jobOfBody(body, at), job.tenant, ports))
  if (errors.length > 0) throw invalidRequest(errors)
  if (email !== null && !ports.mail) {
    throw new ApiError(
      'not_configured',
      'this service has no mail server: leave `email` out, or set SEINE_SMTP_URL and SEINE_MAIL_FROM',
    )
  }
  await checkJob(job, urls, ports)
  return { ...content, job: runnable(job, ports) }
}

/** Returns the SHA-256 (hex) of a request's meaning: equal for equivalent bodies. */
function contentHashOf({ job, ...others }: WatchContent): string {
  return createHash('sha256')
    .update(JSON.stringify([requestHashOf(job), others]))
    .digest('hex')
}

/**
 * Returns the SHA-256 (hex) of what makes a new base when it changes.
 * @param tag labels in place of those of the jobs: none, because labels change nothing that is compared.
 */
function baseHashOf({ job, urls, track }: WatchContent, tag: readonly string[]): string {
  const { id: _id, requestId: _requestId, createdAt: _createdAt, keyId: _keyId, ...meaning } = job
  return createHash('sha256')
    .update(JSON.stringify([{ ...meaning, tag }, urls, track]))
    .digest('hex')
}

/**
 * Returns the hashes of a stored definition. `isOpen` is false when those that are sealed cannot be opened: they are
 * missing then.
 */
function hashesOf(
  definition: WatchDefinition,
  { sealing }: Pick<WatchPorts, 'sealing'>,
): Pick<WatchDefinition, 'baseHash' | 'requestHash'> & { isOpen: boolean } {
  const { baseHash, requestHash } = definition
  const plain = { baseHash, ...(requestHash === undefined ? {} : { requestHash }), isOpen: definition.sealed === null }
  if (definition.sealed === null || sealing === null) return plain
  try {
    const sealed = openSecrets(sealing, definition)
    return {
      ...plain,
      isOpen: true,
      ...(sealed?.baseHash === undefined ? {} : { baseHash: sealed.baseHash }),
      ...(sealed?.requestHash === undefined ? {} : { requestHash: sealed.requestHash }),
    }
  } catch (error) {
    if (error instanceof SealError) return plain
    throw error
  }
}

type Versions = Pick<WatchDefinition, 'version' | 'createdAt' | 'updatedAt' | 'keyId' | 'requestHash'>

/**
 * Returns the definition of a checked request.
 * @throws ApiError when it has secrets and there is no key to seal them.
 */
function definitionOf(
  watch: WatchRef,
  request: Record<string, unknown>,
  content: WatchContent,
  { requestHash, ...versions }: Versions,
  before: WatchDefinition | null,
  { sealing }: WatchPorts,
): WatchDefinition {
  const { job, webhook, email, urls, ...others } = content
  const taken = takeSecrets(job)
  const hasSecrets = taken.secrets !== null || webhook !== null || email !== null
  if (hasSecrets && sealing === null) {
    throw new ApiError(
      'not_configured',
      'headers, bodies, values of actions and receivers are sealed before they are stored, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  const baseHash = baseHashOf(content, [])
  // A definition of an earlier release was hashed with its labels.
  const baseBefore = before === null ? null : hashesOf(before, { sealing }).baseHash
  const isSameBase = before !== null && (baseBefore === baseHash || baseBefore === baseHashOf(content, before.job.tag))
  const hashes = { baseHash, ...(requestHash === undefined ? {} : { requestHash }) }
  // The hash of the request that created the watch may be that of one with secrets.
  const isSealed = sealing !== null && (hasSecrets || (before !== null && before.sealed !== null))
  const secrets: WatchSecrets = { job: taken.secrets, webhook, email, request, ...hashes }
  return {
    ...watch,
    ...others,
    ...versions,
    baseVersion: isSameBase ? before.baseVersion : versions.version,
    hasWebhook: webhook !== null,
    hasEmail: email !== null,
    job: taken.input,
    urls,
    shown: maskedRequest(request) as Record<string, unknown>,
    sealed: isSealed ? sealSecrets(sealing, watch, secrets) : null,
    ...(isSealed ? { baseHash: '' } : hashes),
  }
}

/** Brings the schedule to the definition. @throws ApiError for a schedule that the workflow service refuses. */
async function reconcile(definition: WatchDefinition, { watches }: WatchPorts): Promise<void> {
  try {
    await watches.engine.reconcile(definition)
  } catch (error) {
    if (!(error instanceof ScheduleRefusedError)) throw error
    const message = '`schedule` is not accepted by the workflow service'
    throw invalidRequest([{ pointer: '/schedule', code: 'validation_failed', message }])
  }
}

/**
 * Returns whether a watch still exists that was scheduled just now; if not, its schedule is deleted. A deletion removes
 * the index entry before it looks for what requests like this one have written meanwhile: either it finds that, or this
 * request finds no entry. An entry that is missing without a deletion was lost, and is written again.
 */
async function isStanding(definition: WatchDefinition, { watches }: WatchPorts): Promise<boolean> {
  if ((await watches.objects.get(entryKeyOf(definition))) !== null) return true
  if (await watches.definitions.restoreEntry(definition)) return true
  await watches.engine.unschedule(definition)
  return false
}

/** Schedules a watch that another request may be deleting. @throws ApiError `watch_not_found`, and as `reconcile`. */
async function scheduleStanding(definition: WatchDefinition, ports: WatchPorts): Promise<void> {
  await reconcile(definition, ports)
  if (!(await isStanding(definition, ports))) throw watchNotFound()
}

async function checkQuota({ tenant, keyId }: WatchCaller, { watches }: WatchPorts): Promise<void> {
  const index = await watches.definitions.index(tenant, null, Infinity)
  if (watchesOfKey(index, keyId) < watchLimits.perKeyMax) return
  // Two more calls, and only now: interrupted creations are rare.
  const own = watchesOfKey(await watches.definitions.deleteUnfinished(tenant, index), keyId)
  if (own < watchLimits.perKeyMax) return
  throw new ApiError(
    'watch_quota_reached',
    `this API key has ${own} watches, and ${watchLimits.perKeyMax} are allowed: delete some first`,
  )
}

/** Adds to a definition what is stored elsewhere. */
export async function known(definition: WatchDefinition, { watches }: WatchPorts): Promise<KnownWatch> {
  const [schedule, numbers, skipped] = await Promise.all([
    watches.engine.schedule(definition),
    watches.runs.numbers(definition),
    countSkippedRuns(watches.objects, definition),
  ])
  const last = numbers.at(-1)
  const lastRun = last === undefined ? null : await watches.runs.run(definition, last)
  return { definition, schedule, skipped, lastRun }
}

/**
 * Creates a watch, or finds the one that was created under the same idempotency key.
 * @throws ApiError when the request is invalid, its key was used for another request, too many watches exist, or
 *   something it needs is not configured; JobEngineUnavailableError, EngineRefusedError, StoreUnavailableError.
 */
export async function createWatch(
  body: unknown,
  caller: WatchCaller,
  key: KeyResult,
  ports: WatchPorts,
): Promise<{ watch: KnownWatch; replayed: boolean }> {
  if (!key.ok) throw invalidRequest([key.problem])
  const id = key.key === null ? `watch-${randomUUID()}` : keyedWatchIdOf(caller.tenant, key.key)
  const watch = { tenant: caller.tenant, id }
  const content = await readContent(body, id, caller, ports)
  const { definitions, objects } = ports.watches
  const requestHash = key.key === null ? undefined : contentHashOf(content)
  // Before the checks of what the watch needs, which may have become unavailable since it was created.
  const earlier = key.key === null ? null : await definitions.newest(watch)
  if (earlier !== null) return await replayed(earlier, requestHash, ports)

  const at = new Date().toISOString()
  const versions = {
    version: 1,
    createdAt: at,
    updatedAt: at,
    keyId: caller.keyId,
    ...(requestHash === undefined ? {} : { requestHash }),
  }
  const needed = await usable(content, body, ports)
  const definition = definitionOf(watch, body as Record<string, unknown>, needed, versions, null, ports)
  await checkQuota(caller, ports)
  if (await definitions.create(definition)) return { watch: await begun(definition, ports), replayed: false }
  const standing = await definitions.existing(watch)
  if (entryKeyOf(standing) !== entryKeyOf(definition)) await objects.delete([entryKeyOf(definition)])
  return await replayed(standing, requestHash, ports)
}

/** Answers a repeated request. @throws ApiError when its key was used for another request, and as `scheduleStanding`. */
async function replayed(
  standing: WatchDefinition,
  requestHash: string | undefined,
  ports: WatchPorts,
): Promise<{ watch: KnownWatch; replayed: true }> {
  const before = hashesOf(standing, ports)
  checkSameRequest(before.requestHash ?? (before.isOpen ? undefined : null), requestHash)
  await scheduleStanding(standing, ports)
  return { watch: await known(standing, ports), replayed: true }
}

/** Schedules a new watch; without a schedule it does not stay. */
async function begun(definition: WatchDefinition, ports: WatchPorts): Promise<KnownWatch> {
  try {
    await reconcile(definition, ports)
  } catch (error) {
    await ports.watches.definitions.remove(definition)
    throw error
  }
  if (!(await isStanding(definition, ports))) throw watchNotFound()
  return await known(definition, ports)
}

/** Returns a watch; its schedule is brought to its definition when an earlier request could not do so. */
export async function readWatch(watch: WatchRef, ports: WatchPorts): Promise<KnownWatch> {
  const definition = await ownWatch(watch, ports)
  const found = await known(definition, ports)
  if (found.schedule?.version === definition.version) return found
  await scheduleStanding(definition, ports)
  return { ...found, schedule: await ports.watches.engine.schedule(definition) }
}

async function writeVersion(definition: WatchDefinition, ports: WatchPorts): Promise<KnownWatch> {
  if (!(await ports.watches.definitions.replace(definition))) throw versionMismatch('watch', definition.version)
  await reconcile(definition, ports)
  if (!(await isStanding(definition, ports))) {
    await ports.watches.objects.delete([definitionKey(definition, definition.version)])
    throw watchNotFound()
  }
  return await known(definition, ports)
}

/**
 * Replaces the definition of a watch.
 * @param ifMatch `If-Match` header of the request.
 * @throws ApiError as `createWatch`, `watch_not_found`, `version_mismatch`.
 */
export async function replaceWatch(
  watch: WatchRef,
  body: unknown,
  ifMatch: string | undefined,
  caller: WatchCaller,
  ports: WatchPorts,
): Promise<KnownWatch> {
  const before = await ownWatch(watch, ports)
  const read = readBody(body)
  if (!read.ok) throw invalidRequest(read.errors)
  const stored = openSecrets(ports.sealing, before)?.request ?? before.shown
  const whole = withStoredValues(read.body, stored)
  const content = await usable(await readContent(whole, watch.id, caller, ports), whole, ports)
  checkIfMatch(ifMatch, 'watch', before.version)
  const { createdAt, keyId } = before
  const { requestHash } = hashesOf(before, ports)
  const versions = {
    version: before.version + 1,
    createdAt,
    keyId,
    updatedAt: new Date().toISOString(),
    ...(requestHash === undefined ? {} : { requestHash }),
  }
  return await writeVersion(
    definitionOf(watch, whole as Record<string, unknown>, content, versions, before, ports),
    ports,
  )
}

/** Pauses or resumes a watch; a watch that is so already does not change. */
export async function setWatchPaused(watch: WatchRef, paused: boolean, ports: WatchPorts): Promise<KnownWatch> {
  const before = await ownWatch(watch, ports)
  if (before.paused === paused) return await readWatch(watch, ports)
  const changed = { ...before, paused, version: before.version + 1, updatedAt: new Date().toISOString() }
  return await writeVersion(changed, ports)
}

/** Deletes a watch. @throws ApiError `watch_not_found`, `version_mismatch`; JobEngineUnavailableError. */
export async function deleteWatch(watch: WatchRef, ifMatch: string | undefined, ports: WatchPorts): Promise<void> {
  const definition = await ownWatch(watch, ports)
  checkIfMatch(ifMatch, 'watch', definition.version)
  const { engine, definitions, objects } = ports.watches
  await engine.unschedule(watch)
  await definitions.remove(definition)
  // Older entries of the watch are left by creations that were interrupted; a newer one may belong to the next watch.
  const older = await definitions.index(watch.tenant, entryKeyOf(definition), Infinity)
  await objects.delete(older.filter(({ id }) => id === watch.id).map(({ key }) => key))
  // A request that had read the watch before may have written a version or the schedule meanwhile: see `isStanding`.
  const later = await definitions.newest(watch)
  const isSame = later?.createdAt === definition.createdAt
  if (isSame) await definitions.remove(later)
  if (isSame || later === null) await engine.unschedule(watch)
}

/** A run that has been started. */
export interface StartedRun {
  run_id: string
  job_id: string
  replayed: boolean
}

/**
 * Takes a place for the job of a run among those of the key of its watch, whichever key of the tenant asks. Of scheduled
 * runs, the worker that begins them does.
 */
async function placeFor(
  { tenant, keyId }: WatchDefinition,
  jobId: string,
  { running, watches }: WatchPorts,
): Promise<RunningTicket> {
  const quotas = await watches.quotasOf(tenant, keyId)
  return await running.take({ tenant, keyId, quotas }, jobId, 'the key of this watch')
}

/**
 * Starts a run now.
 * @throws ApiError `watch_not_found`, `run_in_progress`, `concurrency_limit_reached`; JobEngineUnavailableError;
 *   StoreUnavailableError.
 */
export async function runWatch(
  watch: WatchRef,
  key: KeyResult,
  caller: WatchCaller,
  ports: WatchPorts,
): Promise<StartedRun> {
  if (!key.ok) throw invalidRequest([key.problem])
  const definition = await ownWatch(watch, ports)
  const { job } = definition
  const runId = key.key === null ? `run-${randomUUID()}` : keyedRunIdOf(watch, key.key)
  const jobId = watchJobIdOf(watch, runId, job.kind)
  const answer = { run_id: runId, job_id: jobId }
  const isKnown =
    key.key !== null && (await ports.watches.objects.getJson(inputKey({ tenant: watch.tenant, id: jobId }))) !== null
  if (isKnown) return { ...answer, replayed: true }
  const input = {
    tenant: watch.tenant,
    watchId: watch.id,
    trigger: 'manual' as const,
    runId,
    nominalAt: new Date().toISOString(),
    requestId: caller.requestId,
  }
  const place = await placeFor(definition, jobId, ports)
  const started = await ports.watches.engine.run(input, jobId).catch(async (error: unknown) => {
    await place.giveBack()
    throw error
  })
  if (started.started) return { ...answer, replayed: false }
  if (started.runId === runId) return { ...answer, replayed: true }
  await place.giveBack()
  throw new ApiError('run_in_progress', 'a run of this watch is in progress')
}

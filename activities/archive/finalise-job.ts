/**
 * The `finaliseJob` activity: writes archives of what exists and the final status, however the run ended. Idempotent;
 * `status.json` is written last and marks the job as finished.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { archivesOf, type JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import { expiryKey, runningKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { FinaliseInput, FinaliseResult, RunOutcome } from '@seine/shared/temporal/shapes.ts'
import { notedCounters } from '@seine/shared/jobs/noted-counters.ts'
import { undeliveredEvents } from '../notify/undelivered-end.ts'
import { closeFrontier, type CloseDeps } from './close-frontier.ts'
import { readRecord, recordedOutcome, writeRecord } from '@seine/shared/jobs/job-record.ts'
import type { ManifestFacts } from './manifest.ts'
import { createResultSources } from './result-sources.ts'
import { resultWarnings } from './result-warnings.ts'
import { salvageFrontier } from './salvage-frontier.ts'
import { hasArchives, writeResults, type ResultDeps } from './write-results.ts'

export interface FinaliseDeps extends CloseDeps, ResultDeps {
  retentionDays: number
}

/**
 * How the end of a job is assembled. `whole`: from its frontier; `salvaged`: from the readable part of the frontier;
 * `bare`: without results, when both fail.
 */
export type FinaliseWay = 'whole' | 'salvaged' | 'bare'

/**
 * Ends a job, or completes the record of a finished one when the call says `again`.
 * @param way see `FinaliseWay`.
 * @throws StoreUnavailableError, which Temporal retries; FrontierLostError; any error caused by a damaged object.
 */
export async function finaliseJob(
  deps: FinaliseDeps,
  call: FinaliseInput,
  way: FinaliseWay = 'whole',
): Promise<FinaliseResult> {
  const { store, inputs } = deps
  const job = jobOf(call)
  const input = await inputs.bare(job)
  const written = await readRecord(store, job)
  const standing = written ?? (await finalStatus(deps, input, call, way))
  // An earlier attempt may have died between the two; a job that ends now has returned its ticket already.
  if (written !== null) await returnTicket(store, input)
  if (call.again !== true) return resultOf(standing, call)
  const complete = written?.incomplete === true ? await completeRecord(deps, input, written, way) : standing
  const untold = await undeliveredEvents(store, input, complete)
  return { ...resultOf(complete, call), ...(untold === null ? {} : { untold }) }
}

/** Builds what a record lists as missing and replaces the record. Existing archives stay. */
async function completeRecord(
  deps: FinaliseDeps,
  input: JobInput,
  record: FinalStatus,
  way: FinaliseWay,
): Promise<FinalStatus> {
  if (way === 'bare') return record
  const { id: jobId, tenant, completedAt, expiresAt } = record
  const call = { jobId, tenant, outcome: recordedOutcome(record), endedAtMs: Date.parse(completedAt) }
  const sources = createResultSources(deps.store)
  const before = await sources.of(input)
  const built = await wholeStatus(deps, input, call, way)
  const lacksArchives = hasArchives(built) && archivesOf(input).some((name) => built.archives[name] === undefined)
  const isBuilt = built.incomplete === true && !lacksArchives
  const complete: FinalStatus = {
    ...built,
    archives: { ...record.archives, ...built.archives },
    expiresAt,
  }
  // Objects that reappeared during the build may not be included in it.
  if (isBuilt && before === (await sources.of(input))) complete.builtFrom = before
  await deps.store.put(statusKey(input), JSON.stringify(complete))
  return complete
}

/** Removes the running tickets of the job, so that it no longer counts as running. */
async function returnTicket(store: Store, input: JobInput): Promise<void> {
  if (input.keyId !== undefined) await store.delete(await store.list(runningKey(input, input.keyId)))
}

/**
 * Ends a job that has no final status yet. @returns the status that is stored in the end, which may be another
 * attempt's.
 */
async function finalStatus(
  deps: FinaliseDeps,
  input: JobInput,
  call: FinaliseInput,
  way: FinaliseWay,
): Promise<FinalStatus> {
  const { store } = deps
  const status = way === 'bare' ? await bareStatus(deps, input, call) : await wholeStatus(deps, input, call, way)
  // Return the ticket before the record is written: a caller who reads that the job has ended may start another at
  // once.
  await returnTicket(store, input)
  const first = await writeRecord(store, status)
  if (first) metrics.jobsFinished.inc({ kind: input.kind, status: status.status })
  const standing = first ? status : await readRecord(store, input)
  if (standing === null) throw new StoreUnavailableError(`object store: no status of ${input.id} is stored`)
  return standing
}

/** Returns the status of a job with results; the results are in the store when it returns. */
async function wholeStatus(
  deps: FinaliseDeps,
  input: JobInput,
  call: FinaliseInput,
  way: 'whole' | 'salvaged',
): Promise<FinalStatus> {
  const state = await (way === 'whole' ? closeFrontier : salvageFrontier)(deps, input, call)
  const counters = state.counters()
  const warnings = resultWarnings(input, state, call.outcome)
  const facts = statusFacts(input, { ...counters, stalls: state.stalls, warnings }, call, deps.retentionDays)
  // Write the expiry mark before the objects it is to remove, so that no object can outlive it.
  await deps.store.put(expiryKey(input, facts.expiresAt), '')
  const written = await writeResults(deps, { input, state, facts, outcome: call.outcome })
  const { archives, ledgerChunks, incomplete } = written
  const lacking = incomplete || way === 'salvaged' ? { incomplete: true as const } : {}
  const scope = state.scopeUrl === input.url ? {} : { scopeUrl: state.scopeUrl }
  return { ...facts, ...scope, archives, ledgerChunks, warnings: [...facts.warnings, ...written.warnings], ...lacking }
}

/** Returns the status of a job whose results cannot be assembled, based on the notes of its pages. */
async function bareStatus(
  { store, retentionDays }: FinaliseDeps,
  input: JobInput,
  call: FinaliseInput,
): Promise<FinalStatus> {
  const counters = await notedCounters(store, input)
  const outcome: RunOutcome =
    call.outcome.status === 'completed' ? { status: 'failed', error: 'the results cannot be assembled' } : call.outcome
  const warnings = ['the results cannot be assembled because of a repeated fault; operators find it in the log']
  const facts = statusFacts(input, { ...counters, warnings }, { ...call, outcome }, retentionDays)
  await store.put(expiryKey(input, facts.expiresAt), '')
  return { ...facts, archives: {}, ledgerChunks: 0, incomplete: true }
}

/**
 * Returns the result for the workflow: the record decides how the job has ended. A run that completed and whose results
 * cannot be assembled has failed.
 */
const resultOf = ({ total, completed, failed, status, error }: FinalStatus, { outcome }: FinaliseInput) => ({
  total,
  completed,
  failed,
  ...(status === 'failed' && outcome.status === 'completed' ? { failure: error ?? 'the job failed' } : {}),
  ...(status === 'completed' && outcome.status !== 'completed' ? { wasCompleted: true as const } : {}),
})

function statusFacts(
  input: JobInput,
  {
    total,
    completed,
    failed,
    stalls = 0,
    warnings,
  }: Pick<FinalStatus, 'total' | 'completed' | 'failed' | 'stalls' | 'warnings'>,
  { jobId, outcome, endedAtMs }: FinaliseInput,
  retentionDays: number,
): ManifestFacts {
  return {
    id: jobId,
    kind: input.kind,
    tenant: input.tenant,
    status: outcome.status,
    url: input.url,
    limit: input.limit,
    total,
    completed,
    failed,
    stalls,
    createdAt: input.createdAt,
    completedAt: new Date(endedAtMs).toISOString(),
    duration: Math.max(0, (endedAtMs - Date.parse(input.createdAt)) / 1_000),
    expiresAt: new Date(endedAtMs + retentionDays * dayMs).toISOString(),
    error: outcome.status === 'failed' ? outcome.error : null,
    warnings,
    tag: input.tag,
    ...(input.retry === undefined ? {} : { retryOf: input.retry.of }),
    ...(input.deliverTo === undefined ? {} : { deliverTo: input.deliverTo }),
  }
}

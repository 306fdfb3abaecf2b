/** The `beginWatchRun` activity: gives a run its number and stores the input of its job. */
import { markOf } from '@seine/shared/jobs/started-jobs.ts'
import { putBackSecrets, takeSecrets, type JobSecrets } from '@seine/shared/jobs/job-secrets.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { batchUrlsKey, inputCopyKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { SealError, type Sealing } from '@seine/shared/storage/sealing.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { lifecycleMemo, workflowInput } from '@seine/shared/jobs/workflow-input.ts'
import type { BegunWatchRun, WatchRunInput } from '@seine/shared/temporal/watch-shapes.ts'
import type { WatchDefinition, WatchRef } from '@seine/shared/watches/definition.ts'
import { isPlainRun } from '@seine/shared/watches/stored-index.ts'
import type { RunEnd, RunStart } from '@seine/shared/watches/runs.ts'
import { scheduledRunIdOf, watchJobIdOf } from '@seine/shared/watches/watch-ids.ts'
import { TryLaterError } from '../delivery/try-later.ts'
import { openSecrets, type DefinitionStore } from './definition-store.ts'
import type { RunPlaces } from './run-places.ts'
import type { RunStore, StoredRun } from './run-store.ts'
import { foldSkippedRuns, noteSkippedRun } from './skipped-runs.ts'

export interface WatchDeps {
  store: Store
  sealing: Sealing | null
  definitions: DefinitionStore
  runs: RunStore
}

export interface BeginDeps extends WatchDeps {
  places: Pick<RunPlaces, 'take'>
  logger: Pick<Logger, 'warn'>
}

/**
 * Returns the input of the job of a run, with its secrets sealed for it.
 * @param base end of the run that it compares with; null if none exists.
 */
function jobInputOf(
  definition: WatchDefinition,
  start: RunStart,
  requestId: string,
  base: RunEnd | null,
  sealing: Sealing | null,
): JobInput {
  const { tenant, keyId, createdAt } = definition
  const identity = { id: start.jobId, tenant, keyId, requestId, createdAt: start.startedAt }
  const isPlain = isPlainRun(start.n, base?.plainAt ?? 0)
  const watch = { id: definition.id, createdAt, base: start.base, buckets: base?.buckets ?? 0, isPlain }
  const bare: JobInput = { ...definition.job, ...identity, watch }
  const secrets = openSecrets(sealing, definition)?.job as JobSecrets | null | undefined
  if (secrets == null) return bare
  if (sealing === null) throw new SealError('SEINE_SEALING_KEY is not set, and the watch has sealed parts')
  const taken = takeSecrets(putBackSecrets(bare, secrets))
  return { ...taken.input, sealed: sealing.seal(JSON.stringify(taken.secrets), start.jobId) }
}

/** Returns the start of a run that an earlier attempt stored; null: it has not begun. */
async function begunStart(
  { runs }: WatchDeps,
  definition: WatchDefinition,
  numbers: readonly number[],
  runId: string,
): Promise<RunStart | null> {
  const last = numbers.at(-1) ?? 0
  const newest: StoredRun | null = last === 0 ? null : await runs.run(definition, last)
  return newest?.start.runId === runId ? newest.start : null
}

/** Begins the next run, which has its place: the wait for one is no time of the run. @returns its start. */
async function nextStart(
  { runs }: WatchDeps,
  definition: WatchDefinition,
  numbers: readonly number[],
  { trigger, nominalAt }: WatchRunInput,
  runId: string,
): Promise<RunStart> {
  const ended = await runs.newestEnded(definition, numbers)
  const isSameBase = ended !== null && ended.end.goodBaseVersion === definition.baseVersion
  return await runs.begin(definition, {
    n: (numbers.at(-1) ?? 0) + 1,
    runId,
    jobId: watchJobIdOf(definition, runId, definition.job.kind),
    trigger,
    nominalAt,
    startedAt: new Date().toISOString(),
    version: definition.version,
    baseVersion: definition.baseVersion,
    base: isSameBase ? ended.end.good : null,
  })
}

const whyWaiting = { full: 'its key has too many running jobs', no_key: 'its tenant has no key' } as const

const whySkipped = {
  full: 'its key has had too many running jobs for too long',
  none_allowed: 'its key may have no running jobs',
  no_key: 'its tenant has no key',
} as const

/**
 * Takes a place among the running jobs of the key of a watch.
 * @param waitedMs how long the run has waited for a place.
 * @returns false when the run is skipped.
 * @throws TryLaterError while there is no room; StoreUnavailableError.
 */
async function hasPlace(
  deps: BeginDeps,
  definition: WatchDefinition,
  { trigger, nominalAt }: WatchRunInput,
  { jobId, hasBegun, waitedMs }: { jobId: string; hasBegun: boolean; waitedMs: number },
): Promise<boolean> {
  const verdict = await deps.places.take(definition, jobId, hasBegun)
  if (verdict === 'in') return true
  const { placePauseMs, placeWaitMs } = watchLimits
  // A gateway may know a new key a little earlier than a worker.
  const isPassing = verdict === 'full' || (verdict === 'no_key' && trigger === 'manual')
  if (isPassing && waitedMs < placeWaitMs) {
    throw new TryLaterError(`the run waits: ${whyWaiting[verdict]}`, Math.ceil(placePauseMs * (0.5 + Math.random())))
  }
  const { tenant, id } = definition
  const why = whySkipped[verdict]
  if (trigger === 'manual') {
    deps.logger.warn({ tenant, watchId: id }, `a run of a watch is skipped: ${why}`)
    return false
  }
  await noteSkippedRun(deps, { tenant, watchId: id, nominalAt }, why)
  await foldSkippedRuns(deps.store, definition)
  return false
}

/**
 * Begins a run. May be repeated: a run that has begun keeps its number, its base and its start time.
 * @param nowMs clock of the workflow when it asked for the run, epoch milliseconds: the wait for a place counts from it.
 * @returns null when the watch is deleted, or paused and the schedule wants the run, or its key may not have another
 *   running job.
 * @throws TryLaterError while the key has too many running jobs; SealError; StoreUnavailableError.
 */
export async function beginWatchRun(
  deps: BeginDeps,
  input: WatchRunInput,
  nowMs: number,
): Promise<BegunWatchRun | null> {
  const watch: WatchRef = { tenant: input.tenant, id: input.watchId }
  const newest = await deps.definitions.newest(watch)
  if (newest === null || (newest.paused && input.trigger === 'schedule')) return null
  const runId = input.runId ?? scheduledRunIdOf(watch, input.nominalAt)
  const numbers = await deps.runs.numbers(newest)
  const begun = await begunStart(deps, newest, numbers, runId)
  const jobId = begun?.jobId ?? watchJobIdOf(newest, runId, newest.job.kind)
  const place = { jobId, hasBegun: begun !== null, waitedMs: Date.now() - nowMs }
  if (!(await hasPlace(deps, newest, input, place))) return null
  const start = begun ?? (await nextStart(deps, newest, numbers, input, runId))
  // An earlier attempt may have begun the run with another version, whose rules its pages are compared by.
  const definition =
    start.version === newest.version ? newest : ((await deps.definitions.version(watch, start.version)) ?? newest)
  if (input.trigger === 'schedule') {
    const delayMs = Date.parse(start.startedAt) - Date.parse(start.nominalAt) - definition.jitterSecs * 1_000
    metrics.watchDelaySeconds.observe(Math.max(0, delayMs) / 1_000)
  }
  const base = start.base === null ? null : await deps.runs.run(definition, start.base)
  const job = jobInputOf(definition, start, input.requestId, base?.end ?? null, deps.sealing)
  const text = JSON.stringify(job)
  if (definition.urls !== null) await deps.store.put(batchUrlsKey(job), JSON.stringify(definition.urls))
  await deps.store.putIfAbsent(inputKey(job), text)
  await deps.store.put(inputCopyKey(job), text)
  // As at the start of any job: the mark by which the list of jobs finds it.
  await deps.store.put(markOf(job), '')
  return {
    n: start.n,
    runId: start.runId,
    jobId: start.jobId,
    startUrl: job.url,
    job: workflowInput(job),
    memo: lifecycleMemo(job),
    summary: `watch ${definition.name.slice(0, 80)} · run ${start.n}`,
  }
}

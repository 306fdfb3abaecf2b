/** The `beginWatchRun` activity: gives a run its number and stores the input of its job. */
import { markOf } from '@seine/shared/jobs/started-jobs.ts'
import { putBackSecrets, takeSecrets, type JobSecrets } from '@seine/shared/jobs/job-secrets.ts'
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
import { openSecrets, type DefinitionStore } from './definition-store.ts'
import type { RunStore, StoredRun } from './run-store.ts'

export interface WatchDeps {
  store: Store
  sealing: Sealing | null
  definitions: DefinitionStore
  runs: RunStore
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

/** Returns the start of a run: the one that an earlier attempt stored, or the next one. */
async function startOf(
  { runs }: WatchDeps,
  definition: WatchDefinition,
  { trigger, nominalAt }: WatchRunInput,
  runId: string,
  nowMs: number,
): Promise<RunStart> {
  const numbers = await runs.numbers(definition)
  const last = numbers.at(-1) ?? 0
  const newest: StoredRun | null = last === 0 ? null : await runs.run(definition, last)
  if (newest?.start.runId === runId) return newest.start
  const ended = await runs.newestEnded(definition, numbers)
  const isSameBase = ended !== null && ended.end.goodBaseVersion === definition.baseVersion
  return await runs.begin(definition, {
    n: last + 1,
    runId,
    jobId: watchJobIdOf(definition, runId, definition.job.kind),
    trigger,
    nominalAt,
    startedAt: new Date(nowMs).toISOString(),
    version: definition.version,
    baseVersion: definition.baseVersion,
    base: isSameBase ? ended.end.good : null,
  })
}

/**
 * Begins a run. May be repeated: a run that has begun keeps its number and its base.
 * @param nowMs clock of the workflow, epoch milliseconds.
 * @returns null when the watch is deleted, or paused and the schedule wants the run.
 * @throws SealError; StoreUnavailableError.
 */
export async function beginWatchRun(
  deps: WatchDeps,
  input: WatchRunInput,
  nowMs: number,
): Promise<BegunWatchRun | null> {
  const watch: WatchRef = { tenant: input.tenant, id: input.watchId }
  const newest = await deps.definitions.newest(watch)
  if (newest === null || (newest.paused && input.trigger === 'schedule')) return null
  const start = await startOf(deps, newest, input, input.runId ?? scheduledRunIdOf(watch, input.nominalAt), nowMs)
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

/**
 * `GET /crawl/{id}` and `DELETE /crawl/{id}`: the state of a job as its two workflows and its
 * record in the store tell it. Needs no worker to be alive.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FinalStatus } from '@seine/shared/api/job-input.ts'
import type { CrawlStatus, JobStatus } from '@seine/shared/api/job-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { isCrawlJobId, runIdOf } from '@seine/shared/temporal/names.ts'
import { jobNotFound } from './api-error.ts'
import type { HighWaterMarks } from './high-water.ts'
import type { HeartbeatView, JobEngine, WorkflowView } from './job-engine.ts'
import { liftedTo, progressOf, withSlices } from './job-progress.ts'
import { resultLinks } from './result-links.ts'
import type { ResultStore } from './result-store.ts'
import type { SharedReads } from './shared-reads.ts'
import { closedStatus, finalBody, jobFacts, openStatus, runningBody, unrecordedBody } from './status-body.ts'

export interface StatusPorts {
  engine: JobEngine
  store: ResultStore
  marks: HighWaterMarks
  /** Joins reads of one job that come in at the same time. */
  reads: SharedReads<JobSnapshot>
  /** Life of download links in seconds. */
  linkLifetimeSecs: number
}

/** Both workflows of a job, read together. */
export interface JobSnapshot {
  lifecycle: WorkflowView | null
  run: WorkflowView | null
}

/** Who asks about which job. */
export interface JobQuestion {
  id: string
  tenant: string
  requestId: string
}

/** A workflow task about to be run may write a memo that counts a slice which is in no place now. */
function memoIsDue(run: WorkflowView): boolean {
  if (run.state !== 'running' || run.taskPendingSince === null) return false
  return Date.now() - run.taskPendingSince.getTime() < gatewayLimits.workflowTaskFreshMs
}

/** The run, read again for a moment while its memo is due; what it then says is taken as it is. */
async function settledRun(engine: JobEngine, jobId: string): Promise<WorkflowView | null> {
  const until = performance.now() + gatewayLimits.statusRereadBudgetMs
  for (;;) {
    const run = await engine.describe(runIdOf(jobId))
    if (run === null || !memoIsDue(run) || performance.now() >= until) return run
    await sleep(gatewayLimits.statusRereadIntervalMs)
  }
}

/** The page begun last, by the newest heartbeat that names one. */
function currentUrlOf(heartbeats: readonly HeartbeatView[]): string | null {
  const named = heartbeats.filter((heartbeat) => typeof heartbeat.details.currentUrl === 'string')
  return named.toSorted((a, b) => b.atMs - a.atMs)[0]?.details.currentUrl ?? null
}

/** The record of a finished job, if it is this tenant's. @throws ApiError when it is another's. */
async function recordOf({ id, tenant }: JobQuestion, store: ResultStore): Promise<FinalStatus | null> {
  const final = await store.getJson<FinalStatus>(statusKey(id))
  if (final !== null && final.tenant !== tenant) throw jobNotFound()
  return final
}

/** Refuses the lifecycle of another tenant's job like one that does not exist. */
function ownedBy(tenant: string, lifecycle: WorkflowView | null): WorkflowView | null {
  if (lifecycle !== null && lifecycle.memo['tenant'] !== tenant) throw jobNotFound()
  return lifecycle
}

/** The lifecycle of a job of this tenant; null when the engine does not know it any more. */
async function lifecycleOf({ id, tenant }: JobQuestion, engine: JobEngine): Promise<WorkflowView | null> {
  if (!isCrawlJobId(id)) throw jobNotFound()
  return ownedBy(tenant, await engine.describe(id))
}

/** The body of a finished job, from its record alone; null when it has none. */
async function finishedBody(question: JobQuestion, ports: StatusPorts): Promise<CrawlStatus | null> {
  const final = await recordOf(question, ports.store)
  if (final === null) return null
  ports.marks.forget(question.id)
  return finalBody(final, question.requestId, await resultLinks(final, ports.store, ports.linkLifetimeSecs))
}

async function snapshotOf(id: string, engine: JobEngine): Promise<JobSnapshot> {
  const [lifecycle, run] = await Promise.all([engine.describe(id), settledRun(engine, id)])
  return { lifecycle, run }
}

/**
 * The status of a job.
 * @throws ApiError `job_not_found` for an id that is malformed, unknown or another tenant's;
 *   EngineUnavailableError; StoreUnavailableError when a finished job cannot be read.
 */
export async function readCrawl(question: JobQuestion, ports: StatusPorts): Promise<CrawlStatus> {
  if (!isCrawlJobId(question.id)) throw jobNotFound()
  const reading = ports.reads.read(question.id, () => snapshotOf(question.id, ports.engine))
  const snapshot = await reading.catch(async (error: unknown) => {
    // A finished job needs no engine; any other fault of the store leaves the engine's to be told.
    const finished = await finishedBody(question, ports).catch((fault: unknown) => {
      if (fault instanceof StoreUnavailableError) return null
      throw fault
    })
    if (finished === null) throw error
    return finished
  })
  return 'id' in snapshot ? snapshot : await bodyOf(question, ports, snapshot)
}

async function bodyOf(
  question: JobQuestion,
  ports: StatusPorts,
  { lifecycle, run }: JobSnapshot,
): Promise<CrawlStatus> {
  const { marks } = ports
  const { id, tenant, requestId } = question
  ownedBy(tenant, lifecycle)
  const facts = lifecycle === null ? null : jobFacts(lifecycle, run)

  if (lifecycle?.state === 'running' && facts !== null) {
    const slices = run?.heartbeats ?? []
    const live = withSlices(
      facts.counters,
      slices.map(({ details }) => details),
    )
    const lifted = liftedTo(marks.of(id), live)
    marks.raise(id, progressOf(lifted, facts.limit))
    return runningBody(id, requestId, openStatus(lifecycle, run), facts, lifted, currentUrlOf(slices))
  }

  const finished = await finishedBody(question, ports)
  if (finished !== null) return finished
  if (lifecycle === null || lifecycle.state === 'running' || facts === null) throw jobNotFound()
  const told = { ...facts, counters: liftedTo(marks.of(id), facts.counters) }
  return unrecordedBody(id, requestId, lifecycle.state, told, lifecycle.closedAt ?? lifecycle.startedAt)
}

/** The status a job ended with. */
async function endStatus(
  question: JobQuestion,
  lifecycle: WorkflowView | null,
  store: ResultStore,
): Promise<JobStatus> {
  const final = await recordOf(question, store)
  if (final !== null) return final.status
  if (lifecycle === null || lifecycle.state === 'running') throw jobNotFound()
  return closedStatus(lifecycle.state)
}

/** Waits for a lifecycle to close, for a few seconds; what the last look saw. */
async function untilClosed(question: JobQuestion, engine: JobEngine): Promise<WorkflowView | null> {
  const until = performance.now() + gatewayLimits.cancelWaitMs
  for (;;) {
    const lifecycle = await lifecycleOf(question, engine)
    if (lifecycle?.state !== 'running' || performance.now() >= until) return lifecycle
    await sleep(gatewayLimits.cancelPollMs)
  }
}

/**
 * Cancels a job and waits a few seconds for its end.
 * @returns `cancelled`, or the status of a job that was finished or finished before the cancel took
 *   hold. Cancelling a finished job changes nothing.
 * @throws as `readCrawl`.
 */
export async function cancelCrawl(question: JobQuestion, { engine, store }: StatusPorts): Promise<JobStatus> {
  const before = await lifecycleOf(question, engine)
  if (before?.state !== 'running') return await endStatus(question, before, store)
  await engine.cancel(question.id)
  const after = await untilClosed(question, engine)
  if (after?.state !== 'running') return await endStatus(question, after, store)
  const run = await engine.describe(runIdOf(question.id))
  // A run that had ended by itself keeps its end; its archives may take longer than the wait.
  if (openStatus(after, run) === 'crawling' && run !== null && run.state !== 'running') return closedStatus(run.state)
  return 'cancelled'
}

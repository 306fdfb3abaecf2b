/**
 * `GET` and `DELETE` of a job: its state is derived from its two workflows and its record in the store. Needs no
 * running worker.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readTargetDeliveries } from '@seine/shared/jobs/target-deliveries.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import { storedInput } from '@seine/shared/jobs/stored-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { withSlices } from '@seine/shared/temporal/merged-counters.ts'
import { isJobId, runIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import { browserWaitWarning } from '../engine/browser-wait.ts'
import { jobNotFound } from '../http/api-error.ts'
import type { FinishedJobs } from './finished-jobs.ts'
import type { HighWaterMarks } from './high-water.ts'
import type { JobLabels } from './job-labels.ts'
import type { HeartbeatView, JobEngine, WorkflowView } from '../engine/job-engine.ts'
import { liftedTo, progressOf } from './job-progress.ts'
import { pauseWarning } from './pause-warning.ts'
import { runWithin } from './run-within.ts'
import { resultLinks } from './result-links.ts'
import type { ResultStore } from './result-store.ts'
import type { SharedReads } from './shared-reads.ts'
import {
  closedStatus,
  finalStatus,
  jobFacts,
  openStatus,
  reportedOf,
  runningStatus,
  unrecordedStatus,
  type EndStatus,
  type JobFacts,
  type JobView,
} from './status-body.ts'

export interface StatusPorts {
  engine: JobEngine
  store: ResultStore
  marks: HighWaterMarks
  /** Recently reported finished jobs. */
  finished: FinishedJobs
  /** Joins concurrent reads of one job. */
  reads: SharedReads<JobSnapshot>
  /** Lifetime of download links, seconds. */
  linkLifetimeSecs: number
  labels: Pick<JobLabels, 'of'>
}

/** Both workflows of a job, read together. */
export interface JobSnapshot {
  /** When the read began: what runs in it was still running then. */
  askedAt: Date
  lifecycle: WorkflowView | null
  run: WorkflowView | null
}

/** The job that a tenant asks about. */
export interface JobQuestion extends JobRef {
  kind: JobKind
}

/** Returns true when a pending workflow task may still write a memo that counts a slice which no source counts now. */
function memoIsDue(run: WorkflowView): boolean {
  if (run.state !== 'running' || run.taskPendingSince === null) return false
  return Date.now() - run.taskPendingSince.getTime() < gatewayLimits.workflowTaskFreshMs
}

/** Reads the run, repeatedly for a short time while its memo is due; after that the memo is used as it is. */
async function settled<T>(look: () => Promise<T>, runIn: (seen: T) => WorkflowView | null): Promise<T> {
  const until = performance.now() + gatewayLimits.statusRereadBudgetMs
  for (let pauseMs: number = gatewayLimits.statusRereadFirstMs; ; pauseMs *= 2) {
    const seen = await look()
    const run = runIn(seen)
    if (run === null || !memoIsDue(run) || performance.now() >= until) return seen
    await sleep(pauseMs)
  }
}

/** Reads both workflows of a job together. */
async function bothOf(id: string, engine: JobEngine): Promise<Pick<JobSnapshot, 'lifecycle' | 'run'>> {
  const look = async (workflowId: string) => await engine.describe(workflowId)
  const [lifecycle, run] = await Promise.all([
    settled(
      async () => await look(id),
      (seen) => runWithin(seen),
    ),
    settled(
      async () => await look(runIdOf(id)),
      (seen) => seen,
    ),
  ])
  return { lifecycle, run: run ?? runWithin(lifecycle) }
}

/** Reads the run of a job. @param lifecycle as read before. */
export async function runOf(
  id: string,
  engine: JobEngine,
  lifecycle: WorkflowView | null = null,
): Promise<WorkflowView | null> {
  const run = await engine.describe(runIdOf(id))
  return run ?? runWithin(lifecycle ?? (await engine.describe(id)))
}

/** Returns the URL of the page begun last, from the newest heartbeat that contains one. */
function currentUrlOf(heartbeats: readonly HeartbeatView[]): string | null {
  const named = heartbeats.filter((heartbeat) => typeof heartbeat.details.currentUrl === 'string')
  return named.toSorted((a, b) => b.atMs - a.atMs)[0]?.details.currentUrl ?? null
}

/** Returns the record of a finished job of this tenant; null if none exists. */
const recordOf = (job: JobQuestion, store: ResultStore): Promise<FinalStatus | null> => readRecord(store, job)

/** Returns true for a closed job that has neither a record nor a stored request; the engine may still know it. */
async function hasExpired(job: JobQuestion, store: ResultStore): Promise<boolean> {
  try {
    return (await storedInput(store, job)) === null
  } catch (error) {
    if (error instanceof DamagedObjectError) return false
    throw error
  }
}

/** Returns null for a job of another tenant: it is treated as nonexistent in every respect, including store errors. */
const ownedBy = (tenant: string, lifecycle: WorkflowView | null): WorkflowView | null =>
  lifecycle?.memo['tenant'] === tenant ? lifecycle : null

/** Returns the lifecycle of a job of this tenant; null when the engine does not know it. */
async function lifecycleOf({ kind, id, tenant }: JobQuestion, engine: JobEngine): Promise<WorkflowView | null> {
  if (!isJobId(kind, id)) throw jobNotFound()
  return ownedBy(tenant, await engine.describe(id))
}

/** Converts an unavailable store to null, so that its part of the status is omitted. */
function orNothing(fault: unknown): null {
  if (fault instanceof StoreUnavailableError) return null
  throw fault
}

/** Returns the status of a finished job from its record alone; null when it has none. */
async function finishedJob(question: JobQuestion, ports: StatusPorts): Promise<JobView | null> {
  const final = await recordOf(question, ports.store)
  if (final === null) return null
  ports.marks.forget(question.id)
  const [links, deliveries] = await Promise.all([
    resultLinks(final, ports.store, ports.linkLifetimeSecs),
    readTargetDeliveries(ports.store, question, final.deliverTo ?? []),
  ])
  const duration = ports.marks.durationOf(question.id, final.duration)
  const view = finalStatus({ ...final, duration }, links, deliveries)
  // Deliveries change after the end of the job, also by a redelivery; incomplete results may be built again.
  if (deliveries.every(({ state }) => state === 'delivered')) {
    ports.finished.keep(question, view, final.incomplete !== true && deliveries.length === 0)
  }
  return view
}

/**
 * Returns the status of a job whose lifecycle is still sending notices of its end: a webhook must not say more than the
 * status. Null while the end has no record.
 */
async function endedJob(question: JobQuestion, ports: StatusPorts, run: WorkflowView | null): Promise<JobView | null> {
  if (run === null || run.state === 'running') return null
  return await finishedJob(question, ports).catch(orNothing)
}

async function snapshotOf(id: string, engine: JobEngine): Promise<JobSnapshot> {
  const askedAt = new Date()
  return { askedAt, ...(await bothOf(id, engine)) }
}

/**
 * Returns the status of a job.
 * @throws ApiError `job_not_found` for an id that is malformed, unknown, of another kind or another tenant's;
 *   JobEngineUnavailableError; StoreUnavailableError when a finished job cannot be read.
 */
export async function readJob(question: JobQuestion, ports: StatusPorts): Promise<JobView> {
  if (!isJobId(question.kind, question.id)) throw jobNotFound()
  return ports.finished.recent(question) ?? (await readJobAnew(question, ports))
}

/** Returns the status of a job without using the cache of finished jobs. @throws as `readJob`. */
export async function readJobAnew(question: JobQuestion, ports: StatusPorts): Promise<JobView> {
  if (!isJobId(question.kind, question.id)) throw jobNotFound()
  const reading = ports.reads.read(question.id, () => snapshotOf(question.id, ports.engine))
  const snapshot = await reading.catch(async (error: unknown) => {
    // A finished job needs no engine. When the store is also unavailable, the engine's error is reported.
    const finished = await finishedJob(question, ports).catch(orNothing)
    if (finished === null) throw error
    return finished
  })
  return 'id' in snapshot ? snapshot : await statusOf(question, ports, snapshot)
}

async function factsOf(
  job: JobQuestion,
  { labels }: StatusPorts,
  lifecycle: WorkflowView,
  run: WorkflowView | null,
): Promise<JobFacts> {
  const tag = await labels.of(job).catch((error: unknown) => {
    // A running crawl is reported even without the store; a batch always needs its labels.
    if (job.kind === 'crawl' && error instanceof StoreUnavailableError) return []
    throw error
  })
  return jobFacts(lifecycle, run, tag)
}

async function statusOf(
  question: JobQuestion,
  ports: StatusPorts,
  { askedAt, lifecycle: found, run }: JobSnapshot,
): Promise<JobView> {
  const { marks } = ports
  const { id, tenant } = question
  const lifecycle = ownedBy(tenant, found)

  if (lifecycle?.state === 'running') {
    const ended = await endedJob(question, ports, run)
    if (ended !== null) return ended
    const [facts, warning] = await Promise.all([
      factsOf(question, ports, lifecycle, run),
      browserWaitWarning(run, ports.engine, Date.now()),
    ])
    const status = openStatus(lifecycle, run)
    const ownWarnings = [
      ...(warning === null ? [] : [warning]),
      ...(facts.paused && status === 'running' ? [pauseWarning(run)] : []),
    ]
    const warnings = [...facts.warnings, ...ownWarnings]
    const slices = run?.heartbeats ?? []
    const unmerged = [...slices.map(({ details }) => details), ...(run?.unreported ?? [])]
    const live = withSlices(facts.counters, unmerged)
    marks.raise(id, reportedOf(lifecycle.memo))
    const mark = marks.of(id)
    const lifted = liftedTo(mark, live)
    const stalls = Math.max(
      mark.stalls ?? 0,
      unmerged.reduce((sum, slice) => sum + (slice.stalls ?? 0), facts.stalls),
    )
    marks.raise(id, { ...progressOf(lifted, facts.limit), stalls })
    const until = run?.closedAt ?? askedAt
    const view = runningStatus(id, status, { ...facts, warnings, stalls }, lifted, currentUrlOf(slices), until)
    return { ...view, duration: marks.raiseDuration(id, view.duration) }
  }

  const finished = await finishedJob(question, ports)
  if (finished !== null) return finished
  if (lifecycle === null || (await hasExpired(question, ports.store))) throw jobNotFound()
  const facts = await factsOf(question, ports, lifecycle, run)
  const lifted = { ...facts, counters: liftedTo(marks.of(id), facts.counters) }
  const view = unrecordedStatus(id, lifecycle.state, lifted, lifecycle.closedAt ?? lifecycle.startedAt)
  return { ...view, duration: marks.durationOf(id, view.duration) }
}

/** Returns the final status of a job. */
async function endStatus(
  question: JobQuestion,
  lifecycle: WorkflowView | null,
  store: ResultStore,
): Promise<EndStatus> {
  const final = await recordOf(question, store)
  if (final !== null) return final.status
  if (lifecycle === null || lifecycle.state === 'running') throw jobNotFound()
  if (await hasExpired(question, store)) throw jobNotFound()
  return closedStatus(lifecycle.state)
}

/**
 * Cancels a job and waits a few seconds for its end.
 * @param inQueue runs the cancel of a running job when it is first in the queue.
 * @returns `cancelled`, or the status of a job that had finished or finished before the cancel took effect. Cancelling
 *   a finished job changes nothing.
 * @throws as `readJob` and `inQueue`.
 */
export async function cancelJob(
  question: JobQuestion,
  { engine, store }: StatusPorts,
  inQueue: <T>(cancel: () => Promise<T>) => Promise<T>,
): Promise<EndStatus> {
  const before = await lifecycleOf(question, engine)
  if (before?.state !== 'running') return await endStatus(question, before, store)
  return await inQueue(async () => {
    await engine.cancel(question.id)
    await engine.untilClosed(question.id, gatewayLimits.cancelWaitMs)
    const after = await lifecycleOf(question, engine)
    if (after?.state !== 'running') return await endStatus(question, after, store)
    const run = await runOf(question.id, engine, after)
    // A run that had ended by itself keeps its outcome; its archives may take longer than the wait.
    if (openStatus(after, run) === 'running' && run !== null && run.state !== 'running') return closedStatus(run.state)
    // A job of one page writes its record in the workflow task that the cancel may have repeated: the record decides.
    return (await recordOf(question, store))?.status ?? 'cancelled'
  })
}

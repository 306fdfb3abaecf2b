/**
 * Builds the status of a job: from a running workflow, from the record of a finished job, or for a job without a
 * record.
 */
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { waitingFor, type TargetDelivery } from '@seine/shared/jobs/target-deliveries.ts'
import type { BatchStatus, CrawlStatus, DeliveryStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { JobCounters, ReportedCounters } from '@seine/shared/temporal/shapes.ts'
import type { WorkflowState, WorkflowView } from '../engine/job-engine.ts'
import { runningStatuses } from '../engine/job-kinds.ts'
import { notStarted, progressOf, type JobProgress } from './job-progress.ts'

export type EndStatus = FinalStatus['status']

/** The content of the memos of lifecycle and run, read leniently: another process wrote them. */
export interface JobFacts {
  url: string
  limit: number
  createdAt: Date
  /** Totals of the run; before a run exists, only the pending URLs. */
  counters: JobCounters
  warnings: string[]
  paused: boolean
  /** Number of page loads that were aborted because no data arrived, without those of running slices. */
  stalls: number
  /** Id of the job whose failed pages this one retries; null: not a retry. */
  retryOf: string | null
  /** Labels of the request. */
  tag: string[]
  /** Names of the targets that its archives are copied to. */
  deliverTo: string[]
}

/** The status of a job of any kind; null: not applicable or not known. */
export interface JobView extends JobProgress {
  /** Number of page loads that were aborted because no data arrived and then repeated. */
  stalls: number
  id: string
  status: 'running' | EndStatus
  paused: boolean
  limit: number
  createdAt: string
  completedAt: string | null
  /** Duration, seconds. */
  duration: number
  url: string
  currentUrl: string | null
  expiresAt: string | null
  warnings: string[]
  s3PresignedUrls: Record<string, string> | null
  partialS3PresignedUrls: Record<string, string> | null
  error: string | null
  /** Labels of the request. */
  tag: string[]
  /** Id of the job whose failed pages this one retries; null: not a retry. */
  retryOf: string | null
  /** Copies of its archives at delivery targets. */
  deliveries: DeliveryStatus[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function countersOf(run: WorkflowView | null, lines: number): JobCounters {
  const counters = run?.memo['counters']
  if (typeof counters !== 'object' || counters === null) return notStarted(lines)
  const { total, completed, failed, pending } = counters as Partial<JobCounters>
  return { total: count(total), completed: count(completed), failed: count(failed), pending: count(pending) }
}

/** Returns the counters that callers had seen when the job was paused last, from the memo of its lifecycle. */
export function reportedOf(memo: WorkflowView['memo']): ReportedCounters {
  const { total, completed, failed, stalls } = isObject(memo['reported']) ? memo['reported'] : {}
  return { total: count(total), completed: count(completed), failed: count(failed), stalls: count(stalls) }
}

/** Returns the start URL of a crawl or first URL of a batch, from the memo of the lifecycle. */
export const urlOf = (memo: WorkflowView['memo']): string => text(memo['startUrl'])

/** Returns the requested limit of a job, from the memo of its lifecycle. */
export const limitOf = (memo: WorkflowView['memo']): number => count(memo['limit'])

/** Returns when a job was created, from the memo of its lifecycle. */
export function createdAtOf({ memo, startedAt }: Pick<WorkflowView, 'memo' | 'startedAt'>): Date {
  const created = new Date(text(memo['createdAt']))
  return Number.isNaN(created.getTime()) ? startedAt : created
}

/**
 * Extracts the facts of a job from its two workflows.
 * @param tag the labels, which no workflow contains.
 */
export function jobFacts(lifecycle: WorkflowView, run: WorkflowView | null, tag: string[]): JobFacts {
  const { memo } = lifecycle
  return {
    url: urlOf(memo),
    limit: limitOf(memo),
    createdAt: createdAtOf(lifecycle),
    counters: countersOf(run, Math.max(1, count(memo['lines']))),
    stalls: count(run?.memo['stalls']),
    warnings: textsOf(run?.memo['warnings']),
    retryOf: text(memo['retryOf']) || null,
    // The lifecycle learns of a pause before its run, and slices stop only after the run has. An ended run does not
    // count as paused.
    paused: run === null ? memo['paused'] === true : run.state === 'running' && run.memo['paused'] === true,
    tag,
    deliverTo: textsOf(memo['deliverTo']),
  }
}

/**
 * Returns the status of a job whose lifecycle has not closed. A requested cancel is durable, so it is reported
 * immediately, except when the run had already ended by itself: its own outcome then counts.
 */
export function openStatus(lifecycle: WorkflowView, run: WorkflowView | null): 'running' | 'cancelled' {
  const endedByItself = run !== null && run.state !== 'running' && run.state !== 'cancelled'
  return lifecycle.cancelRequested && !endedByItself ? 'cancelled' : 'running'
}

/** Returns the job status for the final state of a workflow. */
export function closedStatus(state: Exclude<WorkflowState, 'running'>): EndStatus {
  if (state === 'completed' || state === 'cancelled') return state
  return 'failed'
}

/** Returns what callers see of a delivery. */
const deliveryStatus = ({ target, state, files, error, deliveredAt }: TargetDelivery): DeliveryStatus => ({
  target,
  state,
  files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  error,
  delivered_at: deliveredAt,
})

const seconds = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime()) / 1_000

/**
 * Builds the status of an unfinished job.
 * @param counters counters already raised to the previously reported values.
 * @param until end of its duration: when its run ended, from then on fixed as in the record, while archives are
 *   written; otherwise when the read began that found it running, so that a later read never has a shorter one.
 */
export function runningStatus(
  id: string,
  status: 'running' | 'cancelled',
  facts: JobFacts,
  counters: JobCounters,
  currentUrl: string | null,
  until: Date = new Date(),
): JobView {
  return {
    id,
    status,
    paused: facts.paused && status === 'running',
    limit: facts.limit,
    ...progressOf(counters, facts.limit),
    stalls: facts.stalls,
    createdAt: facts.createdAt.toISOString(),
    completedAt: null,
    duration: seconds(facts.createdAt, until),
    url: facts.url,
    currentUrl,
    expiresAt: null,
    warnings: facts.warnings,
    s3PresignedUrls: null,
    partialS3PresignedUrls: null,
    error: null,
    tag: facts.tag,
    retryOf: facts.retryOf,
    deliveries: facts.deliverTo.map((target) => deliveryStatus(waitingFor(target))),
  }
}

/** Builds the status of a finished job from its record. @param deliveries states of its deliveries to targets. */
export function finalStatus(
  final: FinalStatus,
  links: Record<string, string>,
  deliveries: readonly TargetDelivery[] = [],
): JobView {
  const { id, status, limit, completed, failed, createdAt, completedAt, duration, url, expiresAt, warnings } = final
  const partial = status !== 'completed' && final.total > 0 && Object.keys(links).length > 0
  return {
    id,
    status,
    paused: false,
    limit,
    total: completed + failed,
    completed,
    failed,
    pending: 0,
    inFlight: 0,
    stalls: final.stalls ?? 0,
    createdAt,
    completedAt,
    duration,
    url,
    currentUrl: null,
    expiresAt,
    warnings,
    s3PresignedUrls: status === 'completed' ? links : null,
    partialS3PresignedUrls: partial ? links : null,
    error: status === 'failed' ? (final.error ?? 'the job failed') : null,
    tag: final.tag,
    retryOf: final.retryOf ?? null,
    deliveries: deliveries.map(deliveryStatus),
  }
}

const withoutRecord: Record<Exclude<WorkflowState, 'running'>, string> = {
  completed: 'the results of the job have expired',
  cancelled: 'the job was cancelled before it could write its results',
  failed: 'the job failed before it could write its results',
  timed_out: 'the job timed out before it could write its results',
  terminated: 'the job was terminated by an operator before it could write its results',
}

/**
 * Builds the status of a job that closed without a record from what its workflows contain. Pages that were in flight
 * count as failed, because reported attempts are never withdrawn.
 */
export function unrecordedStatus(
  id: string,
  state: Exclude<WorkflowState, 'running'>,
  facts: JobFacts,
  closedAt: Date,
): JobView {
  const status = closedStatus(state)
  const { total, completed } = progressOf(facts.counters, facts.limit)
  return {
    id,
    status,
    paused: false,
    limit: facts.limit,
    total,
    completed,
    failed: total - completed,
    pending: 0,
    inFlight: 0,
    stalls: facts.stalls,
    createdAt: facts.createdAt.toISOString(),
    completedAt: closedAt.toISOString(),
    duration: seconds(facts.createdAt, closedAt),
    url: facts.url,
    currentUrl: null,
    expiresAt: null,
    warnings: status === 'failed' ? facts.warnings : [...facts.warnings, withoutRecord[state]],
    s3PresignedUrls: status === 'completed' ? {} : null,
    partialS3PresignedUrls: null,
    error: status === 'failed' ? withoutRecord[state] : null,
    tag: facts.tag,
    retryOf: facts.retryOf,
    deliveries: facts.deliverTo.map((target) =>
      deliveryStatus({ ...waitingFor(target), state: 'failed', error: 'the job has no archives' }),
    ),
  }
}

/** Builds the body of `GET /crawl/{id}`: fields that do not apply are omitted. */
export function crawlBody(view: JobView, requestId: string): CrawlStatus {
  const { id, status, completedAt, s3PresignedUrls, partialS3PresignedUrls, error, tag, retryOf, ...others } = view
  const { deliveries, ...rest } = others
  return {
    success: true,
    request_id: requestId,
    id,
    status: status === 'running' ? runningStatuses.crawl : status,
    ...rest,
    ...(completedAt === null ? {} : { completedAt }),
    ...(s3PresignedUrls === null ? {} : { s3PresignedUrls }),
    ...(partialS3PresignedUrls === null ? {} : { partialS3PresignedUrls }),
    ...(error === null ? {} : { error }),
    ...(tag.length === 0 ? {} : { tag }),
    ...(retryOf === null ? {} : { retryOf }),
    ...(deliveries.length === 0 ? {} : { deliveries }),
  }
}

/** Builds the body of `GET /batch/scrape/{id}`: fields that do not apply are null. */
export function batchBody(view: JobView, requestId: string): BatchStatus {
  const status = view.status === 'running' ? runningStatuses.batch : view.status
  return { success: true, request_id: requestId, ...view, status }
}

/** Builds the body of `GET` of a job, by its kind. */
export const statusBodies: Record<JobKind, (view: JobView, requestId: string) => object> = {
  crawl: crawlBody,
  batch: batchBody,
}

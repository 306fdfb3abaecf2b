/** What is told of a job: from a running workflow, from the record of a finished one, or without. */
import type { FinalStatus } from '@seine/shared/tasks/job-input.ts'
import type { BatchStatus, CrawlStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import type { WorkflowState, WorkflowView } from '../engine/job-engine.ts'
import { runningStatuses } from '../engine/job-kinds.ts'
import { notStarted, progressOf, type JobProgress } from './job-progress.ts'

export type EndStatus = FinalStatus['status']

/** What the memos of lifecycle and run say, read leniently: they are data of another process. */
export interface JobFacts {
  url: string
  limit: number
  createdAt: Date
  /** Totals of the run; URLs that wait before there is a run. */
  counters: JobCounters
  warnings: string[]
  paused: boolean
  /** Loads of pages that were cut for their silence; those of running slices apart. */
  stalls: number
  /** The job whose failed pages this one retries; null = it is no retry. */
  retryOf: string | null
  /** Labels of the request. */
  tag: string[]
}

/** The status of a job of any kind; null stands for what there is nothing to say of. */
export interface ToldStatus extends JobProgress {
  /** Loads of pages that were cut for their silence and made again. */
  stalls: number
  id: string
  status: 'running' | EndStatus
  paused: boolean
  limit: number
  createdAt: string
  completedAt: string | null
  /** Seconds. */
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
  /** The job whose failed pages this one retries; null = it is no retry. */
  retryOf: string | null
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function countersOf(run: WorkflowView | null, lines: number): JobCounters {
  const counters = run?.memo['counters']
  if (typeof counters !== 'object' || counters === null) return notStarted(lines)
  const { total, completed, failed, pending } = counters as Partial<JobCounters>
  return { total: count(total), completed: count(completed), failed: count(failed), pending: count(pending) }
}

/** Start URL of a crawl or first URL of a batch, by the memo of the lifecycle. */
export const urlOf = (memo: WorkflowView['memo']): string => text(memo['startUrl'])

/** The limit of a job as requested, by the memo of its lifecycle. */
export const limitOf = (memo: WorkflowView['memo']): number => count(memo['limit'])

/** When a job began, by the memo of its lifecycle. */
export function createdAtOf({ memo, startedAt }: Pick<WorkflowView, 'memo' | 'startedAt'>): Date {
  const created = new Date(text(memo['createdAt']))
  return Number.isNaN(created.getTime()) ? startedAt : created
}

/**
 * The facts of a job from its two workflows.
 * @param tag the labels, which no workflow knows.
 */
export function jobFacts(lifecycle: WorkflowView, run: WorkflowView | null, tag: string[]): JobFacts {
  const { memo } = lifecycle
  const warnings = run?.memo['warnings']
  return {
    url: urlOf(memo),
    limit: limitOf(memo),
    createdAt: createdAtOf(lifecycle),
    counters: countersOf(run, Math.max(1, count(memo['lines']))),
    stalls: count(run?.memo['stalls']),
    warnings: Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [],
    retryOf: text(memo['retryOf']) || null,
    // The job is told first and its run after it: only then do slices stop. What has ended does not rest.
    paused: run === null ? memo['paused'] === true : run.state === 'running' && run.memo['paused'] === true,
    tag,
  }
}

/**
 * The status of a job whose lifecycle has not closed. A cancel that was asked for is durable, so it
 * is told at once, except when the run had already ended by itself: then its own end stands.
 */
export function openStatus(lifecycle: WorkflowView, run: WorkflowView | null): 'running' | 'cancelled' {
  const endedByItself = run !== null && run.state !== 'running' && run.state !== 'cancelled'
  return lifecycle.cancelRequested && !endedByItself ? 'cancelled' : 'running'
}

/** The status that the end of a workflow stands for. */
export function closedStatus(state: Exclude<WorkflowState, 'running'>): EndStatus {
  if (state === 'completed' || state === 'cancelled') return state
  return 'failed'
}

const seconds = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime()) / 1_000

/**
 * Of a job that is not finished.
 * @param counters already lifted to what was told before.
 * @param runEndedAt when its run ended: while archives are written the duration stands, as the record will have it.
 */
export function runningStatus(
  id: string,
  status: 'running' | 'cancelled',
  facts: JobFacts,
  counters: JobCounters,
  currentUrl: string | null,
  runEndedAt: Date | null = null,
): ToldStatus {
  return {
    id,
    status,
    paused: facts.paused && status === 'running',
    limit: facts.limit,
    ...progressOf(counters, facts.limit),
    stalls: facts.stalls,
    createdAt: facts.createdAt.toISOString(),
    completedAt: null,
    duration: seconds(facts.createdAt, runEndedAt ?? new Date()),
    url: facts.url,
    currentUrl,
    expiresAt: null,
    warnings: facts.warnings,
    s3PresignedUrls: null,
    partialS3PresignedUrls: null,
    error: null,
    tag: facts.tag,
    retryOf: facts.retryOf,
  }
}

/** Of a finished job, from its record. */
export function finalStatus(final: FinalStatus, links: Record<string, string>): ToldStatus {
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
 * Of a job that closed and left no record: what its workflows still say. Pages that were in flight
 * count as failed, because attempts once told are not taken back.
 */
export function unrecordedStatus(
  id: string,
  state: Exclude<WorkflowState, 'running'>,
  facts: JobFacts,
  closedAt: Date,
): ToldStatus {
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
  }
}

/** Body of `GET /crawl/{id}`: what there is nothing to say of is left out. */
export function crawlBody(told: ToldStatus, requestId: string): CrawlStatus {
  const { id, status, completedAt, s3PresignedUrls, partialS3PresignedUrls, error, tag, retryOf, ...rest } = told
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
  }
}

/** Body of `GET /batch/scrape/{id}`: what there is nothing to say of is null. */
export function batchBody(told: ToldStatus, requestId: string): BatchStatus {
  const status = told.status === 'running' ? runningStatuses.batch : told.status
  return { success: true, request_id: requestId, ...told, status }
}

/** Body of `GET` of a job, by its kind. */
export const statusBodies: Record<JobKind, (told: ToldStatus, requestId: string) => object> = {
  crawl: crawlBody,
  batch: batchBody,
}

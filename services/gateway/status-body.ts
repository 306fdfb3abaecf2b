/** The status body of a crawl, from a running workflow, from the record of a finished one, or without. */
import type { FinalStatus } from '@seine/shared/api/job-input.ts'
import type { CrawlStatus, JobStatus } from '@seine/shared/api/job-schema.ts'
import type { JobCounters } from '@seine/shared/temporal/shapes.ts'
import type { WorkflowState, WorkflowView } from './job-engine.ts'
import { notStarted, progressOf } from './job-progress.ts'

/** What the memos of lifecycle and run say, read leniently: they are data of another process. */
export interface JobFacts {
  tenant: string | null
  url: string
  limit: number
  createdAt: Date
  /** Totals of the run; a waiting start page before there is a run. */
  counters: JobCounters
  warnings: string[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function countersOf(run: WorkflowView | null): JobCounters {
  const counters = run?.memo['counters']
  if (typeof counters !== 'object' || counters === null) return notStarted
  const { total, completed, failed, pending } = counters as Partial<JobCounters>
  return { total: count(total), completed: count(completed), failed: count(failed), pending: count(pending) }
}

/** The facts of a job from its two workflows. */
export function jobFacts(lifecycle: WorkflowView, run: WorkflowView | null): JobFacts {
  const { tenant, startUrl, limit, createdAt } = lifecycle.memo
  const warnings = run?.memo['warnings']
  const created = new Date(text(createdAt))
  return {
    tenant: typeof tenant === 'string' ? tenant : null,
    url: text(startUrl),
    limit: count(limit),
    createdAt: Number.isNaN(created.getTime()) ? lifecycle.startedAt : created,
    counters: countersOf(run),
    warnings: Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : [],
  }
}

/**
 * The status of a job whose lifecycle has not closed. A cancel that was asked for is durable, so it
 * is told at once, except when the run had already ended by itself: then its own end stands.
 */
export function openStatus(lifecycle: WorkflowView, run: WorkflowView | null): JobStatus {
  const endedByItself = run !== null && run.state !== 'running' && run.state !== 'cancelled'
  return lifecycle.cancelRequested && !endedByItself ? 'cancelled' : 'crawling'
}

/** The status that the end of a workflow stands for. */
export function closedStatus(state: Exclude<WorkflowState, 'running'>): JobStatus {
  if (state === 'completed' || state === 'cancelled') return state
  return 'failed'
}

const seconds = (from: Date, to: Date): number => Math.max(0, to.getTime() - from.getTime()) / 1_000

/** Body of a job that is not finished. `counters` are already lifted to what was told before. */
export function runningBody(
  id: string,
  requestId: string,
  status: JobStatus,
  facts: JobFacts,
  counters: JobCounters,
  currentUrl: string | null,
): CrawlStatus {
  return {
    success: true,
    request_id: requestId,
    id,
    status,
    limit: facts.limit,
    ...progressOf(counters, facts.limit),
    createdAt: facts.createdAt.toISOString(),
    duration: seconds(facts.createdAt, new Date()),
    url: facts.url,
    currentUrl,
    expiresAt: null,
    warnings: facts.warnings,
  }
}

/** Download links of a finished job under the name its status calls for. */
function linkMember(final: FinalStatus, links: Record<string, string>): Partial<CrawlStatus> {
  if (final.status === 'completed') return { s3PresignedUrls: links }
  return final.total > 0 && Object.keys(links).length > 0 ? { partialS3PresignedUrls: links } : {}
}

/** Body of a finished job from its record. */
export function finalBody(final: FinalStatus, requestId: string, links: Record<string, string>): CrawlStatus {
  const { completed, failed } = final
  return {
    success: true,
    request_id: requestId,
    id: final.id,
    status: final.status,
    limit: final.limit,
    total: completed + failed,
    completed,
    failed,
    pending: 0,
    inFlight: 0,
    createdAt: final.createdAt,
    completedAt: final.completedAt,
    duration: final.duration,
    url: final.url,
    currentUrl: null,
    expiresAt: final.expiresAt,
    warnings: final.warnings,
    ...linkMember(final, links),
    ...(final.status === 'failed' ? { error: final.error ?? 'the job failed' } : {}),
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
 * Body of a job that closed and left no record: what its workflows still say. Pages that were in
 * flight count as failed, because attempts once told are not taken back.
 */
export function unrecordedBody(
  id: string,
  requestId: string,
  state: Exclude<WorkflowState, 'running'>,
  facts: JobFacts,
  closedAt: Date,
): CrawlStatus {
  const status = closedStatus(state)
  const { total, completed } = progressOf(facts.counters, facts.limit)
  return {
    success: true,
    request_id: requestId,
    id,
    status,
    limit: facts.limit,
    total,
    completed,
    failed: total - completed,
    pending: 0,
    inFlight: 0,
    createdAt: facts.createdAt.toISOString(),
    completedAt: closedAt.toISOString(),
    duration: seconds(facts.createdAt, closedAt),
    url: facts.url,
    currentUrl: null,
    expiresAt: null,
    warnings: status === 'failed' ? facts.warnings : [...facts.warnings, withoutRecord[state]],
    ...(status === 'completed' ? { s3PresignedUrls: {} } : {}),
    ...(status === 'failed' ? { error: withoutRecord[state] } : {}),
  }
}

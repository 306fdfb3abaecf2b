/** Crawl and batch jobs: start, status with documents, cancel, errors, and the list of running jobs. */
import type { LedgerPage, LedgerUrlState } from '@seine/shared/api/schemas/list-schema.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { RequestHandler } from 'express'
import { ApiError } from '../http/api-error.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import type { ActiveJobsReader } from '../jobs/active-jobs.ts'
import { startJob, type StartPorts } from '../jobs/job-start.ts'
import { cancelJob, readJob, type JobQuestion, type StatusPorts } from '../jobs/job-status.ts'
import { readLedgerPage, type LedgerPorts } from '../jobs/ledger-page.ts'
import type { CancelQueue } from '../quota/cancel-queue.ts'
import { translationError } from './wire-error.ts'
import { jobUrl, questionOf } from './job-address.ts'
import { inTheirNames, withUsableProxy } from './page-calls.ts'
import { batchRequest, crawlRequest } from './translate/job-requests.ts'
import { Translation } from './translate/translation.ts'
import { withWireWebhook } from './translate/webhook.ts'

export interface JobCallPorts extends StartPorts, StatusPorts, LedgerPorts {
  active: Pick<ActiveJobsReader, 'page'>
  /** Cancels of all routes of the process. */
  cancels: CancelQueue
}

/** Largest number of running jobs that are listed; the SDKs read them in one answer. */
const activeJobsMax = 1_000

/** `POST` of a job. Answered with 200: SDKs take 202 for an error. */
const start =
  (kind: JobKind, ports: JobCallPorts): RequestHandler =>
  async (req, res) => {
    const notes = new Translation()
    const request = kind === 'crawl' ? crawlRequest(req.body, notes) : await batchRequest(req.body, notes, ports.policy)
    if (request === null) throw translationError(notes)
    const { requestId } = contextOf(res)
    const caller = { ...callerOf(res), requestId, key: idempotencyKeyOf(req) }
    const { accepted, replayed } = await inTheirNames(
      notes,
      async () =>
        await startJob(kind, await withUsableProxy(request.body, ports), caller, ports, (input) =>
          withWireWebhook(input, request.events),
        ),
    )
    if (replayed) res.setHeader('Idempotent-Replayed', 'true')
    const { id } = accepted
    res.json({
      success: true,
      id,
      url: jobUrl(kind, req, id),
      ...(request.invalidUrls === null ? {} : { invalidURLs: request.invalidUrls }),
      ...(notes.warnings.length === 0 ? {} : { warning: notes.warnings.join('; ') }),
    })
  }

/** `DELETE` of a job. A crawl that has ended is an error, a batch that has ended answers its status. */
const cancel =
  (kind: JobKind, ports: JobCallPorts): RequestHandler =>
  async (req, res) => {
    const question = questionOf(kind, req, res)
    const before = await readJob(question, ports)
    const ended = before.status !== 'running' && before.completedAt !== null
    const status = ended
      ? before.status
      : await cancelJob(question, ports, async (run) => await ports.cancels.take(question.tenant, run))
    if (kind === 'crawl' && (ended || status !== 'cancelled')) {
      throw new ApiError('job_finished', `the crawl has ended: its status is \`${status}\``)
    }
    res.json({ success: true, status })
  }

/** Yields the lines of a ledger in one state. */
async function* ledgerLines(
  question: JobQuestion,
  state: LedgerUrlState,
  ports: LedgerPorts,
): AsyncGenerator<LedgerPage['data'][number]> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readLedgerPage>> = await readLedgerPage(
      question,
      { state, cursor, limit: requestLimits.listPageMax },
      ports,
    )
    yield* page.data
    cursor = page.next_cursor
  } while (cursor !== null)
}

/** `GET .../errors`: pages that failed, and those that robots.txt excludes. */
const errors =
  (kind: JobKind, ports: JobCallPorts): RequestHandler =>
  async (req, res) => {
    const question = questionOf(kind, req, res)
    const failed: object[] = []
    for await (const { url, reason, message } of ledgerLines(question, 'failed', ports)) {
      const code = reason ?? 'unknown'
      failed.push({ id: `${question.id}/${failed.length}`, url, code, error: message ?? code })
    }
    const robotsBlocked: string[] = []
    for await (const { url } of ledgerLines(question, 'robots', ports)) robotsBlocked.push(url)
    res.json({ success: true, errors: failed, robotsBlocked })
  }

/** `GET` of the running jobs of a kind. */
const active =
  (kind: JobKind, ports: JobCallPorts): RequestHandler =>
  async (_req, res) => {
    const { tenant } = callerOf(res)
    const crawls: object[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ports.active.page>> = await ports.active.page(
        { kind, tenant },
        { cursor, limit: requestLimits.listPageMax },
      )
      for (const { id, url, limit, createdAt } of page.data) {
        crawls.push({ id, teamId: tenant, url, created_at: createdAt, options: { limit } })
      }
      cursor = page.next_cursor
    } while (cursor !== null && crawls.length < activeJobsMax)
    res.json({ success: true, crawls })
  }

/** Creates the handlers of a kind of jobs. */
export function jobCalls(kind: JobKind, ports: JobCallPorts) {
  return {
    start: start(kind, ports),
    cancel: cancel(kind, ports),
    errors: errors(kind, ports),
    active: active(kind, ports),
  }
}

/** One handler per route of the table: parses the request, calls a port, sends the response. */
import type { RedeliveryAccepted } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { JobCancelled } from '@seine/shared/api/schemas/job-schema.ts'
import {
  readDeliveryQuery,
  readLedgerQuery,
  readPageQuery,
  readRetryQuery,
  type QueryResult,
} from '@seine/shared/api/rules/query-parameters.ts'
import type { RouteName } from '@seine/shared/api/routes/routes.ts'
import { openApiDocument } from '@seine/shared/api/openapi/openapi.ts'
import type { JobKind } from '@seine/shared/temporal/names.ts'
import type { Request, RequestHandler, Response } from 'express'
import type { ActiveJobsReader } from './jobs/active-jobs.ts'
import { invalidRequest } from './http/api-error.ts'
import { docsPage } from './docs/docs-page.ts'
import { finaliseAgain, type FinaliseAgainPorts } from './jobs/finalise-again.ts'
import { idempotencyKeyOf } from './http/idempotency-key.ts'
import { jobEvents, type JobEventsPorts } from './events/job-events.ts'
import { setPaused } from './jobs/job-pause.ts'
import { retryJob } from './jobs/job-retry.ts'
import { startJob, type StartPorts } from './jobs/job-start.ts'
import type { CancelQueue } from './quota/cancel-queue.ts'
import { cancelJob, readJob, type JobQuestion, type StatusPorts } from './jobs/job-status.ts'
import { readDeliveries, redeliverEvent, type JobWebhooksPorts } from './jobs/job-webhooks.ts'
import { readLedgerPage, type LedgerPorts } from './jobs/ledger-page.ts'
import { networkCapture, type NetworkCapturePorts } from './calls/network-capture.ts'
import { pageScrape, type PageScrapePorts } from './calls/page-scrape.ts'
import { pageHandlers } from './pages/page-handlers.ts'
import type { JobListPorts } from './jobs/job-list.ts'
import type { JobPagesPorts } from './pages/job-pages.ts'
import { searchOf } from './http/query-string.ts'
import type { ReadinessProbe } from './readiness.ts'
import type { CallableWorkers } from './http/relayed-call.ts'
import { callerOf, contextOf } from './http/request-context.ts'
import type { SessionPorts } from './sessions/session-calls.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { serpSearch, type SerpSearchPorts } from './calls/serp-search.ts'
import { siteMap, type SiteMapPorts } from './calls/site-map.ts'
import type { WatchPorts } from './watches/watch-calls.ts'
import { watchRoutes } from './watches/watch-routes.ts'
import { serviceHandlers } from './service/service-handlers.ts'
import type { KeyUsagePorts } from './service/key-usage.ts'
import type { ServiceReportPorts, SurveyedWorkers } from './service/service-report.ts'
import { statusBodies } from './jobs/status-body.ts'

export interface HandlerPorts
  extends
    StartPorts,
    StatusPorts,
    LedgerPorts,
    JobPagesPorts,
    JobListPorts,
    JobEventsPorts,
    JobWebhooksPorts,
    FinaliseAgainPorts,
    NetworkCapturePorts,
    PageScrapePorts,
    SerpSearchPorts,
    SiteMapPorts,
    SessionPorts,
    WatchPorts,
    ServiceReportPorts {
  policy: SessionPorts['policy']
  sessions: SessionPorts['sessions']
  sessionStore: SessionPorts['sessionStore']
  browsers: CallableWorkers & SurveyedWorkers & { readonly configured: boolean }
  scrapers: CallableWorkers & SurveyedWorkers
  active: Pick<ActiveJobsReader, 'page'>
  readiness: ReadinessProbe
  rates: KeyUsagePorts['rates']
  running: StartPorts['running'] & KeyUsagePorts['running']
  streams: JobEventsPorts['streams'] & KeyUsagePorts['streams']
}

/** Returns a path parameter; it is text in every route of the table. */
const singleParameter = (parameter: string | string[] | undefined): string =>
  typeof parameter === 'string' ? parameter : ''

const questionOf = (kind: JobKind, req: Request, res: Response): JobQuestion => ({
  kind,
  id: singleParameter(req.params['id']),
  tenant: callerOf(res).tenant,
})

/** Reads the parameters of a list with the reader of its route. @throws ApiError */
function queryOf<Query>(req: Request, read: (search: URLSearchParams) => QueryResult<Query>): Query {
  const result = read(searchOf(req))
  if (!result.ok) throw invalidRequest(result.errors)
  return result.query
}

/** Creates the handlers that both kinds of jobs have. */
const jobHandlers = (kind: JobKind, ports: HandlerPorts, cancels: CancelQueue) =>
  ({
    start: async (req, res) => {
      const { requestId } = contextOf(res)
      const caller = { ...callerOf(res), requestId, key: idempotencyKeyOf(req) }
      const { accepted, replayed } = await startJob(kind, req.body, caller, ports)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.status(202).location(`${req.baseUrl}${accepted.url}`).json(accepted)
    },
    read: async (req, res) => {
      const view = await readJob(questionOf(kind, req, res), ports)
      res.json(statusBodies[kind](view, contextOf(res).requestId))
    },
    cancel: async (req, res) => {
      const question = questionOf(kind, req, res)
      const status = await cancelJob(question, ports, async (cancel) => await cancels.take(question.tenant, cancel))
      const answer: JobCancelled = { success: true, id: question.id, status, request_id: contextOf(res).requestId }
      res.json(answer)
    },
    pause: async (req, res) => {
      const view = await setPaused(questionOf(kind, req, res), true, ports)
      res.json(statusBodies[kind](view, contextOf(res).requestId))
    },
    resume: async (req, res) => {
      const view = await setPaused(questionOf(kind, req, res), false, ports)
      res.json(statusBodies[kind](view, contextOf(res).requestId))
    },
    retry: async (req, res) => {
      const question = questionOf(kind, req, res)
      const { codes } = queryOf(req, readRetryQuery)
      const caller = { ...callerOf(res), requestId: contextOf(res).requestId, key: idempotencyKeyOf(req) }
      const { accepted, replayed } = await retryJob(question, codes, caller, ports)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.status(202).location(`${req.baseUrl}${accepted.url}`).json(accepted)
    },
    active: async (req, res) => {
      const page = await ports.active.page({ kind, tenant: callerOf(res).tenant }, queryOf(req, readPageQuery))
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    urls: async (req, res) => {
      const page = await readLedgerPage(questionOf(kind, req, res), queryOf(req, readLedgerQuery), ports)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    events: jobEvents(kind, ports),
    webhooks: async (req, res) => {
      const page = await readDeliveries(questionOf(kind, req, res), queryOf(req, readDeliveryQuery), ports)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    redeliver: async (req, res) => {
      const question = questionOf(kind, req, res)
      const eventId = singleParameter(req.params['event_id'])
      await redeliverEvent(question, eventId, ports)
      const answer: RedeliveryAccepted = {
        success: true,
        id: question.id,
        event_id: eventId,
        request_id: contextOf(res).requestId,
      }
      res.status(202).json(answer)
    },
    finalise: async (req, res) => {
      const key = idempotencyKeyOf(req)
      if (!key.ok) throw invalidRequest([key.problem])
      const question = questionOf(kind, req, res)
      const { status, finalising } = await finaliseAgain(question, ports)
      const answer = { success: true, id: question.id, status, finalising, request_id: contextOf(res).requestId }
      res.status(finalising ? 202 : 200).json(answer)
    },
  }) satisfies Record<string, RequestHandler>

/**
 * Creates the handlers; the names are those of the table, so that none can be missing.
 * @param cancels of all routes of the process.
 */
export function createHandlers(ports: HandlerPorts, cancels: CancelQueue): Record<RouteName, RequestHandler> {
  const { readiness, version } = ports
  const description = openApiDocument(version)
  const crawl = jobHandlers('crawl', ports, cancels)
  const batch = jobHandlers('batch', ports, cancels)
  return {
    startCrawl: crawl.start,
    readCrawl: crawl.read,
    cancelCrawl: crawl.cancel,
    pauseCrawl: crawl.pause,
    resumeCrawl: crawl.resume,
    retryCrawl: crawl.retry,
    activeCrawls: crawl.active,
    crawlUrls: crawl.urls,
    crawlEvents: crawl.events,
    crawlWebhooks: crawl.webhooks,
    redeliverCrawlWebhook: crawl.redeliver,
    finaliseCrawl: crawl.finalise,
    startBatch: batch.start,
    readBatch: batch.read,
    cancelBatch: batch.cancel,
    pauseBatch: batch.pause,
    resumeBatch: batch.resume,
    retryBatch: batch.retry,
    activeBatches: batch.active,
    batchUrls: batch.urls,
    batchEvents: batch.events,
    batchWebhooks: batch.webhooks,
    redeliverBatchWebhook: batch.redeliver,
    finaliseBatch: batch.finalise,
    scrapePage: pageScrape(ports),
    mapSite: siteMap(ports),
    search: serpSearch(ports),
    captureNetwork: networkCapture(ports),
    ...pageHandlers(ports),
    ...sessionRoutes(ports),
    ...watchRoutes(ports),
    ...serviceHandlers(ports),
    health: (_req, res) => {
      res.json({ status: 'ok', request_id: contextOf(res).requestId })
    },
    readiness: async (_req, res) => {
      const state = await readiness.read()
      res.status(state.status === 'ready' ? 200 : 503).json({ ...state, request_id: contextOf(res).requestId })
    },
    version: (_req, res) => {
      res.json({ name: 'seine', version, api: 'v1', request_id: contextOf(res).requestId })
    },
    openapi: (_req, res) => {
      res.json(description)
    },
    docs: docsPage(),
  }
}

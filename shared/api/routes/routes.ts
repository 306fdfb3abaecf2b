/**
 * The route table: the single definition of which routes exist, what they take and what they answer. The router of the
 * gateway and the API description are both built from it.
 */
import { Type, type TSchema } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { publishedBatchSchema } from '../requests/batch-schema.ts'
import { publishedCrawlSchema } from '../requests/crawl-schema.ts'
import { deliveryLogSchema, redeliverySchema } from '../schemas/delivery-schema.ts'
import { harSchema } from '../schemas/har-schema.ts'
import {
  batchCancelledSchema,
  batchFinalisedSchema,
  batchStatusSchema,
  crawlCancelledSchema,
  crawlFinalisedSchema,
  crawlStatusSchema,
  healthSchema,
  jobAcceptedSchema,
  readinessSchema,
  versionSchema,
} from '../schemas/job-schema.ts'
import { activeBatchesSchema, activeCrawlsSchema, batchUrlsSchema, crawlUrlsSchema } from '../schemas/list-schema.ts'
import { networkResultSchema } from '../schemas/network-result.ts'
import { mapResultSchema } from '../schemas/map-result.ts'
import { mapRequestSchema } from '../schemas/map-schema.ts'
import { networkParameters, publishedNetworkSchema } from '../schemas/network-schema.ts'
import { deliveryParameters, ledgerParameters, pageParameters, retryParameters } from '../rules/query-parameters.ts'
import { jobPageRoutes } from './job-page-routes.ts'
import type { Route, RouteResponse } from './route.ts'
import {
  engineProblems,
  jobProblems,
  pauseProblems,
  retryProblems,
  queryProblems,
  bodyProblems,
  pageProblems,
  streamProblems,
  deliveryProblems,
  redeliveryProblems,
  schemaProblems,
  startProblems,
  storeProblems,
  sessionCallProblems,
  targetProblems,
} from './route-problems.ts'
import { publishedScrapeBodySchema } from '../requests/scrape-body-schema.ts'
import { scrapeResultSchema } from '../schemas/scrape-result.ts'
import { serpParameters } from '../requests/serp-query.ts'
import { serpResultSchema } from '../schemas/serp-result.ts'
import { serviceRoutes } from './service-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { watchRoutes } from './watch-routes.ts'

const jobId = { id: Type.String({ description: 'Job id as returned by the start call.' }) }
const idempotencyKey = Type.String({
  minLength: 1,
  maxLength: requestLimits.idempotencyKeyMaxCharacters,
  pattern: '^[!-~]+$',
  description: 'A request repeated under the same key starts no second job.',
})
const startHeaders = { 'Idempotency-Key': idempotencyKey, 'X-Idempotency-Key': idempotencyKey }
const finaliseKey = Type.String({
  ...idempotencyKey,
  description:
    'Only validated: a job is finalised once at a time, and a job of which nothing is missing does not change.',
})
const finaliseHeaders = { 'Idempotency-Key': finaliseKey, 'X-Idempotency-Key': finaliseKey }

/** Returns what the finalise routes of both kinds of jobs have in common. */
const finalising = (schema: TSchema) =>
  ({
    method: 'post',
    auth: true,
    rate: 'start',
    params: jobId,
    headers: finaliseHeaders,
    responses: {
      202: { description: 'Archives, record and notices are being built from the stored data.', schema },
      200: { description: 'There is nothing to do.', schema },
    },
    problems: ['validation_failed', ...jobProblems],
  }) as const
const accepted: RouteResponse = {
  description: 'The job is accepted and will run.',
  schema: jobAcceptedSchema,
  headers: {
    Location: 'Path to poll.',
    'Idempotent-Replayed': '`true` when an earlier request under the same key started the job.',
  },
}

const eventHeaders = {
  'Last-Event-ID': Type.String({
    maxLength: 32,
    description: 'Id of the last event of a stream that was interrupted; the new one continues after it.',
  }),
}
const eventStreams: Record<number, RouteResponse> = {
  200: {
    description:
      'Server-sent events: `progress` with the status whenever it has changed, `page` for each page that has ended, `end` with the final status.',
    schema: Type.String(),
    media: 'text/event-stream',
  },
  204: {
    description:
      'The last event that the caller has received is `end`: no more events follow, and an `EventSource` stops.',
    schema: null,
  },
}
const webhookEvent = {
  ...jobId,
  event_id: Type.String({ description: 'Id of the event, as in the delivery log and in the header `webhook-id`.' }),
}
const redelivered: RouteResponse = { description: 'It will be sent again.', schema: redeliverySchema }

/**
 * All routes, by the name of their handler. Requests are matched in this order, so a fixed path must precede a pattern
 * that also matches it.
 */
export const routes = {
  startCrawl: {
    method: 'post',
    path: '/crawl',
    summary: 'Start a crawl job from one URL.',
    auth: true,
    rate: 'start',
    headers: startHeaders,
    body: publishedCrawlSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: { 202: accepted },
    problems: [...startProblems, 'unsupported_pattern'],
  },
  activeCrawls: {
    method: 'get',
    path: '/crawl/active',
    summary: 'List the crawl jobs that are running.',
    auth: true,
    rate: 'read',
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: activeCrawlsSchema } },
    problems: [...queryProblems, ...engineProblems],
  },
  readCrawl: {
    method: 'get',
    path: '/crawl/{id}',
    summary: 'Read the status of a crawl job, with download links once it is completed.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status.', schema: crawlStatusSchema } },
    problems: jobProblems,
  },
  cancelCrawl: {
    method: 'delete',
    path: '/crawl/{id}',
    summary: 'Cancel a crawl job; a finished job does not change.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The final status.', schema: crawlCancelledSchema } },
    problems: jobProblems,
  },
  pauseCrawl: {
    method: 'post',
    path: '/crawl/{id}/pause',
    summary: 'Pause a crawl job: no request to its site starts until it is resumed.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status, with `paused: true`.', schema: crawlStatusSchema } },
    problems: pauseProblems,
  },
  resumeCrawl: {
    method: 'post',
    path: '/crawl/{id}/resume',
    summary: 'Resume a paused crawl job.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status, with `paused: false`.', schema: crawlStatusSchema } },
    problems: pauseProblems,
  },
  retryCrawl: {
    method: 'post',
    path: '/crawl/{id}/retry',
    summary: 'Start a crawl job for the failed pages of a finished one.',
    auth: true,
    rate: 'start',
    params: jobId,
    headers: startHeaders,
    query: retryParameters,
    responses: { 202: accepted },
    problems: retryProblems,
  },
  crawlUrls: {
    method: 'get',
    path: '/crawl/{id}/urls',
    summary: 'List the URLs a crawl job has discovered and the state of each, while it runs and after.',
    auth: true,
    rate: 'read',
    params: jobId,
    query: ledgerParameters,
    responses: { 200: { description: 'One page of the ledger.', schema: crawlUrlsSchema } },
    problems: [...queryProblems, 'job_not_found', ...storeProblems],
  },
  crawlEvents: {
    method: 'get',
    path: '/crawl/{id}/events',
    summary: 'Follow a crawl job live: a stream of server-sent events.',
    auth: true,
    rate: 'stream',
    params: jobId,
    headers: eventHeaders,
    responses: eventStreams,
    problems: streamProblems,
  },
  crawlWebhooks: {
    method: 'get',
    path: '/crawl/{id}/webhooks',
    summary: 'List every try at delivering the webhook events of a crawl job.',
    auth: true,
    rate: 'read',
    params: jobId,
    query: deliveryParameters,
    responses: { 200: { description: 'One page of the delivery log.', schema: deliveryLogSchema } },
    problems: deliveryProblems,
  },
  redeliverCrawlWebhook: {
    method: 'post',
    path: '/crawl/{id}/webhooks/{event_id}/redeliver',
    summary: 'Send a webhook event again.',
    auth: true,
    rate: 'start',
    params: webhookEvent,
    responses: { 202: redelivered },
    problems: redeliveryProblems,
  },
  finaliseCrawl: {
    path: '/crawl/{id}/finalise',
    summary: 'Build the missing results of a crawl job whose finalisation failed.',
    ...finalising(crawlFinalisedSchema),
  },
  startBatch: {
    method: 'post',
    path: '/batch/scrape',
    summary: 'Start a batch job that scrapes a list of URLs.',
    auth: true,
    rate: 'start',
    headers: startHeaders,
    body: publishedBatchSchema,
    bodyMaxBytes: jobLimits.batchBodyMaxBytes,
    responses: { 202: accepted },
    problems: startProblems,
  },
  activeBatches: {
    method: 'get',
    path: '/batch/scrape/active',
    summary: 'List the batch jobs that are running.',
    auth: true,
    rate: 'read',
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: activeBatchesSchema } },
    problems: [...queryProblems, ...engineProblems],
  },
  readBatch: {
    method: 'get',
    path: '/batch/scrape/{id}',
    summary: 'Read the status of a batch job, with download links once it is completed.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status.', schema: batchStatusSchema } },
    problems: jobProblems,
  },
  cancelBatch: {
    method: 'delete',
    path: '/batch/scrape/{id}',
    summary: 'Cancel a batch job; a finished job does not change.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status after the call.', schema: batchCancelledSchema } },
    problems: jobProblems,
  },
  pauseBatch: {
    method: 'post',
    path: '/batch/scrape/{id}/pause',
    summary: 'Pause a batch job: no request to its site starts until it is resumed.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status, with `paused: true`.', schema: batchStatusSchema } },
    problems: pauseProblems,
  },
  resumeBatch: {
    method: 'post',
    path: '/batch/scrape/{id}/resume',
    summary: 'Resume a paused batch job.',
    auth: true,
    rate: 'read',
    params: jobId,
    responses: { 200: { description: 'The status, with `paused: false`.', schema: batchStatusSchema } },
    problems: pauseProblems,
  },
  retryBatch: {
    method: 'post',
    path: '/batch/scrape/{id}/retry',
    summary: 'Start a batch job for the failed pages of a finished one.',
    auth: true,
    rate: 'start',
    params: jobId,
    headers: startHeaders,
    query: retryParameters,
    responses: { 202: accepted },
    problems: retryProblems,
  },
  batchUrls: {
    method: 'get',
    path: '/batch/scrape/{id}/urls',
    summary: 'List the URLs of a batch job and the state of each, while it runs and after.',
    auth: true,
    rate: 'read',
    params: jobId,
    query: ledgerParameters,
    responses: { 200: { description: 'One page of the ledger.', schema: batchUrlsSchema } },
    problems: [...queryProblems, 'job_not_found', ...storeProblems],
  },
  batchEvents: {
    method: 'get',
    path: '/batch/scrape/{id}/events',
    summary: 'Follow a batch job live: a stream of server-sent events.',
    auth: true,
    rate: 'stream',
    params: jobId,
    headers: eventHeaders,
    responses: eventStreams,
    problems: streamProblems,
  },
  batchWebhooks: {
    method: 'get',
    path: '/batch/scrape/{id}/webhooks',
    summary: 'List every try at delivering the webhook events of a batch job.',
    auth: true,
    rate: 'read',
    params: jobId,
    query: deliveryParameters,
    responses: { 200: { description: 'One page of the delivery log.', schema: deliveryLogSchema } },
    problems: deliveryProblems,
  },
  redeliverBatchWebhook: {
    method: 'post',
    path: '/batch/scrape/{id}/webhooks/{event_id}/redeliver',
    summary: 'Send a webhook event again.',
    auth: true,
    rate: 'start',
    params: webhookEvent,
    responses: { 202: redelivered },
    problems: redeliveryProblems,
  },
  finaliseBatch: {
    path: '/batch/scrape/{id}/finalise',
    summary: 'Build the missing results of a batch job whose finalisation failed.',
    ...finalising(batchFinalisedSchema),
  },
  scrapePage: {
    method: 'post',
    path: '/scrape',
    summary: 'Load one page and return its content.',
    auth: true,
    rate: 'call',
    body: publishedScrapeBodySchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: { 200: { description: 'The page, whatever its own status is.', schema: scrapeResultSchema } },
    problems: [
      ...pageProblems,
      ...schemaProblems,
      ...targetProblems,
      'browser_unavailable',
      'proxy_not_configured',
      ...sessionCallProblems,
    ],
  },
  mapSite: {
    method: 'post',
    path: '/map',
    summary: 'List the URLs of a site.',
    auth: true,
    rate: 'call',
    body: mapRequestSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: { 200: { description: 'The links.', schema: mapResultSchema } },
    problems: [...bodyProblems, ...targetProblems],
  },
  search: {
    method: 'get',
    path: '/serp',
    summary: 'Query a search engine and return its results as data.',
    auth: true,
    rate: 'call',
    query: serpParameters,
    responses: {
      200: { description: 'The results; empty when the engine finds nothing.', schema: serpResultSchema },
    },
    problems: [
      ...queryProblems,
      'invalid_combination',
      'serp_blocked',
      'serp_engine_not_configured',
      'all_attempts_failed',
      'concurrency_limit_reached',
      'scrape_unavailable',
      'budget_exceeded',
    ],
  },
  captureNetwork: {
    method: 'post',
    path: '/browser/network',
    summary: 'Load one page in a browser and return the traffic it caused.',
    auth: true,
    rate: 'call',
    query: networkParameters,
    body: publishedNetworkSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: {
      200: {
        description: 'What was captured, also of a page that failed.',
        schema: networkResultSchema,
        otherMedia: { 'application/har+json': harSchema },
      },
    },
    problems: [
      ...pageProblems,
      'unsupported_pattern',
      'concurrency_limit_reached',
      'unsafe_target',
      'browser_unavailable',
      'proxy_not_configured',
      'budget_exceeded',
      'all_attempts_failed',
      ...sessionCallProblems,
    ],
  },
  ...jobPageRoutes,
  ...sessionRoutes,
  ...watchRoutes,
  ...serviceRoutes,
  health: {
    method: 'get',
    path: '/healthz',
    summary: 'Whether the process runs.',
    auth: false,
    responses: { 200: { description: 'It runs.', schema: healthSchema } },
    problems: [],
  },
  readiness: {
    method: 'get',
    path: '/readyz',
    summary: 'Whether the process can serve: workflow service and result store answer.',
    auth: false,
    responses: {
      200: { description: 'It can.', schema: readinessSchema },
      503: { description: 'It cannot; `checks` says why.', schema: readinessSchema },
    },
    problems: [],
  },
  version: {
    method: 'get',
    path: '/version',
    summary: 'Which version runs.',
    auth: false,
    responses: { 200: { description: 'The version.', schema: versionSchema } },
    problems: [],
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description.',
    auth: false,
    responses: { 200: { description: 'An OpenAPI 3.1 document.', schema: Type.Object({}) } },
    problems: [],
  },
  docs: {
    method: 'get',
    path: '/docs',
    summary: 'This description as a page to read, with samples.',
    auth: false,
    responses: {
      200: { description: 'A page that loads nothing from other hosts.', schema: Type.String(), media: 'text/html' },
    },
    problems: [],
  },
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

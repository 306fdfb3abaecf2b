/**
 * The route table: the one place that says which routes exist, what they take and what they answer.
 * The router of the gateway and the API description are both built from it.
 */
import { Type, type TSchema } from 'typebox'
import { jobLimits, requestLimits } from '../config/limits.ts'
import { publishedBatchSchema } from './batch-schema.ts'
import { publishedCrawlSchema } from './crawl-schema.ts'
import { harSchema } from './har-schema.ts'
import {
  batchCancelledSchema,
  batchStatusSchema,
  crawlCancelledSchema,
  crawlStatusSchema,
  healthSchema,
  jobAcceptedSchema,
  readinessSchema,
  versionSchema,
} from './job-schema.ts'
import { activeBatchesSchema, activeCrawlsSchema, batchUrlsSchema, crawlUrlsSchema } from './list-schema.ts'
import { networkResultSchema } from './network-result.ts'
import { mapResultSchema } from './map-result.ts'
import { mapRequestSchema } from './map-schema.ts'
import { networkParameters, publishedNetworkSchema } from './network-schema.ts'
import type { ProblemCode } from './problems.ts'
import { ledgerParameters, pageParameters } from './query-parameters.ts'
import { publishedScrapeBodySchema } from './scrape-body-schema.ts'
import { scrapeResultSchema } from './scrape-result.ts'

export interface RouteResponse {
  description: string
  schema: TSchema
  /** What a caller gets instead who asks for it by `Accept`, by media type. */
  otherMedia?: Record<string, TSchema>
  /** Response headers with their meaning. */
  headers?: Record<string, string>
}

/** One route. Paths are written as in OpenAPI: `/crawl/{id}`. */
export interface Route {
  method: 'get' | 'post' | 'delete'
  path: string
  summary: string
  /** False for the few routes that need no API key. */
  auth: boolean
  /** Schema per path parameter. */
  params?: Record<string, TSchema>
  /** Schema per request header that is read. */
  headers?: Record<string, TSchema>
  /** Schema per query parameter; a route that has none ignores the query. */
  query?: Record<string, TSchema>
  body?: TSchema
  /** Largest body, decoded; of every route that has one. */
  bodyMaxBytes?: number
  /** Answers by status code, problems aside. */
  responses: Record<number, RouteResponse>
  /** Problems beyond those every route can have. */
  problems: readonly ProblemCode[]
}

const jobId = { id: Type.String({ description: 'Job id as returned by the start call.' }) }
const idempotencyKey = Type.String({
  minLength: 1,
  maxLength: requestLimits.idempotencyKeyMaxCharacters,
  pattern: '^[!-~]+$',
  description: 'A request repeated under the same key starts no second job.',
})
const startHeaders = { 'Idempotency-Key': idempotencyKey, 'X-Idempotency-Key': idempotencyKey }
const accepted: RouteResponse = {
  description: 'The job is accepted and will run.',
  schema: jobAcceptedSchema,
  headers: {
    Location: 'Path to poll.',
    'Idempotent-Replayed': '`true` when an earlier request under the same key started the job.',
  },
}

const engineProblems = ['workflow_service_unavailable', 'not_configured'] as const
const awayProblems = [...engineProblems, 'result_store_unavailable'] as const
const jobProblems = ['job_not_found', ...awayProblems] as const
const queryProblems = ['validation_failed', 'unknown_field'] as const
const bodyProblems = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
  'invalid_url',
  'url_not_allowed',
  'limit_exceeded',
] as const
const pageProblems = [...bodyProblems, 'invalid_combination', 'not_supported_yet'] as const
const startProblems = [...pageProblems, 'idempotency_key_reused', 'browser_unavailable', ...awayProblems] as const

/** Of calls that a scrape worker answers. */
const targetProblems = [
  'concurrency_limit_reached',
  'all_attempts_failed',
  'target_blocked',
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'unsafe_target',
  'scrape_unavailable',
  'budget_exceeded',
] as const

/**
 * Every route, by the name its handler has. Requests are matched in this order: a fixed path stands
 * before the pattern that it fits too.
 */
export const routes = {
  startCrawl: {
    method: 'post',
    path: '/crawl',
    summary: 'Start a crawl job from one URL.',
    auth: true,
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
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: activeCrawlsSchema } },
    problems: [...queryProblems, ...engineProblems],
  },
  readCrawl: {
    method: 'get',
    path: '/crawl/{id}',
    summary: 'Read the status of a crawl job, with download links once it is completed.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The status.', schema: crawlStatusSchema } },
    problems: jobProblems,
  },
  cancelCrawl: {
    method: 'delete',
    path: '/crawl/{id}',
    summary: 'Cancel a crawl job; a finished job is left as it is.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The final status.', schema: crawlCancelledSchema } },
    problems: jobProblems,
  },
  crawlUrls: {
    method: 'get',
    path: '/crawl/{id}/urls',
    summary: 'List the URLs a crawl job has discovered and what became of each, while it runs and after.',
    auth: true,
    params: jobId,
    query: ledgerParameters,
    responses: { 200: { description: 'One page of the ledger.', schema: crawlUrlsSchema } },
    problems: [...queryProblems, 'job_not_found', 'result_store_unavailable'],
  },
  startBatch: {
    method: 'post',
    path: '/batch/scrape',
    summary: 'Start a batch job that scrapes a list of URLs.',
    auth: true,
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
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: activeBatchesSchema } },
    problems: [...queryProblems, ...engineProblems],
  },
  readBatch: {
    method: 'get',
    path: '/batch/scrape/{id}',
    summary: 'Read the status of a batch job, with download links once it is completed.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The status.', schema: batchStatusSchema } },
    problems: jobProblems,
  },
  cancelBatch: {
    method: 'delete',
    path: '/batch/scrape/{id}',
    summary: 'Cancel a batch job; a finished job is left as it is.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The status after the call.', schema: batchCancelledSchema } },
    problems: jobProblems,
  },
  batchUrls: {
    method: 'get',
    path: '/batch/scrape/{id}/urls',
    summary: 'List the URLs of a batch job and what became of each, while it runs and after.',
    auth: true,
    params: jobId,
    query: ledgerParameters,
    responses: { 200: { description: 'One page of the ledger.', schema: batchUrlsSchema } },
    problems: [...queryProblems, 'job_not_found', 'result_store_unavailable'],
  },
  scrapePage: {
    method: 'post',
    path: '/scrape',
    summary: 'Load one page and return its content.',
    auth: true,
    body: publishedScrapeBodySchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: { 200: { description: 'The page, whatever its own status is.', schema: scrapeResultSchema } },
    problems: [
      ...pageProblems,
      ...targetProblems,
      'browser_unavailable',
      'proxy_not_configured',
      'result_store_unavailable',
    ],
  },
  mapSite: {
    method: 'post',
    path: '/map',
    summary: 'List the URLs of a site.',
    auth: true,
    body: mapRequestSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: { 200: { description: 'The links.', schema: mapResultSchema } },
    problems: [...bodyProblems, ...targetProblems],
  },
  captureNetwork: {
    method: 'post',
    path: '/browser/network',
    summary: 'Load one page in a browser and return the traffic it caused.',
    auth: true,
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
    ],
  },
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
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof routes

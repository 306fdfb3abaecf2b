/**
 * The route table: the one place that says which routes exist, what they take and what they answer.
 * The router of the gateway and the API description are both built from it.
 */
import { Type, type TSchema } from 'typebox'
import { requestLimits } from '../config/limits.ts'
import { publishedCrawlSchema } from './crawl-schema.ts'
import {
  crawlStatusSchema,
  healthSchema,
  jobAcceptedSchema,
  jobCancelledSchema,
  readinessSchema,
  versionSchema,
} from './job-schema.ts'
import type { ProblemCode } from './problems.ts'

export interface RouteResponse {
  description: string
  schema: TSchema
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
  body?: TSchema
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
const requestProblems = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'unknown_field',
  'invalid_url',
  'url_not_allowed',
  'invalid_combination',
  'unsupported_pattern',
  'not_supported_yet',
] as const

/** Every route, by the name its handler has. */
export const routes = {
  startCrawl: {
    method: 'post',
    path: '/crawl',
    summary: 'Start a crawl job from one URL.',
    auth: true,
    headers: { 'Idempotency-Key': idempotencyKey, 'X-Idempotency-Key': idempotencyKey },
    body: publishedCrawlSchema,
    responses: {
      202: {
        description: 'The job is accepted and will run.',
        schema: jobAcceptedSchema,
        headers: {
          Location: 'Path to poll.',
          'Idempotent-Replayed': '`true` when an earlier request under the same key started the job.',
        },
      },
    },
    problems: [
      ...requestProblems,
      'idempotency_key_reused',
      'not_configured',
      'workflow_service_unavailable',
      'result_store_unavailable',
    ],
  },
  readCrawl: {
    method: 'get',
    path: '/crawl/{id}',
    summary: 'Read the status of a crawl job, with download links once it is completed.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The status.', schema: crawlStatusSchema } },
    problems: ['job_not_found', 'workflow_service_unavailable', 'result_store_unavailable'],
  },
  cancelCrawl: {
    method: 'delete',
    path: '/crawl/{id}',
    summary: 'Cancel a crawl job; a finished job is left as it is.',
    auth: true,
    params: jobId,
    responses: { 200: { description: 'The final status.', schema: jobCancelledSchema } },
    problems: ['job_not_found', 'workflow_service_unavailable', 'result_store_unavailable'],
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

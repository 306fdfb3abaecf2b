/**
 * The error catalogue: every code that the API returns, and the body that contains it.
 *
 * Bodies follow RFC 9457 (problem details), extended by the members of the API contract.
 */

import type { Attempt } from './attempt-schema.ts'

/** The meaning of a code in HTTP. */
export interface ProblemDefinition {
  status: number
  title: string
  /** Whether the same request can succeed later. */
  retryable: boolean
}

const problem = (status: number, title: string, retryable = false): ProblemDefinition => ({ status, title, retryable })

/** All codes. */
export const problems = {
  malformed_json: problem(400, 'Malformed JSON'),
  malformed_request: problem(400, 'Malformed request'),
  session_domain_mismatch: problem(400, 'Session belongs to another domain'),
  unauthorized: problem(401, 'Unauthorized'),
  forbidden: problem(403, 'Forbidden'),
  not_found: problem(404, 'Not found'),
  job_not_found: problem(404, 'Job not found'),
  page_not_found: problem(404, 'Page not found'),
  session_not_found: problem(404, 'Session not found'),
  watch_not_found: problem(404, 'Watch not found'),
  run_not_found: problem(404, 'Run not found'),
  method_not_allowed: problem(405, 'Method not allowed'),
  request_timeout: problem(408, 'Request timeout', true),
  session_exists: problem(409, 'Session exists'),
  job_finished: problem(409, 'Job finished'),
  job_not_finished: problem(409, 'Job not finished'),
  nothing_to_retry: problem(409, 'Nothing to retry'),
  run_in_progress: problem(409, 'Run in progress'),
  watch_quota_reached: problem(409, 'Watch quota reached'),
  version_mismatch: problem(412, 'Version mismatch'),
  body_too_large: problem(413, 'Body too large'),
  unsupported_media_type: problem(415, 'Unsupported media type'),
  expectation_failed: problem(417, 'Expectation failed'),
  validation_failed: problem(422, 'Validation failed'),
  unknown_field: problem(422, 'Unknown field'),
  invalid_url: problem(422, 'Invalid URL'),
  url_not_allowed: problem(422, 'URL not allowed'),
  invalid_combination: problem(422, 'Invalid combination'),
  limit_exceeded: problem(422, 'Limit exceeded'),
  idempotency_key_reused: problem(422, 'Idempotency key reused'),
  unsupported_pattern: problem(422, 'Unsupported pattern'),
  pattern_too_costly: problem(422, 'Pattern too costly'),
  schema_too_complex: problem(422, 'Schema too complex'),
  rate_limited: problem(429, 'Rate limited', true),
  concurrency_limit_reached: problem(429, 'Concurrency limit reached', true),
  session_busy: problem(429, 'Session busy', true),
  schema_busy: problem(429, 'Schemas waiting', true),
  mail_quota_reached: problem(429, 'Mail quota reached', true),
  headers_too_large: problem(431, 'Headers too large'),
  internal_error: problem(500, 'Internal error'),
  stored_data_damaged: problem(500, 'Stored data damaged'),
  all_attempts_failed: problem(502, 'All attempts failed', true),
  target_blocked: problem(502, 'Target blocked the request', true),
  dns_failure: problem(502, 'DNS failure', true),
  tls_failure: problem(502, 'TLS failure'),
  proxy_failure: problem(502, 'Proxy failure', true),
  unsafe_target: problem(502, 'Unsafe target'),
  serp_blocked: problem(502, 'Search engine blocked the request', true),
  not_configured: problem(503, 'Not configured'),
  workflow_service_unavailable: problem(503, 'Workflow service unavailable', true),
  result_store_unavailable: problem(503, 'Result store unavailable', true),
  browser_unavailable: problem(503, 'Browser unavailable', true),
  scrape_unavailable: problem(503, 'Scrape worker unavailable', true),
  proxy_not_configured: problem(503, 'Proxy not configured'),
  serp_engine_not_configured: problem(503, 'Search engine not configured'),
  budget_exceeded: problem(504, 'Budget exceeded', true),
} as const

export type ProblemCode = keyof typeof problems

/** One problem with a request; `pointer` is a JSON pointer (RFC 6901) into the body. */
export interface FieldProblem {
  pointer: string
  code: ProblemCode
  message: string
}

/** Body of every answer that is not a success. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  success: false
  code: ProblemCode
  message: string
  error: string
  request_id: string
  retryable: boolean
  retry_after?: number
  errors?: FieldProblem[]
  attempts?: Attempt[]
}

/** What a problem states in addition to its code. */
export interface ProblemFacts {
  detail: string
  /** Path of the request. */
  instance: string
  requestId: string
  /** Seconds after which a retry is reasonable. */
  retryAfterSecs?: number | undefined
  errors?: readonly FieldProblem[] | undefined
  /** Failed attempts to load the page. */
  attempts?: readonly Attempt[] | undefined
}

/** Builds the body for a code. `message` and `error` repeat `detail` for clients that read either of them. */
export function problemBody(code: ProblemCode, facts: ProblemFacts): ProblemBody {
  const { status, title, retryable } = problems[code]
  return {
    type: `https://seine.invalid/problems/${code}`,
    title,
    status,
    detail: facts.detail,
    instance: facts.instance,
    success: false,
    code,
    message: facts.detail,
    error: facts.detail,
    request_id: facts.requestId,
    retryable,
    ...(facts.retryAfterSecs === undefined ? {} : { retry_after: facts.retryAfterSecs }),
    ...(facts.errors === undefined ? {} : { errors: [...facts.errors] }),
    ...(facts.attempts === undefined ? {} : { attempts: [...facts.attempts] }),
  }
}

/** Codes that become the code of the whole answer when every field problem has them. */
const summaryCodes = new Set<ProblemCode>([
  'unknown_field',
  'invalid_url',
  'url_not_allowed',
  'unsupported_pattern',
  'schema_too_complex',
  'invalid_combination',
  'limit_exceeded',
  'session_domain_mismatch',
])

/**
 * Returns the top-level code of an answer to an invalid request: the code that all field problems share, if it may
 * stand for the whole request; otherwise `validation_failed`.
 * @param errors at least one field problem.
 */
export function summaryCode(errors: readonly FieldProblem[]): ProblemCode {
  const codes = new Set(errors.map((error) => error.code))
  const [only] = codes
  return codes.size === 1 && only !== undefined && summaryCodes.has(only) ? only : 'validation_failed'
}

/** Returns the detail of a 422: the first message, and the number of further ones. */
export function summaryDetail(errors: readonly FieldProblem[]): string {
  const [first, ...rest] = errors
  if (first === undefined) return 'the request is invalid'
  return rest.length === 0 ? first.message : `${first.message} (and ${rest.length} more, see errors)`
}

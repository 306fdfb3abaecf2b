/** Errors of the client, all of one family. No message contains the API key. */
import type { FieldProblem, Problem, ProblemAttempt } from './generated/openapi.ts'

/** What every error of this package is. */
export class SeineError extends Error {
  override readonly name: string = 'SeineError'
}

/** What an error of the service says. */
export interface ApiErrorFacts {
  /** HTTP status. */
  status: number
  /** Code of the problem; `http_STATUS` for an answer that is no problem of the service. */
  code: string
  message: string
  /** Id of the request, for the logs of the service; null when the answer has none. */
  request_id: string | null
  /** Everything that is wrong with the request. */
  errors: readonly FieldProblem[]
  /** The attempts at the page, when none succeeded. */
  attempts: readonly ProblemAttempt[]
  /** Whether the same request can succeed later. */
  retryable: boolean
  /** Seconds after which it can; null when the service named none. */
  retry_after: number | null
  /** The body of the answer: an object, or the text when it was no JSON. */
  body: unknown
}

/** The service answered with a problem. Members are named as in the API. */
export class ApiError extends SeineError implements ApiErrorFacts {
  override readonly name: string = 'ApiError'
  readonly status: number
  readonly code: string
  readonly request_id: string | null
  readonly errors: readonly FieldProblem[]
  readonly attempts: readonly ProblemAttempt[]
  readonly retryable: boolean
  readonly retry_after: number | null
  readonly body: unknown

  /** @param facts members that are missing are empty: null, false, no entries. */
  constructor(facts: Pick<ApiErrorFacts, 'status' | 'code' | 'message'> & Partial<ApiErrorFacts>) {
    super(facts.message)
    this.status = facts.status
    this.code = facts.code
    this.request_id = facts.request_id ?? null
    this.errors = facts.errors ?? []
    this.attempts = facts.attempts ?? []
    this.retryable = facts.retryable ?? false
    this.retry_after = facts.retry_after ?? null
    this.body = facts.body ?? null
  }
}

/** 401 or 403: the key is missing, unknown or not allowed to do this. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError'
}

/** 404: there is no such job, page, session, watch or route. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}

/** 400, 413, 415 or 422: the request is wrong; `errors` lists everything that is. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError'
}

/** 409 or 412: the state of the resource does not allow it. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 429: too many requests or running jobs for this key. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError'
}

/** 502 or 504: the page could not be loaded; `attempts` says what was tried. */
export class TargetError extends ApiError {
  override readonly name = 'TargetError'
}

/** 503 with a code that ends with `not_configured`: the operator of the service has not set up what this needs. */
export class NotConfiguredError extends ApiError {
  override readonly name = 'NotConfiguredError'
}

/** 500 or 503: the service, or a part of it, does not work at the moment. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError'
}

/** The service could not be reached, or the connection broke. */
export class ConnectionError extends SeineError {
  override readonly name: string = 'ConnectionError'
}

/** One try got no answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

/** A job, or a run of a watch, has not ended in the time given for waiting; it goes on. */
export class WaitTimeoutError extends SeineError {
  override readonly name = 'WaitTimeoutError'
  /** Id of the job or run. */
  readonly id: string

  constructor(id: string, waitMs: number) {
    super(`${id} has not ended within ${waitMs} ms; it goes on`)
    this.id = id
  }
}

/** A webhook call that must not be trusted. */
export class WebhookVerificationError extends SeineError {
  override readonly name = 'WebhookVerificationError'
}

const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  412: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
  500: UnavailableError,
  502: TargetError,
  503: UnavailableError,
  504: TargetError,
}

/** Returns `Retry-After` in seconds; null if none exists. A date is compared with the clock. */
export function retryAfterOf(header: string | null, nowMs: number = Date.now()): number | null {
  if (header === null || header === '') return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Converts an answer that is not a success to an error. @param text its body. */
export function apiErrorOf(status: number, headers: Headers, text: string): ApiError {
  const body = parsed(text)
  const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {}
  const { code = `http_${status}`, detail, errors = [], attempts = [], request_id } = problem
  const ErrorClass = code.endsWith('not_configured') ? NotConfiguredError : (classes[status] ?? ApiError)
  return new ErrorClass({
    status,
    code,
    message: detail ?? problem.message ?? `the service answered ${status} without an explanation`,
    request_id: request_id ?? headers.get('x-request-id'),
    errors,
    attempts,
    retryable: problem.retryable ?? retryableStatuses.has(status),
    retry_after: problem.retry_after ?? retryAfterOf(headers.get('retry-after')),
    body,
  })
}

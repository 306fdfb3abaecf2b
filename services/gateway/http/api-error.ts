/** The error that every handler throws: a code of the catalogue and its details. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import {
  problems,
  summaryCode,
  summaryDetail,
  type FieldProblem,
  type ProblemCode,
} from '@seine/shared/api/schemas/problems.ts'

export interface ApiErrorOptions {
  cause?: unknown
  errors?: readonly FieldProblem[]
  /** Failed attempts at a page. */
  attempts?: readonly Attempt[]
  /** When a retry makes sense, seconds; set when a site or service stated it. */
  retryAfterSecs?: number | undefined
  /** Response headers that belong to the answer, such as `Allow`. */
  headers?: Record<string, string>
}

/** An error answered as a problem; `message` is sent to the caller, `cause` is only logged. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ProblemCode
  readonly errors: readonly FieldProblem[] | undefined
  readonly headers: Record<string, string>
  /** A private field, because the log prints properties. */
  readonly #attempts: readonly Attempt[] | undefined
  readonly #retryAfterSecs: number | undefined

  constructor(code: ProblemCode, detail: string, options: ApiErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? {}
    this.#attempts = options.attempts
    this.#retryAfterSecs = options.retryAfterSecs
  }

  /** Attempts at the page, for errors of calls that load one. */
  get attempts(): readonly Attempt[] | undefined {
    return this.#attempts
  }

  /** HTTP status of the code. */
  get status(): number {
    return problems[this.code].status
  }

  /** Seconds until a retry makes sense, when known or when the response must state it. */
  get retryAfterSecs(): number | undefined {
    if (this.#retryAfterSecs !== undefined) return this.#retryAfterSecs
    return problems[this.code].retryable && (this.status === 429 || this.status === 503)
      ? gatewayLimits.retryAfterSecs
      : undefined
  }
}

/** Returns the same error for a job that does not exist and for one of another tenant. */
export const jobNotFound = (): ApiError => new ApiError('job_not_found', 'there is no such job')

/** Returns a 422 with every problem of the request. */
export const invalidRequest = (errors: readonly FieldProblem[]): ApiError =>
  new ApiError(summaryCode(errors), summaryDetail(errors), { errors })

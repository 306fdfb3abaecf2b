/** Errors in the form that the SDKs read: status, code, message, and all problems of a request. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import { ApiError } from '../http/api-error.ts'
import type { Translation, WireProblem } from './translate/translation.ts'

/** Body of an error. */
export interface WireErrorBody {
  success: false
  code: string
  error: string
  details?: readonly WireProblem[]
}

export interface WireErrorAnswer {
  status: number
  body: WireErrorBody
}

interface Meaning {
  status: number
  code: string
}

const badRequest: Meaning = { status: 400, code: 'BAD_REQUEST' }
const blocked: Meaning = { status: 403, code: 'URL_BLOCKED' }
const notConfigured: Meaning = { status: 501, code: 'NOT_CONFIGURED' }
const unavailable: Meaning = { status: 503, code: 'SERVICE_UNAVAILABLE' }
const tooMany: Meaning = { status: 429, code: 'RATE_LIMIT_EXCEEDED' }
const timedOut: Meaning = { status: 408, code: 'SCRAPE_TIMEOUT' }
const allFailed: Meaning = { status: 500, code: 'SCRAPE_ALL_ENGINES_FAILED' }
const siteFailed: Meaning = { status: 500, code: 'SCRAPE_SITE_ERROR' }
const internal: Meaning = { status: 500, code: 'INTERNAL_ERROR' }

/** Codes that mean more than their status. There is no 502: the SDKs would load the page again. */
const meanings: Partial<Record<ProblemCode, Meaning>> = {
  url_not_allowed: blocked,
  unsafe_target: blocked,
  forbidden: blocked,
  unauthorized: { status: 401, code: 'UNAUTHORIZED' },
  job_not_found: { status: 404, code: 'JOB_NOT_FOUND' },
  job_finished: { status: 409, code: 'JOB_FINISHED' },
  not_found: { status: 404, code: 'NOT_FOUND' },
  method_not_allowed: { status: 405, code: 'METHOD_NOT_ALLOWED' },
  // The SDKs expect this failure under status 200.
  dns_failure: { status: 200, code: 'SCRAPE_DNS_RESOLUTION_ERROR' },
  tls_failure: { status: 500, code: 'SCRAPE_SSL_ERROR' },
  budget_exceeded: timedOut,
  request_timeout: timedOut,
  target_blocked: allFailed,
  proxy_failure: allFailed,
  serp_blocked: allFailed,
  not_configured: notConfigured,
  proxy_not_configured: notConfigured,
  serp_engine_not_configured: notConfigured,
}

/** Returns what it means that all attempts at a page failed, by the last of them. */
function meaningOfAttempts(attempts: readonly Attempt[]): Meaning {
  const outcome = attempts.at(-1)?.outcome
  if (outcome === 'timeout') return timedOut
  return outcome === 'network_error' ? siteFailed : allFailed
}

function meaningOf({ code, status, attempts }: ApiError): Meaning {
  if (code === 'all_attempts_failed') return meaningOfAttempts(attempts ?? [])
  const meaning = meanings[code]
  if (meaning !== undefined) return meaning
  if (status === 429) return tooMany
  if (status === 503) return unavailable
  return status < 500 ? badRequest : internal
}

/** Returns the answer for an error of an operation. */
export function wireErrorOf(error: ApiError): WireErrorAnswer {
  const { status, code } = meaningOf(error)
  const details = error.errors?.map(({ pointer, message }) => ({
    code: 'BAD_REQUEST' as const,
    field: pointer,
    message,
  }))
  return {
    status,
    body: { success: false, code, error: error.message, ...(details === undefined ? {} : { details }) },
  }
}

/** An error with its answer in this form. */
export class WireError extends ApiError {
  readonly answer: WireErrorAnswer

  constructor(answer: WireErrorAnswer, code: ProblemCode, cause?: unknown) {
    super(code, answer.body.error, cause === undefined ? {} : { cause })
    this.answer = answer
  }
}

const summaryOf = (problems: readonly Pick<WireProblem, 'message'>[]): string => {
  const more = problems.length - 1
  return `${problems[0]?.message ?? 'the request is invalid'}${more > 0 ? ` (and ${more} more, see details)` : ''}`
}

/**
 * Returns the error for the problems of a translation: 400 when the request must be corrected, 501 when it is valid
 * but asks for something that this service does not have.
 */
export function translationError({ problems }: Translation): WireError {
  const wrong = problems.filter(({ code }) => code === 'BAD_REQUEST')
  const first = wrong.length > 0 ? wrong : problems
  const ordered = [...first, ...problems.filter((problem) => !first.includes(problem))]
  const meaning = wrong.length > 0 ? badRequest : { status: 501, code: 'NOT_SUPPORTED' }
  const body = { success: false, code: meaning.code, error: summaryOf(ordered), details: ordered } as const
  return new WireError({ status: meaning.status, body }, 'validation_failed')
}

/** Returns an error of an operation with the problems of its body under the names of the caller. */
export function renamedError(error: unknown, notes: Translation): unknown {
  if (!(error instanceof ApiError) || error.errors === undefined) return error
  const { status, body } = wireErrorOf(error)
  const details = error.errors.map((each) => ({ code: 'BAD_REQUEST' as const, ...notes.inTheirNames(each) }))
  return new WireError({ status, body: { ...body, error: summaryOf(details), details } }, error.code, error.cause)
}

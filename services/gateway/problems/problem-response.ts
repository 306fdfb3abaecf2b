/** Error responses: converts every thrown error to a problem of the catalogue. */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { problemBody, type ProblemCode } from '@seine/shared/api/schemas/problems.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { SessionsRefusedError, SessionsUnavailableError } from '@seine/shared/sessions/session-client.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { SealError } from '@seine/shared/storage/sealing.ts'
import { WorkerCallError, type WorkerCallCode, type WorkerKind } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { ApiError } from '../http/api-error.ts'
import { EngineRefusedError, JobEngineUnavailableError } from '../engine/job-engine.ts'
import { contextOf } from '../http/request-context.ts'

const codesByStatus: Partial<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_media_type',
}

/** Converts framework errors that blame the caller; null for others. */
function exposedError(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('expose' in error && error.expose === true) || !('status' in error)) return null
  const { status } = error
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  return new ApiError(codesByStatus[status] ?? 'malformed_request', error.message, { cause: error })
}

const workersAway: Record<WorkerKind, ProblemCode> = { browser: 'browser_unavailable', scrape: 'scrape_unavailable' }

const callCodes: Record<Exclude<WorkerCallCode, 'unavailable'>, ProblemCode> = {
  busy: 'concurrency_limit_reached',
  over_budget: 'budget_exceeded',
  internal: 'internal_error',
}

/** Converts a failed call to a worker. */
function callError(error: WorkerCallError): ApiError {
  const code = error.code === 'unavailable' ? workersAway[error.kind] : callCodes[error.code]
  return new ApiError(code, error.message, {
    cause: error.cause ?? error,
    retryAfterSecs: error.retryAfterSecs ?? undefined,
    ...(code === 'budget_exceeded' ? { attempts: [] } : {}),
  })
}

/** Converts any error thrown while serving a request. */
export function apiErrorFrom(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof JobEngineUnavailableError) {
    return new ApiError('workflow_service_unavailable', 'the workflow service does not answer', { cause: error })
  }
  if (error instanceof EngineRefusedError) {
    return new ApiError('not_configured', 'the workflow service is not set up to run jobs', { cause: error })
  }
  if (error instanceof SessionsUnavailableError) {
    return new ApiError('workflow_service_unavailable', 'the workflow service does not answer', { cause: error })
  }
  if (error instanceof SessionsRefusedError) {
    return new ApiError('not_configured', 'the workflow service is not set up to keep sessions', { cause: error })
  }
  if (error instanceof SealError) {
    return new ApiError('not_configured', 'the stored data is sealed with a key that this service does not have', {
      cause: error,
    })
  }
  if (error instanceof StoreUnavailableError) {
    return new ApiError('result_store_unavailable', 'the result store does not answer', { cause: error })
  }
  if (error instanceof DamagedObjectError) {
    const detail = 'its stored data cannot be read: an object is damaged; the log names it'
    return new ApiError('stored_data_damaged', detail, { cause: error })
  }
  if (error instanceof WorkerCallError) return callError(error)
  // A path with invalid percent-encoding matches no resource.
  if (error instanceof URIError) return new ApiError('not_found', 'there is no such resource')
  return (
    exposedError(error) ??
    new ApiError('internal_error', 'an unexpected fault; the log has the details', { cause: error })
  )
}

/** Returns the path of the request as the caller sent it, without query. */
const instanceOf = (req: Request): string => req.originalUrl.split('?')[0] ?? ''

/**
 * Answers a request whose body is still being received. Closing the connection immediately would reset it and could
 * lose the response, so a bounded part of the body is read and dropped first.
 */
function sendBeforeBodyEnds(res: Response, req: Request, text: string): void {
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.write(text)
  let bytes = 0
  const timer = setTimeout(finish, gatewayLimits.refusedBodyDrainMs)
  function finish(): void {
    clearTimeout(timer)
    res.end()
  }
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > gatewayLimits.refusedBodyDrainMaxBytes) finish()
  })
  req.once('close', finish).resume()
}

/** An error in the form of an API. */
export interface ErrorAnswer {
  status: number
  mediaType: string
  text: string
}

/** Sends an error with the headers that belong to it. */
export function sendError(
  res: Response,
  req: Request,
  error: ApiError,
  { status, mediaType, text }: ErrorAnswer,
): void {
  res.status(status)
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  if (error.retryAfterSecs !== undefined) res.setHeader('Retry-After', String(error.retryAfterSecs))
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  if (req.complete || req.method === 'HEAD' || error.headers['Connection'] !== 'close') {
    res.send(text)
    return
  }
  sendBeforeBodyEnds(res, req, text)
}

function send(res: Response, req: Request, error: ApiError): void {
  const body = problemBody(error.code, {
    detail: error.message,
    instance: instanceOf(req),
    requestId: contextOf(res).requestId,
    retryAfterSecs: error.retryAfterSecs,
    errors: error.errors,
    attempts: error.attempts,
  })
  sendError(res, req, error, {
    status: error.status,
    mediaType: 'application/problem+json',
    text: JSON.stringify(body),
  })
}

/** Answers unknown paths. */
export const unknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'there is no such resource')
}

/** Answers a known path requested with an unsupported method. */
export function otherMethods(allowed: readonly string[]): RequestHandler {
  const allow = allowed.join(', ')
  return () => {
    throw new ApiError('method_not_allowed', `this resource supports ${allow}`, { headers: { Allow: allow } })
  }
}

/** Codes of problems that neither callers nor websites cause. */
const faultCodes: ReadonlySet<ProblemCode> = new Set([
  'internal_error',
  'stored_data_damaged',
  'workflow_service_unavailable',
  'result_store_unavailable',
  'browser_unavailable',
  'scrape_unavailable',
])

/** Whether the service is to blame; a worker that did not answer in time is, a page that took too long is not. */
const isFault = (thrown: unknown, { code }: ApiError): boolean =>
  faultCodes.has(code) || (thrown instanceof WorkerCallError && thrown.code === 'over_budget')

/**
 * Converts any error thrown while serving a request, notes whether it is a fault of the service, and logs it with its
 * cause for statuses of 500 and above.
 */
export function loggedError(thrown: unknown, res: Response, logger: Logger): ApiError {
  const error = apiErrorFrom(thrown)
  if (isFault(thrown, error)) contextOf(res).fault = true
  if (error.status >= 500) {
    const facts = { requestId: contextOf(res).requestId, code: error.code, err: error.cause ?? thrown }
    if (error.code === 'internal_error') logger.error(facts, 'request failed')
    else logger.warn(facts, 'request failed')
  }
  return error
}

/** The last middleware. Internal errors are logged with their cause; the caller sees only the code. */
export function problemResponder(logger: Logger): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const error = loggedError(thrown, res, logger)
    if (res.headersSent) res.destroy()
    else send(res, req, error)
  }
}

/** Errors on their way out: whatever was thrown becomes a problem of the catalogue. */
import { jobLimits } from '@seine/shared/config/limits.ts'
import { problemBody } from '@seine/shared/api/problems.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { ApiError } from './api-error.ts'
import { EngineRefusedError, EngineUnavailableError } from './job-engine.ts'
import { contextOf } from './request-context.ts'

/** The `type` that body-parser puts on its errors. */
const typeOf = (error: unknown): string => {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined
  return typeof type === 'string' ? type : ''
}

function parserError(error: unknown): ApiError | null {
  switch (typeOf(error)) {
    case 'entity.parse.failed':
    case 'request.size.invalid':
    case 'request.aborted':
      return new ApiError('malformed_json', 'the request body is not JSON', { cause: error })
    case 'entity.too.large':
      return new ApiError('body_too_large', `the request body exceeds ${jobLimits.requestBodyMaxBytes} bytes`)
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new ApiError('unsupported_media_type', 'the charset or content encoding of the body is not supported')
    default:
      return null
  }
}

/** The answer to anything thrown while serving a request. */
export function apiErrorFrom(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof EngineUnavailableError) {
    return new ApiError('workflow_service_unavailable', 'the workflow service does not answer', { cause: error })
  }
  if (error instanceof EngineRefusedError) {
    return new ApiError('not_configured', 'the workflow service is not set up for crawling', { cause: error })
  }
  if (error instanceof StoreUnavailableError) {
    return new ApiError('result_store_unavailable', 'the result store does not answer', { cause: error })
  }
  // A path that is no valid percent-encoding names nothing.
  if (error instanceof URIError) return new ApiError('not_found', 'there is no such resource')
  return (
    parserError(error) ??
    new ApiError('internal_error', 'an unexpected fault; the log has the details', { cause: error })
  )
}

/** Path of the request as the caller sent it, without query. */
const instanceOf = (req: Request): string => req.originalUrl.split('?')[0] ?? ''

function send(res: Response, req: Request, error: ApiError): void {
  const { retryAfterSecs } = error
  const body = problemBody(error.code, {
    detail: error.message,
    instance: instanceOf(req),
    requestId: contextOf(res).requestId,
    retryAfterSecs,
    errors: error.errors,
  })
  res.status(error.status)
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value)
  if (retryAfterSecs !== undefined) res.setHeader('Retry-After', String(retryAfterSecs))
  res.type('application/problem+json').send(JSON.stringify(body))
}

/** Answers unknown paths. */
export const unknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'there is no such resource')
}

/** Answers a known path asked with a method it does not have. */
export function otherMethods(allowed: readonly string[]): RequestHandler {
  const allow = allowed.join(', ')
  return () => {
    throw new ApiError('method_not_allowed', `this resource takes ${allow}`, { headers: { Allow: allow } })
  }
}

/** The last middleware. Faults of ours are logged with their cause; the caller sees only the code. */
export function problemResponder(logger: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const error = apiErrorFrom(thrown)
    if (error.status >= 500) {
      const facts = { requestId: contextOf(res).requestId, code: error.code, err: error.cause ?? thrown }
      if (error.code === 'internal_error') logger.error(facts, 'request failed')
      else logger.warn(facts, 'request failed')
    }
    if (res.headersSent) res.destroy()
    else send(res, req, error)
  }
}

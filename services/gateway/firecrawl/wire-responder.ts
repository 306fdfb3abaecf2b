/** Error answers of the routes in this form. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { ApiError } from '../http/api-error.ts'
import { loggedError, sendError } from '../problems/problem-response.ts'
import { WireError, wireErrorOf, type WireErrorAnswer } from './wire-error.ts'

/** Answers paths that have no route here, among them those of features that the service does not have. */
export const unknownWirePath: RequestHandler = (req) => {
  const path = req.originalUrl.split('?')[0] ?? ''
  throw new ApiError('not_found', `this service has no route \`${req.method} ${path.slice(0, 200)}\``)
}

export interface WireResponderPorts {
  logger: Logger
  browsers: { readonly configured: boolean }
}

/** Returns the answer for an error; a browser that this service never has is a missing setting, not an outage. */
function answerOf(error: ApiError, { browsers }: WireResponderPorts): WireErrorAnswer {
  if (error instanceof WireError) return error.answer
  const known = error.code === 'browser_unavailable' && !browsers.configured
  return wireErrorOf(known ? new ApiError('not_configured', error.message) : error)
}

/** The last middleware of these routes. */
export function wireResponder(ports: WireResponderPorts): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (thrown: unknown, req, res, _next) => {
    const error = loggedError(thrown, res, ports.logger)
    const { status, body } = answerOf(error, ports)
    if (res.headersSent) res.destroy()
    else sendError(res, req, error, { status, mediaType: 'application/json', text: JSON.stringify(body) })
  }
}

/** Request ids: taken from the caller when well formed, otherwise generated; used in header, body and log. */
import { randomUUID } from 'node:crypto'
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { RequestHandler } from 'express'
import { contextOf } from './request-context.ts'

const visibleAscii = new RegExp(`^[\\x21-\\x7e]{1,${jobLimits.requestIdMaxCharacters}}$`)

/** Returns the id of a request: `given` if it is 1 to 128 visible ASCII characters, otherwise a new one. */
export const requestIdFrom = (given: string | undefined): string =>
  given !== undefined && visibleAscii.test(given) ? given : `req-${randomUUID()}`

/** Middleware: takes the id of a request from `X-Request-Id`, or creates one, and returns it in the answer. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const requestId = requestIdFrom(req.get('x-request-id'))
  contextOf(res).requestId = requestId
  res.setHeader('X-Request-Id', requestId)
  next()
}

/** Creates a span for each request, in the caller's trace if it sends one. */
import { beginSpanOf, failSpan } from '@seine/shared/observability/spans.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import type { RequestHandler } from 'express'
import { contextOf } from './request-context.ts'

/** Routes that health checks call every few seconds. */
const untraced = new Set<string>([routes.health.path, routes.readiness.path])

/** Runs the following handlers inside a span; it ends when the response is complete or the caller disconnects. */
export const traceRequests: RequestHandler = (req, res, next) => {
  if (untraced.has(req.path.replace(/^\/v1(?=\/)/, ''))) {
    next()
    return
  }
  const { method } = req
  const attributes = { 'http.request.method': method, 'seine.request_id': contextOf(res).requestId }
  beginSpanOf(req.get('traceparent'), method, { attributes }, (span) => {
    res.once('close', () => {
      const { routePath: path, caller } = contextOf(res)
      if (path !== undefined) span.updateName(`${method} ${path}`).setAttribute('http.route', path)
      if (caller !== undefined) span.setAttribute('seine.tenant', caller.tenant)
      span.setAttribute('http.response.status_code', res.statusCode)
      if (!res.writableFinished) span.setAttribute('seine.aborted', true)
      if (res.statusCode >= 500) failSpan(span, String(res.statusCode))
      span.end()
    })
    next()
  })
}

/** Writes one log line per request: the request, the response, the duration. No headers, no bodies. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { RequestHandler } from 'express'
import { contextOf } from './request-context.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'

const probes = new Set(['health', 'readiness'])

/** Logs and counts each request when its response has been sent; probes are logged at debug level only. */
export function logRequests(logger: Logger): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    const { method } = req
    const path = req.path
    res.once('close', () => {
      const { requestId, caller, route } = contextOf(res)
      const tookMs = performance.now() - started
      const named = { route: route ?? 'none' }
      metrics.httpRequests.inc({ ...named, status: String(res.statusCode) })
      metrics.httpSeconds.observe(named, tookMs / 1_000)
      const facts = {
        requestId,
        method,
        path,
        route,
        status: res.statusCode,
        ms: Math.round(tookMs),
        ...(caller === undefined ? {} : { keyId: caller.keyId, tenant: caller.tenant }),
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (probes.has(route ?? '')) logger.debug(facts, 'request')
      else logger.info(facts, 'request')
    })
    next()
  }
}

/** Writes one log line per request: the request, the response, the duration. No headers, no bodies. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { RequestHandler } from 'express'
import { contextOf } from './request-context.ts'
import type { ServiceLevels } from '../service/service-levels.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'

const probes = new Set(['health', 'readiness'])

/**
 * Logs and counts each request when its response has been sent; probes are logged at debug level only, and do not count
 * for service levels.
 */
export function logRequests(logger: Logger, levels: Pick<ServiceLevels, 'add'>): RequestHandler {
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
      if (probes.has(route ?? '')) {
        logger.debug(facts, 'request')
        return
      }
      levels.add({ route: route ?? null, status: res.statusCode, seconds: tookMs / 1_000 })
      logger.info(facts, 'request')
    })
    next()
  }
}

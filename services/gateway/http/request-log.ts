/** Writes one log line per request: the request, the response, the duration. No headers, no bodies. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { RequestHandler } from 'express'
import { contextOf } from './request-context.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'

/** An answer to a caller. */
export interface AnsweredRequest {
  /** Name of the route; null without a matching route. */
  route: string | null
  status: number
  /** Whether it failed by a fault of the service, and not of its caller or of a website. */
  fault: boolean
  /** From the request to the end of its answer, seconds. */
  seconds: number
}

/** Counts answers for service levels. */
export interface AnswerCounts {
  add(request: AnsweredRequest): void
}

const probes = new Set(['health', 'readiness'])

/**
 * Logs and counts each request when its response has been sent; probes are logged at debug level only, and do not count
 * for service levels.
 */
export function logRequests(logger: Logger, levels: AnswerCounts): RequestHandler {
  return (req, res, next) => {
    const started = performance.now()
    const { method } = req
    const path = req.path
    res.once('close', () => {
      const { requestId, caller, route, fault = false } = contextOf(res)
      // nginx's code for a caller that has gone before the answer.
      const status = res.headersSent ? res.statusCode : 499
      const tookMs = performance.now() - started
      const named = { route: route ?? 'none' }
      metrics.httpRequests.inc({ ...named, status: String(status) })
      if (fault) metrics.httpFaults.inc(named)
      metrics.httpSeconds.observe(named, tookMs / 1_000)
      const facts = {
        requestId,
        method,
        path,
        route,
        status,
        ms: Math.round(tookMs),
        ...(caller === undefined ? {} : { keyId: caller.keyId, tenant: caller.tenant }),
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (probes.has(route ?? '')) {
        logger.debug(facts, 'request')
        return
      }
      levels.add({ route: route ?? null, status, fault, seconds: tookMs / 1_000 })
      logger.info(facts, 'request')
    })
    next()
  }
}

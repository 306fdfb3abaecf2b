/**
 * The routes under `/v2`: the wire form of the Firecrawl v2 API, so that its SDKs can be used with this service. Every
 * route translates its request, calls the operation of our own route, and translates the answer.
 */
import type { RateClass } from '@seine/shared/api/routes/route.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { Router, type RequestHandler } from 'express'
import { jsonBody } from '../http/json-body.ts'
import { searchOf } from '../http/query-string.ts'
import { contextOf } from '../http/request-context.ts'
import type { RouteGuards } from '../http/route-guards.ts'
import { HeldReads } from '../quota/held-reads.ts'
import { map, scrape } from './page-calls.ts'
import { search, type WebSearchPorts } from './search-call.ts'
import { unknownWirePath, wireResponder } from './wire-responder.ts'
import { jobStatus, type JobStatusPorts } from './job-status-call.ts'
import { jobCalls, type JobCallPorts } from './job-calls.ts'
import { lackingRoutes } from './lacking-routes.ts'

export interface FirecrawlPorts extends WebSearchPorts, JobCallPorts, Omit<JobStatusPorts, 'heldReads'> {
  logger: Logger
}

interface WireRoute {
  method: 'get' | 'post' | 'delete'
  path: string
  rate: RateClass
  /** True when reads of further documents are held back by the handler instead of refused beyond the rate. */
  holdsBack?: boolean
  /** Maximum size of the body, bytes; absent: the route has none. */
  bodyMaxBytes?: number
  handler: RequestHandler
}

function wireRoutes(ports: FirecrawlPorts): WireRoute[] {
  const crawl = jobCalls('crawl', ports)
  const batch = jobCalls('batch', ports)
  const reading = { ...ports, heldReads: new HeldReads(ports.rates) }
  const { requestBodyMaxBytes, batchBodyMaxBytes } = jobLimits
  const call = { method: 'post', rate: 'call', bodyMaxBytes: requestBodyMaxBytes } as const
  const read = { method: 'get', rate: 'read' } as const
  const remove = { method: 'delete', rate: 'read' } as const
  return [
    { ...call, path: '/scrape', handler: scrape(ports) },
    { ...call, path: '/map', handler: map(ports) },
    { ...call, path: '/search', handler: search(ports) },
    { method: 'post', rate: 'start', path: '/crawl', bodyMaxBytes: requestBodyMaxBytes, handler: crawl.start },
    { ...read, path: '/crawl/active', handler: crawl.active },
    { ...read, path: '/crawl/:id', holdsBack: true, handler: jobStatus('crawl', reading) },
    { ...remove, path: '/crawl/:id', handler: crawl.cancel },
    { ...read, path: '/crawl/:id/errors', handler: crawl.errors },
    { method: 'post', rate: 'start', path: '/batch/scrape', bodyMaxBytes: batchBodyMaxBytes, handler: batch.start },
    { ...read, path: '/batch/scrape/:id', holdsBack: true, handler: jobStatus('batch', reading) },
    { ...remove, path: '/batch/scrape/:id', handler: batch.cancel },
    { ...read, path: '/batch/scrape/:id/errors', handler: batch.errors },
    ...lackingRoutes.map(({ path, handler }) => ({ ...call, path, handler })),
  ]
}

/** Applies a limit to the first read of a job's documents only. */
const toFirstRead =
  (limit: RequestHandler): RequestHandler =>
  async (req, res, next) => {
    if (searchOf(req).has('cursor')) next()
    else await limit(req, res, next)
  }

/** Creates the router. */
export function createFirecrawlRouter(ports: FirecrawlPorts, { authenticate, limit }: RouteGuards): Router {
  const router = Router({ caseSensitive: true })
  for (const { method, path, rate, holdsBack = false, bodyMaxBytes, handler } of wireRoutes(ports)) {
    const named: RequestHandler = (_req, res, next) => {
      const routePath = `/v2${path.replaceAll(/:(\w+)/g, '{$1}')}`
      Object.assign(contextOf(res), { route: `firecrawl ${method} ${path}`, routePath })
      next()
    }
    const body = bodyMaxBytes === undefined ? [] : [jsonBody(bodyMaxBytes)]
    const limited = holdsBack ? toFirstRead(limit(rate)) : limit(rate)
    router[method](path, named, authenticate, limited, ...body, handler)
  }
  router.use(unknownWirePath, wireResponder(ports))
  return router
}

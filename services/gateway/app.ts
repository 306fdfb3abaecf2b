/** The Express application of the gateway: middleware in order, the routes at `/` and at `/v1`, Firecrawl's at `/v2`. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import express, { type Express, type RequestHandler } from 'express'
import { authenticate, type Admission } from './auth/auth.ts'
import { consoleRouter } from './console/server/console-router.ts'
import { docsAssets } from './docs/docs-assets.ts'
import { createFirecrawlRouter, type FirecrawlPorts } from './firecrawl/firecrawl-router.ts'
import { createHandlers, type HandlerPorts } from './handlers.ts'
import { CancelQueue } from './quota/cancel-queue.ts'
import { limitRequests } from './quota/limit-requests.ts'
import { localRoutes } from './mcp/local-routes.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { otherMethods, problemResponder, unknownPath } from './problems/problem-response.ts'
import type { RateLimits } from './quota/rate-limits.ts'
import { assignRequestId } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { createRouteRouter } from './route-router.ts'
import type { RouteGuards } from './http/route-guards.ts'
import type { ServiceLevels } from './service/service-levels.ts'
import { traceRequests } from './http/trace-requests.ts'

export interface AppPorts extends HandlerPorts, Pick<FirecrawlPorts, 'finishedPages'> {
  admission: Admission
  rates: Pick<RateLimits, 'count' | 'standing'>
  logger: Logger
  serviceLevels: ServiceLevels
  /** Host names under which `/mcp` may be reached. */
  mcpHosts: readonly string[]
  /** Origin of the store's public endpoint, for pictures in the console; null: there is no console. */
  consoleStore: string | null
}

/** Sets headers that make every response private to its caller and not a browser document. */
const answerHeaders: RequestHandler = (req, res, next) => {
  // Responses have no validators, but Express takes `*` as matching every response and would answer 304 without a body.
  delete req.headers['if-none-match']
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'no-referrer')
  next()
}

/** Creates the application; all external dependencies are passed in as ports. */
export function createApp(ports: AppPorts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('case sensitive routing', true)
  const guards: RouteGuards = {
    authenticate: authenticate(ports.admission),
    limit: (rate) => limitRequests(ports.rates, rate),
  }
  // Of both spellings of the routes: the limits of a tenant are the same for all.
  const cancels = new CancelQueue()
  const router = createRouteRouter(createHandlers(ports, cancels), guards)
  const { mcpHosts: hosts, logger, version } = ports
  const mcp = mcpRoute({ routes: localRoutes(app), hosts, logger, version })
  app.use(assignRequestId, traceRequests, logRequests(ports.logger, ports.serviceLevels), answerHeaders)
  app.use(['/docs', '/v1/docs'], docsAssets())
  if (ports.consoleStore !== null) app.use(consoleRouter(ports.consoleStore, otherMethods(['GET', 'HEAD'])))
  app.all('/mcp', guards.authenticate, guards.limit('read'), mcp)
  app.use('/v1', router)
  app.use('/v2', createFirecrawlRouter({ ...ports, cancels }, guards))
  app.use('/', router)
  app.use(unknownPath)
  app.use(problemResponder(ports.logger))
  return app
}

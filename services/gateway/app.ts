/** The Express application of the gateway: middleware in order, the routes at `/` and at `/v1`. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import express, { type Express, type RequestHandler } from 'express'
import type { ApiKeys } from './auth/api-keys.ts'
import { authenticate } from './auth/auth.ts'
import { docsAssets } from './docs/docs-assets.ts'
import { createHandlers, type HandlerPorts } from './handlers.ts'
import { limitRequests } from './quota/limit-requests.ts'
import { problemResponder, unknownPath } from './problem-response.ts'
import type { RateLimits } from './quota/rate-limits.ts'
import { assignRequestId } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { createRouteRouter } from './route-router.ts'
import { traceRequests } from './http/trace-requests.ts'

export interface AppPorts extends HandlerPorts {
  keys: ApiKeys
  rates: Pick<RateLimits, 'count'>
  logger: Logger
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
  const router = createRouteRouter(createHandlers(ports), {
    authenticate: authenticate(ports.keys),
    limit: (rate) => limitRequests(ports.rates, rate),
  })
  app.use(assignRequestId, traceRequests, logRequests(ports.logger), answerHeaders)
  app.use(['/docs', '/v1/docs'], docsAssets())
  app.use('/v1', router)
  app.use('/', router)
  app.use(unknownPath)
  app.use(problemResponder(ports.logger))
  return app
}

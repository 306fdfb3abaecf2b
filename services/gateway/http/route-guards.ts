/** Middleware that guards routes with a key, before the body is read. */
import type { RateClass } from '@seine/shared/api/routes/route.ts'
import type { RequestHandler } from 'express'

export interface RouteGuards {
  authenticate: RequestHandler
  limit: (rate: RateClass) => RequestHandler
}

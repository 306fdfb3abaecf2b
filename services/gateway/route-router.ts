/** The router, built from the route table: authentication, limits, body, handler, and 405 for other methods. */
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes, type RouteName } from '@seine/shared/api/routes/routes.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { Router, type RequestHandler } from 'express'
import { jsonBody } from './http/json-body.ts'
import type { RouteGuards } from './http/route-guards.ts'
import { otherMethods } from './problems/problem-response.ts'
import { contextOf } from './http/request-context.ts'

/** Converts `/crawl/{id}` to `/crawl/:id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const named =
  (name: string, path: string): RequestHandler =>
  (_req, res, next) => {
    Object.assign(contextOf(res), { route: name, routePath: path })
    next()
  }

const guardsOf = ({ auth, rate }: Route, { authenticate, limit }: RouteGuards): RequestHandler[] =>
  auth ? [authenticate, ...(rate === undefined ? [] : [limit(rate)])] : []

/** Creates a router with every route of the table. */
export function createRouteRouter(handlers: Record<RouteName, RequestHandler>, guards: RouteGuards): Router {
  const router = Router({ caseSensitive: true })
  const methods = new Map<string, string[]>()
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name]
    const path = expressPath(route.path)
    router[route.method](
      path,
      named(name, route.path),
      ...guardsOf(route, guards),
      ...(route.body === undefined ? [] : [jsonBody(route.bodyMaxBytes ?? jobLimits.requestBodyMaxBytes)]),
      handlers[name],
    )
    const implied = route.method === 'get' ? ['GET', 'HEAD'] : [route.method.toUpperCase()]
    methods.set(path, [...(methods.get(path) ?? []), ...implied])
  }
  for (const [path, allowed] of methods) router.all(path, otherMethods(allowed))
  return router
}

/** The router, built from the route table: authentication, body, handler, and 405 for other methods. */
import { routes, type Route, type RouteName } from '@seine/shared/api/routes.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { Router, type RequestHandler } from 'express'
import { jsonBody } from './json-body.ts'
import { otherMethods } from './problem-response.ts'
import { contextOf } from './request-context.ts'

/** `/crawl/{id}` → `/crawl/:id`. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const named =
  (name: string): RequestHandler =>
  (_req, res, next) => {
    contextOf(res).route = name
    next()
  }

/**
 * A router with every route of the table.
 * @param authenticate guards the routes that need a key; it runs before the body is read.
 */
export function createRouteRouter(handlers: Record<RouteName, RequestHandler>, authenticate: RequestHandler): Router {
  const router = Router({ caseSensitive: true })
  const methods = new Map<string, string[]>()
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name]
    const path = expressPath(route.path)
    router[route.method](
      path,
      named(name),
      ...(route.auth ? [authenticate] : []),
      ...(route.body === undefined ? [] : [jsonBody(route.bodyMaxBytes ?? jobLimits.requestBodyMaxBytes)]),
      handlers[name],
    )
    const implied = route.method === 'get' ? ['GET', 'HEAD'] : [route.method.toUpperCase()]
    methods.set(path, [...(methods.get(path) ?? []), ...implied])
  }
  for (const [path, allowed] of methods) router.all(path, otherMethods(allowed))
  return router
}

/** Calls of the API's routes by the tools: the one seam between tools and gateway. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'

/** One call of a route. */
export interface RouteCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query, such as `/crawl/crawl-…`. */
  path: string
  /** Sent as JSON; absent when the route has no body. */
  body?: object
  headers?: Record<string, string>
  /** Ends the call; the gateway then ends what it was doing for it. */
  signal: AbortSignal
}

export interface RouteAnswer {
  status: number
  /** The parsed body; empty when it is not a JSON object. */
  body: Record<string, unknown>
}

/** Calls a route with the caller's own API key, so that limits and tenants are those of the route. */
export type RouteCaller = (call: RouteCall) => Promise<RouteAnswer>

/** Parses the body of an answer. */
export function routeBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The definition of a route: its parameters, its answers, and the rate limit that applies. */
import type { TSchema } from 'typebox'
import type { ProblemCode } from '../schemas/problems.ts'

export interface RouteResponse {
  description: string
  /** Schema of the body; null when there is no body. */
  schema: TSchema | null
  /** Schemas of alternative answers that a caller can request with `Accept`, by media type. */
  otherMedia?: Record<string, TSchema>
  /** Media type, when it is not JSON. */
  media?: 'text/event-stream' | 'text/html'
  /** Response headers and their descriptions. */
  headers?: Record<string, string>
}

/** The rate limit of a key against which a request counts. */
export type RateClass = 'start' | 'read' | 'call' | 'stream'

/** One route. Paths are written as in OpenAPI: `/crawl/{id}`. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  summary: string
  /** False for the few routes that need no API key. */
  auth: boolean
  /** The rate limit that applies; set for every route that needs a key. */
  rate?: RateClass
  /** Schema per path parameter. */
  params?: Record<string, TSchema>
  /** Schema per request header that the route reads. */
  headers?: Record<string, TSchema>
  /** Schema per query parameter; a route without any ignores the query. */
  query?: Record<string, TSchema>
  body?: TSchema
  /** Maximum size of the decoded body, bytes; set for every route that has a body. */
  bodyMaxBytes?: number
  /** Answers by status code, except problems. */
  responses: Record<number, RouteResponse>
  /** Problems of this route, in addition to those that every route can return. */
  problems: readonly ProblemCode[]
}

/** What a route is: what it takes, what it answers, what it counts as. */
import type { TSchema } from 'typebox'
import type { ProblemCode } from '../schemas/problems.ts'

export interface RouteResponse {
  description: string
  /** Of the body; null = there is none. */
  schema: TSchema | null
  /** What a caller gets instead who asks for it by `Accept`, by media type. */
  otherMedia?: Record<string, TSchema>
  /** Media type, where it is not JSON. */
  media?: 'text/event-stream' | 'text/html'
  /** Response headers with their meaning. */
  headers?: Record<string, string>
}

/** What a request counts as when those of a key are counted. */
export type RateClass = 'start' | 'read' | 'call' | 'stream'

/** One route. Paths are written as in OpenAPI: `/crawl/{id}`. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  summary: string
  /** False for the few routes that need no API key. */
  auth: boolean
  /** Of every route that needs a key. */
  rate?: RateClass
  /** Schema per path parameter. */
  params?: Record<string, TSchema>
  /** Schema per request header that is read. */
  headers?: Record<string, TSchema>
  /** Schema per query parameter; a route that has none ignores the query. */
  query?: Record<string, TSchema>
  body?: TSchema
  /** Largest body, decoded; of every route that has one. */
  bodyMaxBytes?: number
  /** Answers by status code, problems aside. */
  responses: Record<number, RouteResponse>
  /** Problems beyond those every route can have. */
  problems: readonly ProblemCode[]
}

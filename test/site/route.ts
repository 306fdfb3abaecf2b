/** Types of the declared site: what an area returns, and what server, truth and tests read. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from './page.ts'

/** Codes with which a crawl may report a page of this site as failed. */
export type FailureCode =
  | 'http_status'
  | 'redirect_out_of_scope'
  | 'too_many_redirects'
  | 'unsafe_target'
  | 'invalid_url'
  | 'timeout'
  | 'connection_reset'
  | 'invalid_response'
  | 'body_too_large'
  | 'decode_error'
  | 'unsupported_content_type'
  | 'empty'

/** A page: status 200 with markup generated from `page`. */
export interface PageRoute {
  kind: 'page'
  /** Path, including the query when the query selects the page. Non-ASCII characters may be written unencoded. */
  path: string
  page: Page
  /** The sitemap that lists it; absent when none does. */
  sitemap?: SitemapName
  /** Wait before the answer, in milliseconds. */
  delayMs?: number
  /** Answer to the first request since start or reset; later ones get the page. */
  firstAnswer?: { status: number; retryAfterSecs: number }
  /** Encoding of the response bytes; utf-8 when absent. */
  encoding?: 'windows-1252' | 'shift_jis'
  /** Content-Type header; `text/html; charset=utf-8` when absent. */
  contentType?: string
  /** Content-Encoding used when the request accepts it. */
  packed?: 'gzip' | 'deflate' | 'br'
}

/** A redirect to a path of this site or an absolute URL. */
export interface RedirectRoute {
  kind: 'redirect'
  path: string
  status: 301 | 302 | 303 | 307 | 308
  location: string
  sitemap?: SitemapName
}

/** An error page. It contains links like any other page; a crawl must not follow them. */
export interface ErrorRoute {
  kind: 'error'
  path: string
  status: number
  page: Page
  sitemap?: SitemapName
}

/** A file that is not a page: stylesheet, pictures, robots.txt, sitemaps. */
export interface FileRoute {
  kind: 'file'
  path: string
  contentType: string
  body: () => string | Buffer
  /** Sent as a gzip file, not with a gzip transfer encoding. */
  gzipped?: boolean
}

/** A route with its own behaviour, written directly to the socket. */
export interface TroubleRoute {
  kind: 'trouble'
  path: string
  /** One line for the index page. */
  about: string
  handle: (exchange: Exchange) => void | Promise<void>
  expect: Expectation
  /** Content of the page for a crawl that counts it as scraped. */
  page?: Page
}

/** Possible outcomes of fetching a route. More than one outcome means that the contract allows either. */
export interface Expectation {
  scraped: boolean
  codes: readonly FailureCode[]
}

/** One request as passed to a trouble route. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Number of requests for this path since start or reset, this one included. */
  visit: number
  /** Factor by which waits are multiplied. */
  slowFactor: number
  /** Aborted when the site closes or the client disconnects. */
  signal: AbortSignal
}

export type Route = PageRoute | RedirectRoute | ErrorRoute | FileRoute | TroubleRoute

export type SitemapName = 'pages' | 'archive'

/** An unlimited set of routes generated from their URL: all paths that begin with `prefix`. */
export interface Family {
  prefix: string
  /** @returns the route of a URL below the prefix, or null for 404. */
  routeFor: (url: URL) => Route | null
}

/** One subject of the site. */
export interface Area {
  routes: Route[]
  families?: Family[]
  /** Rules of robots.txt for all agents; the longest match wins, Allow wins ties. */
  robots?: RobotsRule[]
  /** Sitemap entries that are not pages of this site. */
  sitemapExtras?: { sitemap: SitemapName; url: string }[]
}

export interface RobotsRule {
  rule: 'allow' | 'disallow'
  /** Plain prefix, no wildcards. */
  prefix: string
}

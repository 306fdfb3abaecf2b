/**
 * Shapes of the declared site: what an area returns and what server, truth and tests read.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from './page.ts'

/** Codes under which a crawl may report a page of this site as failed. */
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

/** A page: 200 with markup made from `page`. */
export interface PageRoute {
  kind: 'page'
  /** Path, with its query where the query chooses the page. Non-ASCII may be written plainly. */
  path: string
  page: Page
  /** Which sitemap lists it; absent = none. */
  sitemap?: SitemapName
  /** Wait before the answer, in milliseconds. */
  delayMs?: number
  /** What the first request since start or reset gets instead; later ones get the page. */
  firstAnswer?: { status: number; retryAfterSecs: number }
  /** Bytes are written in this encoding; utf-8 when absent. */
  encoding?: 'windows-1252' | 'shift_jis'
  /** Content-Type header; `text/html; charset=utf-8` when absent. */
  contentType?: string
  /** Content-Encoding used when the request accepts it. */
  packed?: 'gzip' | 'deflate' | 'br'
}

/** An answer that points elsewhere: a path of this site or an absolute URL. */
export interface RedirectRoute {
  kind: 'redirect'
  path: string
  status: 301 | 302 | 303 | 307 | 308
  location: string
  sitemap?: SitemapName
}

/** An error page. It carries links like any other; a crawl must not follow them. */
export interface ErrorRoute {
  kind: 'error'
  path: string
  status: number
  page: Page
  sitemap?: SitemapName
}

/** Bytes that are no page: stylesheet, pictures, robots.txt, sitemaps. */
export interface FileRoute {
  kind: 'file'
  path: string
  contentType: string
  body: () => string | Buffer
  /** Sent gzip-compressed as a file of its own, not as a transfer encoding. */
  gzipped?: boolean
}

/** A route with behaviour of its own, written to the socket by hand. */
export interface TroubleRoute {
  kind: 'trouble'
  path: string
  /** One line for the index page. */
  about: string
  handle: (exchange: Exchange) => void | Promise<void>
  expect: Expectation
  /** What a crawl finds on it when it counts as scraped. */
  page?: Page
}

/** What a fetch of a route may end in. More than one outcome = the contract leaves it open. */
export interface Expectation {
  scraped: boolean
  codes: readonly FailureCode[]
}

/** One request, as a trouble route sees it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** How often this path was asked for since start or reset, this time included. */
  visit: number
  /** Factor on waits. */
  slowFactor: number
  /** Aborted when the site closes or the client goes away. */
  signal: AbortSignal
}

export type Route = PageRoute | RedirectRoute | ErrorRoute | FileRoute | TroubleRoute

export type SitemapName = 'pages' | 'archive'

/** Routes made from their URL, without end: everything whose path begins with `prefix`. */
export interface Family {
  prefix: string
  /** @returns the route of a URL below the prefix, or null for 404. */
  routeFor: (url: URL) => Route | null
}

/** One subject of the site. */
export interface Area {
  routes: Route[]
  families?: Family[]
  /** Lines of robots.txt for everybody; longest match wins, Allow wins ties. */
  robots?: RobotsRule[]
  /** Sitemap entries that are no page of this site. */
  sitemapExtras?: { sitemap: SitemapName; url: string }[]
}

export interface RobotsRule {
  rule: 'allow' | 'disallow'
  /** Plain prefix, no wildcards. */
  prefix: string
}

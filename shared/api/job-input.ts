/**
 * A crawl request after validation: every default filled in, one spelling for everything.
 * Written by the gateway to `jobs/<id>/input.json`, read by activities.
 */

/** Content fields a crawl can produce today. */
export const crawlFormats = ['markdown', 'html', 'clean_html', 'links'] as const
export type CrawlFormat = (typeof crawlFormats)[number]

export type SitemapMode = 'include' | 'skip' | 'only'

/** Per-page options, from `scrape` of the request. */
export interface PageOptions {
  onlyMainContent: boolean
  timeoutMs: number
}

/** The whole of `jobs/<id>/input.json`. */
export interface CrawlJobInput {
  version: 1
  id: string
  kind: 'crawl'
  tenant: string
  requestId: string
  /** WHATWG serialisation, fragment removed. */
  url: string
  limit: number
  includePaths: string[]
  excludePaths: string[]
  /** null = unlimited. */
  maxDiscoveryDepth: number | null
  sitemap: SitemapMode
  ignoreQueryParameters: boolean
  crawlEntireDomain: boolean
  allowSubdomains: boolean
  output: CrawlFormat[]
  page: PageOptions
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  /** ISO 8601. */
  createdAt: string
  /** Of jobs started under an idempotency key: SHA-256 (hex) of all that the request asks for. */
  requestHash?: string
}

/** `jobs/<id>/status.json`: the status body without what is made fresh at each read. */
export interface FinalStatus {
  id: string
  kind: 'crawl'
  tenant: string
  status: 'completed' | 'failed' | 'cancelled'
  url: string
  limit: number
  total: number
  completed: number
  failed: number
  createdAt: string
  completedAt: string
  /** Seconds. */
  duration: number
  expiresAt: string
  error: string | null
  warnings: string[]
  /** Object key of the archive per format; empty when there is none. */
  archives: Partial<Record<CrawlFormat, string>>
}

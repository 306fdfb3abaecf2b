/**
 * What a job is asked for and what it came to: the request after validation, every default filled in,
 * one spelling for everything, and the final status. Objects of the store that processes share.
 */
import type { BrowserPageOptions } from './browser-page.ts'

/** Content fields that are made of a page's text. */
export const textFormats = ['markdown', 'html', 'clean_html', 'links'] as const
export type TextFormat = (typeof textFormats)[number]

/** Pictures of a page, as a browser shows it. */
export const screenshotFormats = ['screenshot', 'screenshot_full_page'] as const
export type ScreenshotFormat = (typeof screenshotFormats)[number]

/** Content fields a job can produce today. */
export const jobFormats = [...textFormats, ...screenshotFormats] as const
export type JobFormat = (typeof jobFormats)[number]

export type SitemapMode = 'include' | 'skip' | 'only'

export type PageMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who loads a page: HTTP first and a browser where a page turns out to need one, a browser alone, or
 * HTTP alone.
 */
export type RenderMode = 'auto' | 'always' | 'never'

/** Per-page options, from `POST /scrape`, `scrape` of a crawl or the body of a batch. */
export interface PageOptions {
  onlyMainContent: boolean
  timeoutMs: number
  /** Always `GET` in a crawl. */
  method: PageMethod
  /** Sent with every URL of a batch; null with `GET`. */
  body: PageBody | null
  render: RenderMode
  /** How a browser is to load the page. Its headers, country and proxy hold for HTTP as well. */
  browser: BrowserPageOptions
  /** CSS selectors; only what they match is content. Empty = everything. */
  includeTags: string[]
  /** CSS selectors; what they match is no content. */
  excludeTags: string[]
  /** A page that was loaded so recently is taken from the cache, seconds; 0 = never. */
  maxAgeSecs: number
}

/** A request body as it goes on the wire. */
export interface PageBody {
  contentType: string
  text: string
}

/** What the inputs of all kinds of jobs have. */
interface JobInputBase {
  version: 1
  id: string
  tenant: string
  requestId: string
  /**
   * Start URL of a crawl, first URL of a batch: WHATWG serialisation. Its fragment is there when it is a
   * route and a browser may go there.
   */
  url: string
  limit: number
  output: JobFormat[]
  page: PageOptions
  /** Labels of the request. */
  tag: string[]
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  /** ISO 8601. */
  createdAt: string
  /** Of jobs started under an idempotency key: SHA-256 (hex) of all that the request asks for. */
  requestHash?: string
  /** Headers, body and typed texts of the pages, sealed; what stands in `page` is empty then. Absent when there are none. */
  sealed?: string
}

/** `jobs/<id>/input.json` of a crawl. */
export interface CrawlJobInput extends JobInputBase {
  kind: 'crawl'
  includePaths: string[]
  excludePaths: string[]
  /** null = unlimited. */
  maxDiscoveryDepth: number | null
  sitemap: SitemapMode
  ignoreQueryParameters: boolean
  crawlEntireDomain: boolean
  allowSubdomains: boolean
}

/** `jobs/<id>/input.json` of a batch; its URLs are in `jobs/<id>/urls.json.zst`. */
export interface BatchJobInput extends JobInputBase {
  kind: 'batch'
  /** Input lines, duplicates included. */
  lines: number
  /** SHA-256 (hex) of the URL list as it is stored. */
  urlsSha256: string
}

export type JobInput = CrawlJobInput | BatchJobInput

/** `jobs/<id>/urls.json.zst`: the URLs of a batch as the caller wrote them, in input order. */
export type BatchUrls = string[]

/** `jobs/<id>/status.json`: the status body without what is made fresh at each read. */
export interface FinalStatus {
  id: string
  kind: JobInput['kind']
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
  /** Labels of the request. */
  tag: string[]
  /** Object key of the archive per format; empty when there is none. */
  archives: Partial<Record<JobFormat, string>>
  /** Number of chunks of the ledger, `jobs/<id>/ledger/<n>.jsonl.zst`. */
  ledgerChunks: number
}

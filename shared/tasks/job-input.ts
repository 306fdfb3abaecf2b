/**
 * What a job is asked for and what it came to: the request after validation, every default filled in,
 * one spelling for everything, and the final status. Objects of the store that processes share.
 */
import type { NotifyPlan, WebhookPlan } from '../temporal/shapes.ts'
import type { BrowserPageOptions } from './browser-page.ts'
import type { ContentOptions } from './content-options.ts'

/** Content fields that are made of a page's text. */
export const textFormats = ['markdown', 'html', 'clean_html', 'links', 'json'] as const
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
export interface PageOptions extends Required<ContentOptions> {
  timeoutMs: number
  /** Always `GET` in a crawl. */
  method: PageMethod
  /** Sent with every URL of a batch; null with `GET`. */
  body: PageBody | null
  render: RenderMode
  /** How a browser is to load the page. Its headers, country and proxy hold for HTTP as well. */
  browser: BrowserPageOptions
  /** A page that was loaded so recently is taken from the cache, seconds; 0 = never. */
  maxAgeSecs: number
  /** What the `json` output is to be; null without one, absent in inputs of older gateways. */
  json?: JsonWish | null
  /** The session its pages are loaded in; null or absent = none. */
  sessionId?: string | null
}

/** What the `json` output is to be; at least one is given. */
export interface JsonWish {
  /** As the caller gave it: an object. */
  schema: Record<string, unknown> | null
  prompt: string | null
}

/** A request body as it goes on the wire. */
export interface PageBody {
  contentType: string
  text: string
}

/** Where events of a job are sent. */
export interface JobWebhook {
  url: string
  /** Sent with each call. */
  headers: Record<string, string>
  /** Echoed back in every body; null when there is none. */
  metadata: unknown
  events: WebhookPlan
}

/** Who is told of a job. All of it is sealed in the store: URLs of receivers may be secrets. */
export interface JobNotify {
  webhook: JobWebhook | null
  email: string | null
}

/** Which pages of which job are retried. */
export interface JobRetry {
  /** Id of the other job. */
  of: string
  /** Error codes of the pages; null = every page that failed. */
  codes: string[] | null
  /** Pages, each once. */
  pages: number
  /** What the scope of a crawl is anchored on: its start URL, or what that redirected to. */
  scopeUrl: string
}

/** What the inputs of all kinds of jobs have. */
interface JobInputBase {
  version: 1
  id: string
  tenant: string
  /** Id of the key that started it, whose secrets sign its webhooks; absent in inputs of older gateways. */
  keyId?: string
  requestId: string
  /** Who is told; absent when nobody is, and in the store, where it is sealed. */
  notify?: JobNotify
  /** What of it the workflows need to know; absent when nobody is told. */
  notifyPlan?: NotifyPlan
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
  /** 1 to 5: which slices of the tenant get page slots first; absent = 3. */
  priority?: number
  /** ISO 8601. */
  createdAt: string
  /** Of jobs started under an idempotency key: SHA-256 (hex) of all that the request asks for. */
  requestHash?: string
  /** Of a job that retries the failed pages of another. */
  retry?: JobRetry
  /** Headers, body and typed texts of the pages, sealed; what stands in `page` is empty then. Absent when there are none. */
  sealed?: string
}

/** Which hosts and paths belong to a crawl. */
export interface ScopeOptions {
  /** True: every path of the host. False: the start path and what is below it. */
  crawlEntireDomain: boolean
  /** True: also every host under the start host's registrable domain, on the same port. */
  allowSubdomains: boolean
}

/** `jobs/<tenant>/<id>/input.json` of a crawl. */
export interface CrawlJobInput extends JobInputBase, ScopeOptions {
  kind: 'crawl'
  includePaths: string[]
  excludePaths: string[]
  /** null = unlimited. */
  maxDiscoveryDepth: number | null
  sitemap: SitemapMode
  ignoreQueryParameters: boolean
}

/** `jobs/<tenant>/<id>/input.json` of a batch; its URLs are in `jobs/<tenant>/<id>/urls.json.zst`. */
export interface BatchJobInput extends JobInputBase {
  kind: 'batch'
  /** Input lines, duplicates included. */
  lines: number
  /** SHA-256 (hex) of the URL list as it is stored. */
  urlsSha256: string
}

export type JobInput = CrawlJobInput | BatchJobInput

/** `jobs/<tenant>/<id>/urls.json.zst`: the URLs of a batch as the caller wrote them, in input order. */
export type BatchUrls = string[]

/** `jobs/<tenant>/<id>/status.json`: the status body without what is made fresh at each read. */
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
  /** Loads of pages that were cut for their silence and made again; absent in records of older workers. */
  stalls?: number
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
  /** Of a crawl whose start page redirected elsewhere: the URL its scope is anchored on. */
  scopeUrl?: string
  /** Of a job that retries the failed pages of another: the id of that one. */
  retryOf?: string
  /** Number of chunks of the ledger, `jobs/<tenant>/<id>/ledger/<n>.jsonl.zst`. */
  ledgerChunks: number
  /** True when archives or results are missing that finalising again may bring; absent otherwise. */
  incomplete?: true
  /**
   * Of an incomplete record that finalising again has built with every archive: what it was built from. While that
   * stays the same there is nothing more to build.
   */
  builtFrom?: string
}

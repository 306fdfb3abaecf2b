/**
 * The input of a job: the request after validation, with every default filled in and every value normalised. Processes
 * share it as an object of the store.
 */
import type { NotifyPlan } from '../temporal/shapes.ts'
import type { BrowserPageOptions } from './browser-page.ts'
import type { ContentOptions } from './content-options.ts'
import type { AddedArchive, ArchiveName, JobFormat } from './formats.ts'
import type { JobNotify } from './receivers.ts'

/** Whether a job records what goes over the wire, because an archive is made of it. */
export const recordsWire = ({ archive = [] }: Pick<JobInput, 'archive'>): boolean =>
  archive.includes('warc') || archive.includes('wacz')

/** Returns the archives that a job makes. */
export const archivesOf = ({ output, archive = [] }: Pick<JobInput, 'output' | 'archive'>): ArchiveName[] => [
  ...output,
  ...archive,
]

export type SitemapMode = 'include' | 'skip' | 'only'

export type PageMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a page is loaded: by HTTP first and by a browser if the page turns out to need one, only by a browser, or only by
 * HTTP.
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
  /** How a browser loads the page. Its headers, country and proxy apply to HTTP as well. */
  browser: BrowserPageOptions
  /** A page loaded at most this long ago is taken from the cache, seconds; 0: never. */
  maxAgeSecs: number
  /** Settings of the `json` output; null when it is not requested, absent in inputs of older gateways. */
  json?: JsonOptions | null
  /** The session in which the pages are loaded; null or absent: none. */
  sessionId?: string | null
}

/** Settings of the `json` output; at least one is set. */
export interface JsonOptions {
  /** The object that the caller gave. */
  schema: Record<string, unknown> | null
  prompt: string | null
}

/** A request body as it is sent. */
export interface PageBody {
  contentType: string
  text: string
}

/** Which pages of which job are retried. */
export interface JobRetry {
  /** Id of the job whose pages are retried. */
  of: string
  /** Error codes of the pages; null: every page that failed. */
  codes: string[] | null
  /** Number of distinct pages. */
  pages: number
  /** URL that the scope of a crawl is based on: its start URL, or the URL that this redirected to. */
  scopeUrl: string
}

/** The watch of a job, and where the pages of its last good run are. */
export interface JobWatch {
  id: string
  /** When it was created; ISO 8601. */
  createdAt: string
  /** Number of the run whose stored pages are compared with; null if none exists. */
  base: number | null
  /** Number of objects of the index of these pages. */
  buckets: number
  /** True: no page is requested conditionally. */
  isPlain: boolean
}

/** Members of the inputs of all kinds of jobs. */
interface JobInputBase {
  version: 1
  id: string
  tenant: string
  /** Id of the API key that started it, whose secrets sign its webhooks; absent in inputs of older gateways. */
  keyId?: string
  requestId: string
  /** Receivers of notifications; absent if none exist, and in the store, where they are sealed. */
  notify?: JobNotify
  /** The part of the notification settings that workflows need; absent when there are no receivers. */
  notifyPlan?: NotifyPlan
  /**
   * Start URL of a crawl or first URL of a batch, in WHATWG serialisation. The fragment is included when it is a route
   * and a browser may load it.
   */
  url: string
  limit: number
  output: JobFormat[]
  /** Archives beside those of the formats; absent: none. */
  archive?: AddedArchive[]
  page: PageOptions
  /** Labels of the request. */
  tag: string[]
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  /** 1 to 5: order in which slices of the tenant get page slots; absent: 3. */
  priority?: number
  /** Names of the targets that its archives are copied to; absent if none exist. */
  deliverTo?: string[]
  /** ISO 8601. */
  createdAt: string
  /** SHA-256 (hex) of the whole request; only for jobs without secrets that were started under an idempotency key. */
  requestHash?: string
  /**
   * The same for a job with secrets, sealed: a reader of the store could try short secrets with it, such as a PIN. Jobs
   * of earlier releases have it in `requestHash`.
   */
  sealedRequestHash?: string
  /** Set for a job that retries the failed pages of another. */
  retry?: JobRetry
  /** Set for a job that is a run of a watch. */
  watch?: JobWatch
  /** Headers, body and typed texts of the pages, sealed; they are empty in `page` then. Absent if none exist. */
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
  /** null: unlimited. */
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

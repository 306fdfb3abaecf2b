/**
 * Objects that slices read and write: the URL list, the segments of finished pages, the result.
 */
import type { ActionResult, AttemptReport } from '../api/schemas/attempt-schema.ts'
import type { JsonReport } from '../api/schemas/json-report.ts'
import type { Lane } from '../temporal/names.ts'
import type { SliceSummary } from '../temporal/shapes.ts'
import type { ExtractedOutputs, TextSketch } from './extraction.ts'

/** One URL of a slice. */
export interface SlicePage {
  /** Position in the frontier. */
  seq: number
  url: string
  depth: number
  /** URL of the page that linked here first, or null. */
  parent: string | null
  /** Attempts already charged to this page. */
  attempt: number
  /** True when an earlier slice already counted this page as attempted. */
  attempted: boolean
  /** The start page when it does not match the caller's path rules: fetched for links, no result. */
  linksOnly: boolean
  /** Input lines of a batch that the page stands for; 1 in a crawl. What counters go by. */
  lines: number
  /** Attempts of an earlier slice that found the page to need a browser; absent in lists of older workers. */
  earlier?: AttemptRecord[]
}

/**
 * What a slice may ask of one host: its share of the budget the job has for that host. The slice
 * adapts within it and reports what it saw.
 */
export interface HostShare {
  host: string
  /** Pages in flight to begin with. */
  concurrency: number
  concurrencyMax: number
  /** Starts per second; null = no limit is known. */
  startsPerSec: number | null
  /** By what share of itself that rate is raised in a second of work without a refusal. */
  rateRaisePerSec: number
  /** Crawl-delay known so far, milliseconds; with one, one page at a time. Null = none is known. */
  crawlDelayMs: number | null
}

/** What a slice saw of one host. Durations are by the worker's clock. */
export interface HostReport {
  host: string
  /** From the first start to the end of the last answer, milliseconds. */
  elapsedMs: number
  /** Answers that were not throttled, whatever their status. */
  answered: number
  /** Answers 429, or 503 with Retry-After. */
  throttled: number
  /** Timeouts, refused and reset connections. */
  unreachable: number
  /** What the throttled answer asked for whose rest ends last; null when it named no time, or there was none. */
  retryAfterMs: number | null
  /** Since that answer, at the end of the slice; null when there was none. */
  throttledAgoMs: number | null
  /** Pages in flight the host could bear at the end. */
  concurrency: number
  /** Crawl-delay of robots.txt, milliseconds; null when it has none. */
  crawlDelayMs: number | null
  /** How long the host is still to be left alone at the end of the slice, whoever it has refused; absent = not at all. */
  restMs?: number
}

/** `slices/<n>.json.zst` */
export interface SliceList {
  slice: number
  /** Every host of the pages, each once. */
  hosts: HostShare[]
  /** URL the scope is anchored on: the start URL, or what it redirected to. */
  scopeUrl: string
  pages: SlicePage[]
}

/** One attempt at a page; the same shape on every endpoint. Times in ISO 8601 and milliseconds. */
export interface AttemptRecord {
  index: number
  /** `http_basic`, `browser_basic`, `browser_premium` … */
  strategy: string
  engine: AttemptReport['engine']
  proxy_tier: AttemptReport['proxy_tier']
  started_at: string
  elapsed_ms: number
  http_status: number | null
  success: boolean
  outcome: AttemptOutcome
  error: { code: string; message: string } | null
  bytes_received: number
  /** Of a browser: every request of the page. */
  requests_total?: number
  blocked_by?: AttemptReport['blocked_by']
}

export type AttemptOutcome = AttemptReport['outcome']

/** Actions by how they went. What they were told may be a secret, and is kept nowhere. */
export type ActionCounts = Record<ActionResult['status'], number>

/** A page in its final state, without what was made of its content. */
export interface PageHead {
  seq: number
  index: number
  url: string
  finalUrl: string | null
  status: number | null
  success: boolean
  code: string | null
  message: string | null
  contentType: string | null
  title: string | null
  fetchedAt: string
  /** In the order in which they were made, those of earlier slices that found the page to need a browser first. */
  attempts: AttemptRecord[]
  /** `index` of the attempt that brought the answer; null without one, absent in records of older workers. */
  winningAttempt?: number | null
  /** Lane of the slice; absent in records of older workers. */
  lane?: Lane
  /** How the actions went; absent when there were none. */
  actions?: ActionCounts
  extractor: string | null
  /** Why the output is less than asked for; null when it is not, absent in records of older workers. */
  degraded?: string | null
  /** Time the extraction took in its thread, milliseconds. */
  extractMs?: number
  /** Of the format `json`; absent where it was not asked for. */
  jsonReport?: JsonReport
  warnings: string[]
  /** Links the crawl may follow, in document order; empty when the page says nofollow. */
  links: string[]
  /** Links the page has beyond those kept. */
  linksDropped: number
  /** What the page says, for telling traps from pages; null for URLs that no family rule looks at. */
  sketch: TextSketch | null
  linksOnly: boolean
  /** Loads of the page that were cut for their silence and made again; absent when there were none. */
  stalls?: number
  /** Object with the screenshot, PNG; absent when there is none. */
  screenshot?: string
}

/** One line of a segment: everything the archive needs. */
export interface PageRecord extends PageHead {
  outputs: ExtractedOutputs
  /** In the last line of a segment: pages of the slice that had begun by then, a bitmap in base64. Absent in segments of older workers. */
  begun?: string
}

/** What became of one page of a slice, for the frontier. */
export type PageOutcome =
  | {
      seq: number
      kind: 'scraped' | 'links_only'
      finalUrl: string
      /** HTTP status; null without an answer, absent in results of older workers. */
      status?: number | null
      links: number[]
      linksDropped: number
      sketch: TextSketch | null
    }
  | {
      seq: number
      kind: 'failed'
      code: string
      message: string
      /** Of the last answer; null without one, absent in results of older workers. */
      finalUrl?: string | null
      status?: number | null
    }
  | { seq: number; kind: 'robots'; reason: string }
  | { seq: number; kind: 'deferred'; code: string; charged: boolean; delayMs: number }
  /** The page needs a browser, which this slice has none of. @param why outcome and reasons of the last attempt. */
  | { seq: number; kind: 'escalated'; why: 'js_shell' | 'blocked' | 'empty'; attempts: AttemptRecord[] }

/** `slices/<n>.result.json.zst`; the first attempt to write it is the one that counts. */
export interface StoredSliceResult extends SliceResult {
  /** What the activity answered. */
  summary: SliceSummary
}

/** What a slice tells the frontier. */
export interface SliceResult {
  slice: number
  /** Durable segments, in order. */
  segments: string[]
  /** Loads that were cut for their silence; absent when there were none. */
  stalls?: number
  /** Link table; outcomes refer to it by index. */
  urls: string[]
  outcomes: PageOutcome[]
  /** One report per host of the list. */
  hosts: HostReport[]
}

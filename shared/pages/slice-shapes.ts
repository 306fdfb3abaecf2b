/** Objects that slices read and write: the URL list, the segments of finished pages, the result. */
import type { ActionResult, CaptureAttempt } from '../api/schemas/attempt-schema.ts'
import type { JobAttempt } from '../api/schemas/job-page-schema.ts'
import type { JsonReport } from '../api/schemas/json-report.ts'
import type { Lane } from '../temporal/names.ts'
import type { SliceSummary } from '../temporal/shapes.ts'
import type { BodyDigest, ExtractedOutputs, PageMetadata, TextSketch } from './extraction.ts'
import type { WirePlace } from '../egress/connections/wire-exchange.ts'
import type { PagePrint, StoredOutputs } from './stored-page.ts'

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
  /**
   * Marks the start page when it does not match the caller's path rules: it is fetched for its links and gives no
   * result.
   */
  linksOnly: boolean
  /** Input lines of a batch that the page stands for; 1 in a crawl. Counters use this number. */
  lines: number
  /** Attempts of an earlier slice that found that the page needs a browser; absent in lists of older workers. */
  earlier?: JobAttempt[]
}

/**
 * The part of a job's budget for one host that a slice may use. The slice adapts within it and reports its
 * observations.
 */
export interface HostShare {
  host: string
  /** Pages in flight initially. */
  concurrency: number
  concurrencyMax: number
  /** Starts per second; null: no limit is known. */
  startsPerSec: number | null
  /** Relative increase of that rate per second of work without a refusal. */
  rateRaisePerSec: number
  /** Known crawl-delay, milliseconds; with one, only one page at a time. null: none is known. */
  crawlDelayMs: number | null
}

/** What a slice observed at one host. Durations are by the worker's clock. */
export interface HostReport {
  host: string
  /** From the first start to the end of the last answer, milliseconds. */
  elapsedMs: number
  /** Of these, in which the host was silent until a request was repeated; absent: none. */
  silentMs?: number
  /** Answers that were not throttled, whatever their status. */
  answered: number
  /** Answers 429, or 503 with Retry-After. */
  throttled: number
  /** Timeouts, refused and reset connections. */
  unreachable: number
  /**
   * Pause requested by the throttled answer whose pause ends last; null when it named no time, or without such an
   * answer.
   */
  retryAfterMs: number | null
  /** Time since that answer at the end of the slice; null without such an answer. */
  throttledAgoMs: number | null
  /** Pages in flight that the host could sustain at the end. */
  concurrency: number
  /** Crawl-delay of robots.txt, milliseconds; null when it has none. */
  crawlDelayMs: number | null
  /** Remaining pause of the host at the end of the slice, whichever user it refused; absent: not at all. */
  restMs?: number
}

/** `slices/<n>.json.zst` */
export interface SliceList {
  slice: number
  /** Each host of the pages once. */
  hosts: HostShare[]
  /** URL that the scope is based on: the start URL, or the URL it redirected to. */
  scopeUrl: string
  pages: SlicePage[]
}

export type AttemptOutcome = CaptureAttempt['outcome']

/** Number of actions by status. Their arguments may be secrets and are not stored. */
export type ActionCounts = Record<ActionResult['status'], number>

/** A page in its final state, without the outputs made from its content. */
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
  /** In order; attempts of earlier slices that found that the page needs a browser come first. */
  attempts: JobAttempt[]
  /** `index` of the attempt that brought the answer; null without one, absent in records of older workers. */
  winningAttempt?: number | null
  /** Lane of the slice; absent in records of older workers. */
  lane?: Lane
  /** Results of the actions; absent when there were none. */
  actions?: ActionCounts
  extractor: string | null
  /** Why the output is less than requested; null when it is complete, absent in records of older workers. */
  degraded?: string | null
  /** Time of the extraction in its thread, milliseconds. */
  extractMs?: number
  /** Report of the format `json`; absent when it was not requested. */
  jsonReport?: JsonReport
  warnings: string[]
  /** Links that the crawl may follow, in document order; empty when the page says nofollow. */
  links: string[]
  /** Links of the page beyond those kept. */
  linksDropped: number
  /** Sketch of the page's text, by which crawler traps are recognised; null for URLs that no family rule applies to. */
  sketch: TextSketch | null
  linksOnly: boolean
  /** Page loads that were cut for silence and repeated; absent when there were none. */
  stalls?: number
  /** Key of the object with the screenshot, PNG; absent if none exists. */
  screenshot?: string
  /** The body it was extracted from; absent without content, and in records of older workers. */
  body?: BodyDigest
  /** What the page states about itself; absent without content, and in records of older workers. */
  metadata?: PageMetadata
  /** Where its document is in an archive of what went over the wire; absent in jobs without one. */
  wire?: WirePlace
  /** In runs of watches: the answer that the outputs were made from; absent when later runs may not rely on it. */
  print?: PagePrint
  /** Where the outputs are when the page has not changed since an earlier run; `outputs` is empty then. */
  stored?: StoredOutputs
}

/** What a pack of a watch has of a page besides its outputs: the parts that depend on the content alone. */
export type StoredHead = Pick<
  PageHead,
  | 'contentType'
  | 'title'
  | 'extractor'
  | 'degraded'
  | 'jsonReport'
  | 'warnings'
  | 'links'
  | 'linksDropped'
  | 'sketch'
  | 'metadata'
  | 'body'
>

/** One line of a segment: everything the archive needs. */
export interface PageRecord extends PageHead {
  outputs: ExtractedOutputs
  /**
   * In the last line of a segment: the pages of the slice that had been started by then, as a bitmap in base64. Absent
   * in segments of older workers.
   */
  begun?: string
}

/** Where the record of a page is. */
export interface RecordedOutcome {
  /** Position of its segment in the segments of the slice, and of the page in the slice's list. */
  place?: [segment: number, index: number]
  /** When the page was fetched, ISO 8601. */
  fetchedAt?: string
}

/** Outcome of one page of a slice, for the frontier. Results of older workers do not say where the record is. */
export type PageOutcome =
  | ({
      seq: number
      kind: 'scraped' | 'links_only'
      finalUrl: string
      /** HTTP status; null without an answer, absent in results of older workers. */
      status?: number | null
      links: number[]
      linksDropped: number
      sketch: TextSketch | null
    } & RecordedOutcome)
  | ({
      seq: number
      kind: 'failed'
      code: string
      message: string
      /** URL of the last answer; null without one, absent in results of older workers. */
      finalUrl?: string | null
      status?: number | null
    } & RecordedOutcome)
  /** `begun`: an earlier attempt of the slice began to fetch the page, whose robots.txt cannot be read now. */
  | { seq: number; kind: 'robots'; reason: string; begun?: true }
  | { seq: number; kind: 'deferred'; code: string; charged: boolean; delayMs: number }
  /** The page needs a browser, which this slice does not have. `why` is the verdict on the last attempt. */
  | { seq: number; kind: 'escalated'; why: 'js_shell' | 'blocked' | 'empty'; attempts: JobAttempt[] }

/** `slices/<n>.result.json.zst`; the first attempt that writes it wins. */
export interface StoredSliceResult extends SliceResult {
  /** The result of the activity. */
  summary: SliceSummary
}

/** What a slice reports to the frontier. */
export interface SliceResult {
  slice: number
  /** Durable segments, in order. */
  segments: string[]
  /** Page loads that were cut for silence; absent when there were none. */
  stalls?: number
  /** Link table; outcomes refer to it by index. */
  urls: string[]
  outcomes: PageOutcome[]
  /** One report per host of the list. */
  hosts: HostReport[]
}

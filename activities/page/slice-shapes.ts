/**
 * Objects that slices read and write: the URL list, the segments of finished pages, the result.
 */
import type { SliceSummary } from '@seine/shared/temporal/shapes.ts'
import type { ExtractedOutputs } from '../extract/contract.ts'

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
}

/** `slices/<n>.json.zst` */
export interface SliceList {
  slice: number
  host: string
  /** URL the scope is anchored on: the start URL, or what it redirected to. */
  scopeUrl: string
  pages: SlicePage[]
}

/** One attempt at a page; the same shape on every endpoint. Times in ISO 8601 and milliseconds. */
export interface AttemptRecord {
  index: number
  strategy: 'http_basic'
  engine: 'http'
  proxy_tier: 'none'
  started_at: string
  elapsed_ms: number
  http_status: number | null
  success: boolean
  outcome: AttemptOutcome
  error: { code: string; message: string } | null
  bytes_received: number
}

export type AttemptOutcome =
  | 'success'
  | 'http_error'
  | 'timeout'
  | 'dns_error'
  | 'tls_error'
  | 'network_error'
  | 'unsafe_target'
  | 'empty'

/** One line of a segment: a page in its final state, with everything the archive needs. */
export interface PageRecord {
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
  attempts: AttemptRecord[]
  extractor: string | null
  warnings: string[]
  outputs: ExtractedOutputs
  /** Links the crawl may follow, in document order; empty when the page says nofollow. */
  links: string[]
  linksOnly: boolean
}

/** What became of one page of a slice, for the frontier. */
export type PageOutcome =
  | { seq: number; kind: 'scraped' | 'links_only'; finalUrl: string; links: number[] }
  | { seq: number; kind: 'failed'; code: string; message: string }
  | { seq: number; kind: 'robots'; reason: string }
  | { seq: number; kind: 'deferred'; code: string; charged: boolean; delayMs: number }

/** A host asked to be left alone: for a time it named (milliseconds), or without naming one. */
export interface Throttle {
  retryAfterMs: number | null
}

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
  /** Link table; outcomes refer to it by index. */
  urls: string[]
  outcomes: PageOutcome[]
  /** Pages per second this slice reached; null when it finished none. */
  pagesPerSec: number | null
  /** Set when the host answered that it is asked too often. */
  throttle: Throttle | null
  /** Crawl-delay of the host, milliseconds; null when it has none. */
  crawlDelayMs: number | null
}

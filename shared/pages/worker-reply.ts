/** Answers of workers to their callers. Workers know neither request ids nor tags; the gateway adds them. */
import type { ActionResult, CaptureAttempt, Attempt } from '../api/schemas/attempt-schema.ts'
import type { Har } from '../api/schemas/har-schema.ts'
import type { MapResult } from '../api/schemas/map-result.ts'
import type { NetworkResult } from '../api/schemas/network-result.ts'
import type { SessionState } from '../sessions/state.ts'
import type { ScrapeResult } from '../api/schemas/scrape-result.ts'
import type { SerpResult } from '../api/schemas/serp-result.ts'

/** A call to a browser worker that could not be carried out. */
export interface WorkerProblem {
  kind: 'problem'
  code:
    | 'unsafe_target'
    | 'budget_exceeded'
    | 'browser_unavailable'
    | 'proxy_not_configured'
    | 'internal_error'
    | 'pattern_too_costly'
    | SessionProblemCode
  detail: string
  /** Attempts that were made before, or that were cut short. */
  attempts: CaptureAttempt[]
  /** Time after which another call is sensible; absent when unknown. */
  retryAfterSecs?: number
}

/** Why a session cannot be used. */
export type SessionProblemCode =
  | 'session_busy'
  | 'session_not_found'
  | 'session_domain_mismatch'
  | 'all_attempts_failed'
  | 'pattern_too_costly'
  | 'not_configured'
  | 'workflow_service_unavailable'
  | 'result_store_unavailable'

/** The worker's part of the answer to `POST /browser/network`. */
export type CapturedPage = Omit<NetworkResult, 'request_id' | 'tag'>

/** Answer of `POST /browser/network` on a worker. */
export type NetworkReply = { kind: 'result'; result: CapturedPage } | { kind: 'har'; har: Har } | WorkerProblem

/** A page that a browser has loaded, or tried to load, as it is sent between processes. */
export interface RenderedPage {
  kind: 'rendered'
  attempts: Attempt[]
  /** Why the last attempt failed, with the codes of the HTTP lane where both mean the same; null when it succeeded. */
  fault: { code: string; message: string } | null
  /** null without a response. */
  status: number | null
  finalUrl: string
  /** Headers of the document; names in lower case, repeated ones joined as the HTTP client joins them. */
  headers: Record<string, string>
  /** Redirects on the way to the document. */
  redirects: { url: string; status: number; location: string }[]
  /** The serialised document; null with a fault, when the answer contained none, or when it was not requested. */
  html: { text: string; url: string; truncated: boolean } | null
  /** PNG; null when it was not requested, or could not be taken. */
  screenshotBase64: string | null
  actions: ActionResult[]
  warnings: string[]
  /** What the page left in its session; absent without one. */
  session?: Pick<SessionState, 'cookies' | 'localStorage'>
}

/** Answer of `POST /render` on a browser worker. */
export type RenderReply = RenderedPage | WorkerProblem

/** A scrape worker's part of the answer to `POST /scrape`; its first member is `url`, the URL of the task. */
export type ScrapedPage = Omit<ScrapeResult, 'request_id' | 'tag'>

/** Answer of `POST /scrape` on a scrape worker. */
export type ScrapeReply = { kind: 'result'; result: ScrapedPage } | ScrapeProblem

/** A scrape worker's part of the answer to `POST /map`; its first member is `url`, the URL of the task. */
export type MappedSite = Omit<MapResult, 'request_id'> & { url: string }

/** Answer of `POST /map` on a scrape worker. */
export type MapReply = { kind: 'result'; result: MappedSite } | ScrapeProblem

/** A scrape worker's part of the answer to `GET /serp`. */
export type FoundResults = Omit<SerpResult, 'request_id'>

/** Answer of `GET /serp` on a scrape worker. */
export type SerpReply = { kind: 'result'; result: FoundResults } | ScrapeProblem

/** A call to a scrape worker that could not be carried out. */
export interface ScrapeProblem {
  kind: 'problem'
  code:
    | WorkerProblem['code']
    | 'target_blocked'
    | 'dns_failure'
    | 'tls_failure'
    | 'proxy_failure'
    | 'concurrency_limit_reached'
    | 'serp_blocked'
    | 'serp_engine_not_configured'
  detail: string
  /** Attempts that were made; empty when none was possible. */
  attempts: Attempt[]
  /** How long the target, or the worker, asks to pause; absent when it does not say. */
  retryAfterSecs?: number
}

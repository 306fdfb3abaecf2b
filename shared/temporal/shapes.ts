/**
 * What travels through Temporal: workflow inputs, memo, heartbeat details, slice results.
 *
 * All of it is small and readable, because operators see it in the Web UI: keys, counters and short
 * texts, never page bodies, URL lists, caller headers or secrets. Types only; sandbox-safe.
 */
import type { JobKind, Lane } from './names.ts'

/** Input of `jobLifecycle`, `crawlRun` and `batchRun`. The full request is in `jobs/<id>/input.json`. */
export interface JobWorkflowInput {
  jobId: string
  kind: JobKind
  tenant: string
  /** Host of the start URL or of a batch's first URL, for search attributes and summaries. */
  host: string
  limit: number
  /** URLs known from the start: 1 of a crawl, the input lines of a batch. */
  lines: number
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  requestId: string
}

/** Counters of a job; `total = completed + failed + inFlight` at every read. */
export interface JobCounters {
  /** Pages attempted so far. */
  total: number
  completed: number
  failed: number
  /** URLs known and still to be attempted. */
  pending: number
}

/**
 * Memo of `jobLifecycle`, set once at start: what the status needs before anything has run.
 */
export interface LifecycleMemo {
  kind: JobKind
  tenant: string
  startUrl: string
  limit: number
  /** Input lines of a batch, 1 for a crawl. */
  lines: number
  requestId: string
  /** ISO 8601. */
  createdAt: string
  [key: string]: unknown
}

/** Memo of a run: totals of everything merged or finished, without the slices now running. */
export interface RunMemo {
  counters: JobCounters
  warnings: string[]
  [key: string]: unknown
}

/** Heartbeat details of a slice: counters for the status, and where a later attempt takes it up. */
export interface SliceHeartbeat {
  /** Base64 bitmap over the list: pages whose fetch has begun. */
  begun: string
  /** Input lines of pages begun and never attempted by an earlier slice: what the slice adds to `total`. */
  startedFirst: number
  /** Base64 bitmap over the list: pages durable in a segment. */
  done: string
  completed: number
  failed: number
  /** Keys of the durable segments, in order. */
  segments: string[]
  /** The URL begun last, for progress displays. */
  currentUrl: string | null
  /** The page in flight alone because one like it may kill workers, and how often it was so before. */
  suspect: Suspect | null
}

export interface Suspect {
  index: number
  crashes: number
}

/** What a slice activity is told: where its list is; what it may ask of hosts stands in the list. */
export interface SliceTask {
  jobId: string
  slice: number
  /** The host, or the first of several, for operators. */
  host: string
  /** How many hosts the pages are on. */
  hosts: number
  pages: number
  lane: Lane
}

/** What a slice activity returns; the outcomes are in `jobs/<id>/slices/<n>.result`. */
export interface SliceSummary {
  slice: number
  startedFirst: number
  completed: number
  failed: number
  /** Pages handed back: not attempted, deferred, or for a browser. */
  returned: number
  segments: number
}

/** Input of the `advanceFrontier` activity. */
export interface AdvanceInput {
  jobId: string
  /** Generation to advance from; -1 creates the frontier. */
  generation: number
  /** Slices whose results wait to be merged, in the order they were cut. */
  finished: number[]
  /** Merge finished slices although an older one is still running. */
  outOfOrder: boolean
  /** How many more slices the window takes. */
  room: number
  /** Clock of the workflow in epoch milliseconds; the frontier reads no other. */
  nowMs: number
  /** True once sitemap discovery has written its list (or was not wanted). */
  discovered: boolean
}

/** Result of the `advanceFrontier` activity. */
export interface AdvanceResult {
  generation: number
  slices: SliceTask[]
  /** Slices now merged; the rest of `finished` still waits for an older one. */
  merged: number[]
  counters: JobCounters
  /** Finished slices wait for an older one and nothing else can be started meanwhile. */
  starved: boolean
  /** Nothing is leased and nothing may be any more: the job is over. */
  exhausted: boolean
  /** Why the crawl cannot go on (start page refused or failed with nothing else known), or null. */
  failure: string | null
  /** When the first page or host that waits may go on, epoch milliseconds; null when none waits. */
  wakeAtMs: number | null
  warnings: string[]
}

/** How a run ended, as `jobLifecycle` sees it. */
export type RunOutcome = { status: 'completed' } | { status: 'cancelled' } | { status: 'failed'; error: string }

/** Input of the `finaliseJob` activity. */
export interface FinaliseInput {
  jobId: string
  outcome: RunOutcome
  /** Clock of the workflow when the run ended, epoch milliseconds. */
  endedAtMs: number
}

/** What `finaliseJob` tells the workflow; the whole is in `jobs/<id>/status.json`. */
export interface FinaliseResult {
  total: number
  completed: number
  failed: number
}

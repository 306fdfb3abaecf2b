/**
 * What travels through Temporal: workflow inputs, memo, heartbeat details, slice results.
 *
 * All of it is small and readable, because operators see it in the Web UI: keys, counters and short
 * texts, never page bodies, URL lists, caller headers or secrets. Types only; sandbox-safe.
 */
import type { JobKind, Lane } from './names.ts'

/** Input of `jobLifecycle`, `crawlRun` and `batchRun`. The full request is in `jobs/<tenant>/<id>/input.json`. */
export interface JobWorkflowInput {
  jobId: string
  kind: JobKind
  tenant: string
  /** Host of the start URL or of a batch's first URL, for search attributes and summaries. */
  host: string
  limit: number
  /** URLs known from the start: 1 of a crawl, the input lines of a batch, the pages of a retry. */
  lines: number
  /** The job whose failed pages this one retries; such a crawl discovers nothing. */
  retryOf?: string
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  requestId: string
  /** Who is told of the job; absent when nobody is. */
  notify?: NotifyPlan
}

/** Who is told of a job, and of what. Addresses and secrets are sealed in its input object. */
export interface NotifyPlan {
  /** Null without a webhook. */
  webhook: WebhookPlan | null
  /** Whether its end is told by e-mail. */
  email: boolean
}

/** Which events a webhook wants. */
export interface WebhookPlan {
  started: boolean
  page: boolean
  completed: boolean
  failed: boolean
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
 * Memo of `jobLifecycle`, set at start, but for `paused`: what the status needs before anything has run.
 */
export interface LifecycleMemo {
  kind: JobKind
  tenant: string
  startUrl: string
  limit: number
  /** Input lines of a batch, 1 for a crawl, the pages of a retry. */
  lines: number
  /** The job whose failed pages this one retries. */
  retryOf?: string
  requestId: string
  /** ISO 8601. */
  createdAt: string
  /** Of jobs started under an idempotency key: what the request asked for, as a hash. */
  requestHash?: string
  /** Whether the job is to rest; absent until it was paused for the first time. Its run says when it does. */
  paused?: boolean
  [key: string]: unknown
}

/** Memo of a run: totals of everything merged or finished, without the slices now running. */
export interface RunMemo {
  counters: JobCounters
  warnings: string[]
  /** Loads of pages that were cut for their silence; absent when there were none. */
  stalls?: number
  /** Whether the run rests; absent in memos of older workers. */
  paused?: boolean
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
  /** Loads that were cut for their silence; absent when there were none. */
  stalls?: number
  /** The durable segments, in order; absent in details of older workers. */
  flushed?: SegmentRun[]
  /** Keys of the durable segments, in details of older workers. */
  segments?: string[]
  /** The URL begun last, for progress displays; cut off where it is very long. */
  currentUrl: string | null
  /** The page in flight alone because one like it may kill workers, and how often it was so before. */
  suspect: Suspect | null
}

/** Segments of one attempt whose numbers follow each other. */
export type SegmentRun = [attempt: number, first: number, count: number]

export interface Suspect {
  index: number
  crashes: number
}

/** What a slice activity is told: where its list is; what it may ask of hosts stands in the list. */
export interface SliceTask {
  jobId: string
  tenant: string
  slice: number
  /** The host, or the first of several, for operators. */
  host: string
  /** How many hosts the pages are on. */
  hosts: number
  pages: number
  lane: Lane
}

/** What a slice activity returns; the outcomes are in `jobs/<tenant>/<id>/slices/<n>.result`. */
export interface SliceSummary {
  slice: number
  startedFirst: number
  completed: number
  failed: number
  /** Pages handed back: not attempted, deferred, or for a browser. */
  returned: number
  segments: number
  /** Loads that were cut for their silence and made again; absent when there were none. */
  stalls?: number
  /** URLs that its pages link to, each once; absent in results of older workers. */
  links?: number
  /** Failed pages by error code, for operators; absent when none failed and in results of older workers. */
  failures?: Record<string, number>
}

/** Input of the `advanceFrontier` activity. */
export interface AdvanceInput {
  jobId: string
  tenant: string
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
  /** Loads that merged slices have cut for their silence; absent when there were none. */
  stalls?: number
  /** The job reads no sitemaps; absent where it does or is known not to, and in answers of older workers. */
  discovered?: true
}

/** How a run ended, as `jobLifecycle` sees it. */
export type RunOutcome = { status: 'completed' } | { status: 'cancelled' } | { status: 'failed'; error: string }

/** Input of the `finaliseJob` activity. */
export interface FinaliseInput {
  jobId: string
  tenant: string
  outcome: RunOutcome
  /** Clock of the workflow when the run ended, epoch milliseconds. */
  endedAtMs: number
  /** Builds what is missing although the job has a record; absent the first time. */
  again?: true
  /** Until when results of slices under way are waited for, epoch milliseconds; absent = they are not. */
  flushUntilMs?: number
}

/** What `finaliseJob` tells the workflow; the whole is in `jobs/<tenant>/<id>/status.json`. */
export interface FinaliseResult {
  total: number
  completed: number
  failed: number
  /** Error of a job that is on record as failed although its run completed; absent otherwise. */
  failure?: string
  /** Of a job that is finalised again and whose receiver has not been told of its end; absent otherwise. */
  untold?: UntoldEnd
}

/** Where the chain of webhook events of a job goes on. */
export interface UntoldEnd {
  /** Sequence of the first event that was neither delivered nor given up. */
  next: number
  /** As `DeliveryState` has it. */
  calls: number
}

/** Input of `finaliseAgain`. */
export interface FinaliseAgainInput extends Omit<FinaliseInput, 'again'> {
  /** Who is told of the job; absent when nobody is. */
  notify?: NotifyPlan
}

/** Input of the `discoverSitemaps` activity. */
export interface DiscoverInput {
  jobId: string
  tenant: string
  startSlice: number
}

/** Input of `webhookDelivery`. */
export interface WebhookDeliveryInput {
  jobId: string
  tenant: string
  plan: WebhookPlan
  /**
   * When the job is over in any case, epoch milliseconds: a chain that has not been told by then, because
   * somebody terminated the job, waits for nothing more.
   */
  jobEndsByMs: number
  /** Only after continue-as-new, like all that follows. */
  state?: DeliveryState
  /** Once the job is over. */
  outcome?: JobEnded['outcome']
  unrecorded?: UnrecordedEnd
  /** When the next try is due, epoch milliseconds; 0 = at once. */
  resumeAtMs?: number
  /** Events so far. */
  told?: { delivered: number; givenUp: number }
  /** History events after which the chain continues as new; tests lower it. */
  historyEventsMax?: number
}

/** How a chain of webhook events stands; the workflow keeps it, the `deliverWebhooks` activity moves it on. */
export interface DeliveryState {
  /** Sequence of the next event to deliver, from 1. */
  next: number
  /** Highest sequence of an event that has happened; those up to it are due. */
  due: number
  /** Set once no further event will happen. */
  ended: boolean
  /** Calls of the activity so far: part of the names of log objects. */
  calls: number
  /** What has been tried in vain for the event `next`; null = nothing yet. */
  trouble: DeliveryTrouble | null
  /** The receiver said that it is gone (410): nothing more is sent. */
  gone: boolean
}

/** Vain tries of the event that is next. */
export interface DeliveryTrouble {
  tries: number
  /** Of the first of them, epoch milliseconds. */
  firstTryAtMs: number
  /** Events in a row that have been given up before this one, with nothing delivered in between. */
  givenUpBefore: number
}

/** Input of the `deliverWebhooks` activity. */
export interface DeliverInput {
  jobId: string
  tenant: string
  plan: WebhookPlan
  state: DeliveryState
  /** How the job ended, for the terminal event; null while it runs. */
  outcome: 'completed' | 'failed' | 'cancelled' | null
  /** As `JobEnded` has it. */
  unrecorded?: UnrecordedEnd
}

/** Result of the `deliverWebhooks` activity. */
export interface DeliverResult {
  state: DeliveryState
  delivered: number
  givenUp: number
  /** Pause before the next call, milliseconds; 0 = at once if something is due. */
  waitMs: number
}

/** Signal `pagesDue` of `webhookDelivery`: so many pages of the job have come to their end. */
export interface PagesDue {
  finishedPages: number
}

/** Signal `jobEnded` of `webhookDelivery`. */
export interface JobEnded {
  finishedPages: number
  outcome: 'completed' | 'failed' | 'cancelled'
  /** Of a job that has no record; absent otherwise. */
  unrecorded?: UnrecordedEnd
}

/** The end of a job whose record could not be written. */
export interface UnrecordedEnd {
  error: string
  /** Epoch milliseconds. */
  endedAtMs: number
}

/** Input of `webhookRedelivery`. */
export interface RedeliveryInput {
  jobId: string
  tenant: string
  plan: WebhookPlan
  eventId: string
}

/** Input of `emailDelivery`. */
export interface EmailInput {
  jobId: string
  tenant: string
  /** As `JobEnded` has it. */
  unrecorded?: UnrecordedEnd
}

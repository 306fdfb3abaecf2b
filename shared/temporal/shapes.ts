/**
 * Values that are passed through Temporal: workflow inputs, memos, heartbeat details, slice results.
 *
 * All of them are small and readable, because operators see them in the Web UI: keys, counters and short texts, never
 * page bodies, URL lists, caller headers or secrets. Types only; sandbox-safe.
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
  /** URLs known from the start: 1 for a crawl, the input lines of a batch, the pages of a retry. */
  lines: number
  /** The job whose failed pages this one retries; such a crawl discovers no pages. */
  retryOf?: string
  scheduleToCloseTimeoutSecs: number
  heartbeatTimeoutSecs: number
  requestId: string
  /** Notification plan; absent when there are no receivers. */
  notify?: NotifyPlan
  /** Names of the targets that its archives are copied to; absent if none exist. */
  deliverTo?: string[]
  /** See `workflows/jobs/compact-history.ts`; absent in jobs that older releases have started. */
  compactHistory?: true
}

/** Which receivers are notified of which events. Addresses and secrets are sealed in the input object. */
export interface NotifyPlan {
  /** null without a webhook. */
  webhook: WebhookPlan | null
  /** Whether a mail is sent at its end. */
  email: boolean
}

/** Events that are sent to a webhook. */
export interface WebhookPlan {
  started: boolean
  page: boolean
  completed: boolean
  failed: boolean
  /** Absent: not sent. Only webhooks in the wire form of the Firecrawl API may receive it. */
  cancelled?: boolean
}

/** Counters of a job; `total = completed + failed + inFlight` at every read. */
export interface JobCounters {
  /** Pages attempted so far. */
  total: number
  completed: number
  failed: number
  /** Known URLs that have not been attempted yet. */
  pending: number
}

/**
 * Memo of `jobLifecycle`, set at start, except for `paused`: the data that the status needs before a run has started.
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
  /** Hash of the request; only for jobs without secrets that were started under an idempotency key. */
  requestHash?: string
  /** The same of a job with secrets, sealed: the memo outlives the stored input. */
  sealedRequestHash?: string
  /** Names of the targets that its archives are copied to; absent if none exist. */
  deliverTo?: string[]
  /**
   * Whether the job is to be paused; absent until it is paused for the first time. The memo of its run says when it is.
   */
  paused?: boolean
  /**
   * Counters that callers had seen when the job was paused last; absent until then. A slice that the pause cancels before
   * a worker takes it again loses its heartbeat, until its results are recovered.
   */
  reported?: ReportedCounters
  /** What would be the memo of its run; only in jobs without a workflow for their run. */
  run?: RunMemo
  [key: string]: unknown
}

/** Counters of a job as a caller has seen them. */
export type ReportedCounters = Pick<JobCounters, 'total' | 'completed' | 'failed'> & { stalls?: number }

/** Memo of a run: totals of everything merged or finished, without the running slices. */
export interface RunMemo {
  counters: JobCounters
  warnings: string[]
  /** Page loads that were cut for silence; absent when there were none. */
  stalls?: number
  /** Whether the run is paused; absent in memos of older workers. */
  paused?: boolean
  /** When the time budget of a run inside the workflow of its job ends, epoch milliseconds; absent for other runs. */
  endsByMs?: number
  /** How a run inside the workflow of its job has ended; absent until then, and for other runs. */
  ended?: { state: RunOutcome['status']; atMs: number }
  [key: string]: unknown
}

/** Heartbeat details of a slice: counters for the status, and the point from which a later attempt continues. */
export interface SliceHeartbeat {
  /** Base64 bitmap over the list: pages whose fetch has started. */
  begun: string
  /** Input lines of pages started that no earlier slice has attempted: what the slice adds to `total`. */
  startedFirst: number
  /** Base64 bitmap over the list: pages durably stored in a segment. */
  done: string
  completed: number
  failed: number
  /** Page loads that were cut for silence; absent when there were none. */
  stalls?: number
  /** The durable segments, in order; absent in details of older workers. */
  flushed?: SegmentRun[]
  /** Keys of the durable segments, in details of older workers. */
  segments?: string[]
  /** The URL started last, for progress displays; truncated when it is very long. */
  currentUrl: string | null
  /**
   * A page that may have killed workers and is therefore fetched alone, and the number of workers that died during it.
   */
  suspect: Suspect | null
}

/** Consecutively numbered segments of one attempt. */
export type SegmentRun = [attempt: number, first: number, count: number]

export interface Suspect {
  index: number
  crashes: number
}

/** Input of a slice activity. The list of pages, which also has the limits for the hosts, is in the store. */
export interface SliceTask {
  jobId: string
  tenant: string
  slice: number
  /** The host, or the first of several, for operators. */
  host: string
  /** Number of hosts of the pages. */
  hosts: number
  pages: number
  lane: Lane
  /**
   * Name of its list of pages, where another attempt at the advance had already written a different list for a slice
   * with this number; absent otherwise, and in tasks of older workers.
   */
  list?: string
}

/** What a slice activity returns; the outcomes are in `jobs/<tenant>/<id>/slices/<n>.result`. */
export interface SliceSummary {
  slice: number
  startedFirst: number
  completed: number
  failed: number
  /** Pages returned to the frontier: not attempted, deferred, or for a browser. */
  returned: number
  segments: number
  /** Page loads that were cut for silence and repeated; absent when there were none. */
  stalls?: number
  /** Distinct URLs that its pages link to; absent in results of older workers. */
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
  /** Slices whose results wait to be merged, in the order in which they were cut. */
  finished: number[]
  /** Merge finished slices although an older one is still running. */
  outOfOrder: boolean
  /** How many more slices fit into the window. */
  room: number
  /** Clock of the workflow in epoch milliseconds; the frontier uses no other clock. */
  nowMs: number
  /** True once sitemap discovery has written its list, or when it was not requested. */
  discovered: boolean
  /** True for a first generation that an earlier worker may have begun and died of. */
  mayRepeat?: true
}

/** Result of the `advanceFrontier` activity. */
export interface AdvanceResult {
  generation: number
  slices: SliceTask[]
  /** Slices now merged; the rest of `finished` still waits for an older one. */
  merged: number[]
  counters: JobCounters
  /** True when finished slices wait for an older one and nothing else can be started meanwhile. */
  starved: boolean
  /** True when nothing is leased and nothing can be leased any more: the job has finished. */
  exhausted: boolean
  /** Why the crawl cannot continue (start page refused or failed with nothing else known), or null. */
  failure: string | null
  /** When the first waiting page or host may continue, epoch milliseconds; null when none waits. */
  wakeAtMs: number | null
  warnings: string[]
  /** Page loads that merged slices have cut for silence; absent when there were none. */
  stalls?: number
  /**
   * True when the job reads no sitemaps; absent when it does or this is known already, and in answers of older workers.
   */
  discovered?: true
  /**
   * True when an earlier attempt has stored this generation, perhaps before some of the finished slices had finished:
   * these wait for the next generation. Not stored with the generation; absent otherwise, and in answers of older
   * workers.
   */
  repeated?: true
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
  /** Builds missing parts although the job has a record; absent the first time. */
  again?: true
  /**
   * Until when results of running slices are waited for, epoch milliseconds; absent: no wait. A worker waits for
   * `temporalLimits.flushGraceMs` by its own clock.
   */
  flushUntilMs?: number
}

/** Result of `finaliseJob` for the workflow; the whole record is in `jobs/<tenant>/<id>/status.json`. */
export interface FinaliseResult {
  total: number
  completed: number
  failed: number
  /** Error of a job that is recorded as failed although its run completed; absent otherwise. */
  failure?: string
  /**
   * True when an earlier attempt has recorded the job as completed and its run has then ended in another way: a cancel
   * that arrives while a job ends locally repeats the workflow task. Absent otherwise.
   */
  wasCompleted?: true
  /** Set when a job is finalised again and its receiver has not been notified of its end; absent otherwise. */
  untold?: UndeliveredEnd
}

/** The point from which the chain of webhook events of a job continues. */
export interface UndeliveredEnd {
  /** Sequence of the first event that was neither delivered nor given up. */
  next: number
  /** As in `DeliveryState`. */
  calls: number
}

/** Input of `finaliseAgain`. */
export interface FinaliseAgainInput extends Omit<FinaliseInput, 'again'> {
  /** Notification plan; absent when there are no receivers. */
  notify?: NotifyPlan
  /** Names of the targets that its archives are copied to again; absent if none exist. */
  deliverTo?: string[]
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
   * Time at which the job has ended in any case, epoch milliseconds. A chain that has not received the end by then,
   * because an operator terminated the job, stops waiting.
   */
  jobEndsByMs: number
  /** Only after continue-as-new, like all members below. */
  state?: DeliveryState
  /** Set once the job has ended. */
  outcome?: JobEnded['outcome']
  unrecorded?: UnrecordedEnd
  /** When the next try is due, epoch milliseconds; 0: immediately. */
  resumeAtMs?: number
  /** Events so far. */
  told?: { delivered: number; givenUp: number }
  /** History events after which the chain continues as new; tests lower it. */
  historyEventsMax?: number
}

/** State of a chain of webhook events. The workflow keeps it; the `deliverWebhooks` activity returns its next value. */
export interface DeliveryState {
  /** Sequence of the next event to deliver, from 1. */
  next: number
  /** Highest sequence of an event that has happened; all events up to it are due. */
  due: number
  /** Set once no further event will happen. */
  ended: boolean
  /** Calls of the activity so far: part of the names of log objects. */
  calls: number
  /** Failed tries of the event `next`; null: none. */
  trouble: DeliveryTrouble | null
  /** The receiver has answered that it is gone (410): nothing more is sent. */
  gone: boolean
}

/** Failed tries of the next event. */
export interface DeliveryTrouble {
  tries: number
  /** Time of the first of them, epoch milliseconds. */
  firstTryAtMs: number
  /** Consecutive events that were given up before this one, with no delivery in between. */
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
  /** As in `JobEnded`. */
  unrecorded?: UnrecordedEnd
}

/** Result of the `deliverWebhooks` activity. */
export interface DeliverResult {
  state: DeliveryState
  delivered: number
  givenUp: number
  /** Pause before the next call, milliseconds; 0: immediately if an event is due. */
  waitMs: number
}

/** Signal `pagesDue` of `webhookDelivery`: this many pages of the job have finished. */
export interface PagesDue {
  finishedPages: number
}

/** Signal `jobEnded` of `webhookDelivery`. */
export interface JobEnded {
  finishedPages: number
  outcome: 'completed' | 'failed' | 'cancelled'
  /** Set for a job without a record; absent otherwise. */
  unrecorded?: UnrecordedEnd
}

/** The end of a job whose record could not be written. */
export interface UnrecordedEnd {
  error: string
  /** Absent: the job failed. */
  status?: 'cancelled'
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
  /** As in `JobEnded`. */
  unrecorded?: UnrecordedEnd
}

/** Input of `targetDelivery` and its activities. Addresses and credentials of the target are known to workers only. */
export interface TargetDeliveryInput {
  jobId: string
  tenant: string
  /** Name of the target. */
  target: string
}

/** How the copying of archives to a target ended. */
export interface TargetDeliveryEnd {
  state: 'delivered' | 'failed'
  /** Files at the target, the manifest excluded. */
  files: number
  /** Why it failed; null when it did not. */
  error: string | null
}

/** Values that the workflows of watches pass through Temporal. Types only; sandbox-safe. */
import type { JobWorkflowInput, LifecycleMemo } from './shapes.ts'

/** Input of `watchTick`, which the schedule of a watch starts. */
export interface WatchTickInput {
  tenant: string
  watchId: string
  /** Version of the definition that the schedule was derived from. */
  version: number
  overlap: 'skip' | 'buffer_one'
  /** Time for which the schedule started the first run of the chain; absent in that run. */
  nominalAt?: string
  /** Overrides the number of events after which it continues as new, for tests. */
  historyEventsMax?: number
}

/** Input of `watchRun`. */
export interface WatchRunInput {
  tenant: string
  watchId: string
  trigger: 'schedule' | 'manual'
  /** Id of the run; absent when the schedule starts it. */
  runId?: string
  /** Time that the schedule named, or of the request; ISO 8601. */
  nominalAt: string
  requestId: string
}

/** A run that has begun: what starts its job. */
export interface BegunWatchRun {
  n: number
  runId: string
  jobId: string
  startUrl: string
  job: JobWorkflowInput
  memo: LifecycleMemo
  summary: string
}

/** Input of the activity that ends a run. */
export interface CompareWatchInput {
  tenant: string
  watchId: string
  n: number
  jobId: string
  /** When the job ended; ISO 8601. */
  endedAt: string
}

/** What `watchRun` returns. */
export interface WatchRunResult {
  runId: string
  jobId: string
  status: 'completed' | 'failed' | 'cancelled'
  counts: Record<'new' | 'changed' | 'same' | 'removed' | 'failed', number>
  /** Whether notices of the run are due. */
  notices: boolean
  /** Whether a mail about the run is due. */
  email: boolean
}

/** Input of `watchMail`: the mail about a run. */
export interface WatchMailInput {
  tenant: string
  watchId: string
  n: number
}

/** Input of `watchNotices`: the chain of the notices of a watch. */
export interface WatchNoticesInput {
  tenant: string
  watchId: string
  /** Numbers of runs whose notices are due, in order. */
  due: number[]
  /** Where the notices of the first one continue; absent: at the beginning. */
  place?: NoticePlace
}

/** How many of the notices of a run were sent or given up. */
export interface NoticeProgress {
  /** Number of notices before the next one, of those that the webhook wanted at the time. */
  next: number
  /**
   * Lowest position of the next notice; positions have gaps, and do not depend on what the webhook wants. Absent at the
   * beginning and from workers of releases that know `next` only.
   */
  position?: number
}

/** Where the notices of a run continue. */
export interface NoticePlace extends NoticeProgress {
  /** Failed tries of that notice, and when the first one began; epoch milliseconds. */
  tries: number
  firstTryAtMs: number
}

/** Input of the activity that sends notices of a run. */
export interface SendNoticesInput {
  tenant: string
  watchId: string
  n: number
  place: NoticePlace
}

/** How far the notices of a run have been sent. */
export interface SentNotices {
  /** Null when all were sent or given up. */
  place: NoticePlace | null
  waitMs: number
  delivered: number
  givenUp: number
}

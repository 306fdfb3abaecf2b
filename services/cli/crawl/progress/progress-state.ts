/** The state behind a progress display: the newest status, and the history from which the rate is computed. */
import { progressLimits } from './progress-limits.ts'
import type { JobStatus } from './job-status.ts'

/** The current phase of the crawl. */
export type ProgressPhase = 'starting' | 'crawling' | 'finishing' | 'cancelling'

interface Sample {
  atMs: number
  done: number
}

/** History of one crawl. */
export interface ProgressState {
  readonly url: string
  readonly startedMs: number
  readonly status: JobStatus | null
  /** Oldest first; the first one may be older than the window, as the base of the difference. */
  readonly samples: readonly Sample[]
  /** Time since which no page is pending or in flight, milliseconds; null while some are. */
  readonly idleSinceMs: number | null
  readonly currentUrl: string | null
  readonly cancelling: boolean
}

/** One moment of a crawl, ready to be shown. */
export interface ProgressView {
  url: string
  phase: ProgressPhase
  limit: number
  completed: number
  failed: number
  waiting: number
  inFlight: number
  /** Number of pages that have an outcome. */
  done: number
  /** Upper bound of `done`: pages known, at most the limit. */
  goal: number
  /** Pages per second over the rate window. */
  ratePerSec: number
  elapsedSecs: number
  currentUrl: string | null
}

/**
 * Returns the state of a crawl that starts now. @param nowMs a monotonic clock in milliseconds, the same for all calls.
 */
export const beginProgress = (url: string, nowMs: number): ProgressState => ({
  url,
  startedMs: nowMs,
  status: null,
  samples: [{ atMs: nowMs, done: 0 }],
  idleSinceMs: null,
  currentUrl: null,
  cancelling: false,
})

/** Keeps the samples of the window and the one before it, so that a difference always spans the window. */
function withinWindow(samples: readonly Sample[], nowMs: number): readonly Sample[] {
  const first = samples.findIndex((sample) => sample.atMs > nowMs - progressLimits.rateWindowMs)
  return first === -1 ? samples.slice(-1) : samples.slice(Math.max(0, first - 1))
}

/** Returns the state after one more status. */
export function advanceProgress(state: ProgressState, status: JobStatus, nowMs: number): ProgressState {
  const done = status.completed + status.failed
  const idle = done > 0 && status.pending === 0 && status.inFlight === 0
  return {
    ...state,
    status,
    samples: withinWindow([...state.samples, { atMs: nowMs, done }], nowMs),
    idleSinceMs: idle ? (state.idleSinceMs ?? nowMs) : null,
    currentUrl: status.currentUrl ?? state.currentUrl,
  }
}

/** Returns the state after the user requested cancellation. */
export const cancelProgress = (state: ProgressState): ProgressState => ({ ...state, cancelling: true })

/** Returns pages per second between the oldest kept sample and now; falls to 0 for a crawl that stands still. */
export function ratePerSec(state: ProgressState, nowMs: number): number {
  const oldest = state.samples[0]
  const newest = state.samples.at(-1)
  if (oldest === undefined || newest === undefined) return 0
  const spanMs = nowMs - oldest.atMs
  return spanMs <= 0 ? 0 : ((newest.done - oldest.done) * 1_000) / spanMs
}

function phaseOf(state: ProgressState, nowMs: number): ProgressPhase {
  if (state.cancelling || state.status?.status === 'cancelled') return 'cancelling'
  if (state.status === null || state.status.total + state.status.pending === 0) return 'starting'
  const idleMs = state.idleSinceMs === null ? 0 : nowMs - state.idleSinceMs
  return idleMs >= progressLimits.finishingAfterMs ? 'finishing' : 'crawling'
}

/** Returns what to show at `nowMs`. */
export function viewProgress(state: ProgressState, nowMs: number): ProgressView {
  const { status } = state
  const [completed, failed, waiting] = [status?.completed ?? 0, status?.failed ?? 0, status?.pending ?? 0]
  const limit = status?.limit ?? 0
  const known = (status?.total ?? 0) + waiting
  return {
    url: state.url,
    phase: phaseOf(state, nowMs),
    limit,
    completed,
    failed,
    waiting,
    inFlight: status?.inFlight ?? 0,
    done: completed + failed,
    goal: limit > 0 ? Math.min(limit, known) : known,
    ratePerSec: ratePerSec(state, nowMs),
    elapsedSecs: (nowMs - state.startedMs) / 1_000,
    currentUrl: state.currentUrl,
  }
}

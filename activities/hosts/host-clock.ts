/**
 * Pacing state of one host over all slices of a job: two clocks, and the load the host has been shown to bear.
 *
 * Slices raise the concurrency additively and lower it multiplicatively; their reports are merged into the state of the
 * host here. A host that throttles also teaches a rate: the number of answers from the end of one pause to the end of
 * the next, per unit of time. When it is asked slightly more slowly than that, it does not need to throttle again.
 *
 * A pause is the period for which a throttled host has to be left alone.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'
import { clamp } from '@seine/shared/values/clamp.ts'

/** The window a rate is learned from: answers between two pauses of the host. */
interface RateWindow {
  startMs: number
  answers: number
  /** End of the rest that closes the window; null while the host answers. */
  endMs: number | null
}

/** What the slices of a job found of the robots.txt of one origin; times as in `HostClock`. */
export interface RobotsReads {
  /** Time of a recent slice that read it; null before the first. */
  readAtMs: number | null
  /** Start of the period in which it could not be read; null if none exists. */
  unreadSinceMs: number | null
}

/** Plain JSON; times are epoch milliseconds by the workflow's clock. */
export interface HostClock {
  finishedPages: number
  /** Pages that the host answered per second in its last slice over HTTP; null before the first. */
  pagesPerSec: number | null
  /** Of the finished pages, those that a browser loaded, and pages answered per second in the last browser slice. */
  browserPages: number
  browserPagesPerSec: number | null
  /** Number of pages in flight the host bears, over all slices. */
  concurrency: number
  /** Starts per second the host bears; null while it has never throttled. */
  startsPerSec: number | null
  /** True when the rate was learned from enough answers to be close to what the host bears. */
  isRateSettled: boolean
  window: RateWindow | null
  /** Reactive clock: end of the rest that the host asked for. */
  backOffUntilMs: number
  /** Intended length of the last pause, milliseconds; 0 before the first. */
  restMs: number
  /** Consecutive pauses without an answer in between; each doubles the next when the host names none. */
  rests: number
  /** True when the host name could not be resolved, twice, and the host never answered. */
  isDead: boolean
  /** True once a warning has reported that its waiting pages were failed. */
  isGivenUp: boolean
  /** Start of the period in which the host has throttled without a single answer; null if none exists. */
  stalledSinceMs: number | null
  /** Reads of robots.txt by the scheme of the origin (`https:`), because each origin of the host has its own. */
  robots: Readonly<Record<string, RobotsReads>>
  /** From robots.txt; null when none is declared or it is not known yet. */
  crawlDelayMs: number | null
  /** Proactive clock: end of the crawl-delay, or of the time between two starts, after the last page. */
  nextTurnMs: number
}

/** A clock as stored in generations: older ones do not distinguish lanes. */
export type StoredHostClock = Omit<HostClock, 'browserPages' | 'browserPagesPerSec' | 'isGivenUp' | 'robots'> &
  Partial<HostClock>

/** Returns the clock of a host that nothing is known about. */
export const newHostClock = (): HostClock => ({
  finishedPages: 0,
  pagesPerSec: null,
  browserPages: 0,
  browserPagesPerSec: null,
  concurrency: frontierLimits.hostConcurrencyStart,
  startsPerSec: null,
  isRateSettled: false,
  window: null,
  backOffUntilMs: 0,
  restMs: 0,
  rests: 0,
  isDead: false,
  isGivenUp: false,
  stalledSinceMs: null,
  robots: {},
  crawlDelayMs: null,
  nextTurnMs: 0,
})

/** Earliest time the host may be asked again, by both clocks. */
export const notBeforeMs = ({ backOffUntilMs, nextTurnMs }: HostClock): number => Math.max(backOffUntilMs, nextTurnMs)

/** True when starts have to be spaced, which only works with a single slice. */
export const isSpaced = ({ crawlDelayMs, startsPerSec }: HostClock): boolean =>
  crawlDelayMs !== null || startsPerSec !== null

/**
 * Returns the share of a host for one of `slots` slices.
 * @param slots number of slices that may request the host at once.
 */
export function shareOf(host: string, clock: HostClock, slots: number): HostShare {
  return {
    host,
    concurrency: Math.max(1, Math.floor(clock.concurrency / slots)),
    concurrencyMax: Math.max(1, Math.floor(frontierLimits.hostConcurrencyMax / slots)),
    startsPerSec: clock.startsPerSec === null ? null : clock.startsPerSec / slots,
    rateRaisePerSec: rateRaisePerSec(clock),
    crawlDelayMs: clock.crawlDelayMs,
  }
}

/** Inputs of a clock update besides the report of the slice. */
export interface ClockedSlice {
  lane: Lane
  granted: number
  finished: number
  nowMs: number
  jitter: number
}

/**
 * Returns the clock after a slice. Rests, rates and spacing belong to the host, whichever lane loaded its pages.
 * @param granted concurrency of the slice's share.
 * @param finished pages of the host that the slice brought to an end.
 * @param jitter 0 to 1: varies pauses that the host did not name by a quarter either way.
 */
export function afterSlice(
  clock: HostClock,
  report: HostReport,
  { lane, granted, finished, nowMs, jitter }: ClockedSlice,
): HostClock {
  const { answered, throttled, elapsedMs } = report
  const crawlDelayMs = report.crawlDelayMs ?? clock.crawlDelayMs
  const wasRequested = answered + throttled + report.unreachable > 0
  const window = !wasRequested ? clock.window : widened(clock.window, nowMs - elapsedMs, answered)
  const startsPerSec = raised(clock, elapsedMs)
  const turnMs = Math.max(crawlDelayMs ?? 0, startsPerSec === null ? 0 : 1_000 / startsPerSec)
  const next: HostClock = {
    ...clock,
    finishedPages: clock.finishedPages + finished,
    ...answersOf(clock, report, lane),
    browserPages: clock.browserPages + (lane === 'browser' ? finished : 0),
    concurrency: clamp(clock.concurrency + report.concurrency - granted, 1, frontierLimits.hostConcurrencyMax),
    startsPerSec,
    window,
    rests: answered > 0 ? 0 : clock.rests,
    stalledSinceMs: answered > 0 ? null : clock.stalledSinceMs,
    crawlDelayMs,
    backOffUntilMs: Math.max(clock.backOffUntilMs, report.restMs === undefined ? 0 : nowMs + report.restMs),
    nextTurnMs: wasRequested ? Math.max(clock.nextTurnMs, nowMs + turnMs) : clock.nextTurnMs,
  }
  return throttled === 0 ? next : rested(next, report, nowMs, jitter)
}

/** Updates the number of pages the host answers per second in a lane. */
function answersOf(
  { pagesPerSec, browserPagesPerSec }: HostClock,
  { answered, elapsedMs, silentMs = 0 }: HostReport,
  lane: Lane,
): Pick<HostClock, 'pagesPerSec' | 'browserPagesPerSec'> {
  if (answered === 0) return { pagesPerSec, browserPagesPerSec }
  // Silence before a repeat says nothing about how many pages the host serves.
  const perSec = answered / Math.max(0.001, (elapsedMs - silentMs) / 1_000)
  return lane === 'http' ? { pagesPerSec: perSec, browserPagesPerSec } : { pagesPerSec, browserPagesPerSec: perSec }
}

/** Returns the clock after the host has throttled a slice. */
function rested(clock: HostClock, report: HostReport, nowMs: number, jitter: number): HostClock {
  // Another slice in flight reports the same refusal, not one at the rate learned since.
  const isSame = clock.window !== null && clock.window.endMs !== null
  const rests = isSame ? Math.max(0, clock.rests - 1) : clock.rests
  const pauseMs = report.retryAfterMs ?? unnamedPauseMs(rests, jitter)
  const untilMs = Math.max(clock.backOffUntilMs, nowMs + Math.max(0, pauseMs - (report.throttledAgoMs ?? 0)))
  const window = clock.window === null ? null : { ...clock.window, endMs: Math.max(clock.window.endMs ?? 0, untilMs) }
  const learned = learnedRate(window)
  return {
    ...clock,
    startsPerSec: isSame
      ? (learned ?? clock.startsPerSec)
      : rateAfterPause(clock.startsPerSec, learned, report.answered),
    // A second refusal has given an upper bound of the rate.
    isRateSettled: (!isSame && clock.startsPerSec !== null) || (window?.answers ?? 0) >= frontierLimits.rateAnswersMin,
    window,
    backOffUntilMs: untilMs,
    restMs: pauseMs,
    rests: rests + 1,
    stalledSinceMs: report.answered > 0 ? null : (clock.stalledSinceMs ?? nowMs),
  }
}

/** A rate learned from a short window may be far too low: a rate that brought answers falls only by steps. */
function rateAfterPause(rate: number | null, learned: number | null, answered: number): number | null {
  if (rate === null) return learned
  const { rateFallFactor, rateRefusedFactor } = frontierLimits
  return Math.max(answered === 0 ? 0 : (learned ?? 0), rate * (answered === 0 ? rateRefusedFactor : rateFallFactor))
}

/** Adds answers to the window they belong to: the open one, or a new one after a pause. */
function widened(window: RateWindow | null, startMs: number, answers: number): RateWindow {
  if (window === null || (window.endMs !== null && startMs >= window.endMs)) return { startMs, answers, endMs: null }
  return { ...window, startMs: Math.min(window.startMs, startMs), answers: window.answers + answers }
}

function learnedRate(window: RateWindow | null): number | null {
  if (window === null || window.endMs === null || window.answers === 0) return null
  return (frontierLimits.rateSafetyShare * window.answers * 1_000) / Math.max(1, window.endMs - window.startMs)
}

/** Returns the rate after a slice: the slice itself raises it in the same way. */
const raised = (clock: HostClock, elapsedMs: number): number | null =>
  clock.startsPerSec === null ? null : clock.startsPerSec * (1 + (rateRaisePerSec(clock) * elapsedMs) / 1_000)

/**
 * The longer the rest that one refusal causes, the more slowly the rate is raised. It is raised quickly while it is
 * based on few answers, which usually yields a rate far too low.
 */
function rateRaisePerSec({ isRateSettled, restMs }: HostClock): number {
  const { rateRaiseMinPerSec, rateRaiseMaxPerSec, rateRaisePerPause, rateSearchPerPause } = frontierLimits
  const perPause = isRateSettled ? rateRaisePerPause : rateSearchPerPause
  return clamp((perPause * 1_000) / Math.max(1, restMs), rateRaiseMinPerSec, rateRaiseMaxPerSec)
}

/** Returns the pause for a host that names none, in milliseconds: doubling, with jitter. */
function unnamedPauseMs(rests: number, jitter: number): number {
  const { throttleBackoffMs, throttleBackoffMaxMs, retryJitterShare } = frontierLimits
  return Math.min(throttleBackoffMaxMs, throttleBackoffMs * 2 ** rests) * (1 + retryJitterShare * (2 * jitter - 1))
}

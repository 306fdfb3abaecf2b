/**
 * Pacing of one host over all slices of a job: two clocks, and how much the host has shown to bear.
 *
 * Concurrency rises additively and falls multiplicatively inside the slices; here their findings
 * become the host's. A host that throttles teaches a rate as well: what it answered from the end of
 * one rest to the end of the next. Asked a little slower than that, it need not refuse again.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'

/** What a rate is learned from: answers between two rests of the host. */
interface RateWindow {
  startMs: number
  answers: number
  /** End of the rest that ended the window; null while the host answers. */
  endMs: number | null
}

/** Plain JSON; times are epoch milliseconds by the workflow's clock. */
export interface HostClock {
  finishedPages: number
  /** Pages the host answered per second in its last slice over HTTP; null before the first. */
  pagesPerSec: number | null
  /** Of those finished, pages that a browser loaded, and how many a second in its last slice. */
  browserPages: number
  browserPagesPerSec: number | null
  /** Pages in flight it bears, over all slices. */
  concurrency: number
  /** Starts per second it bears; null while it has never throttled. */
  startsPerSec: number | null
  /** Whether the rate was learned from enough answers to be near what the host bears. */
  isRateSettled: boolean
  window: RateWindow | null
  /** Reactive clock: the host asked to be left alone until then. */
  backOffUntilMs: number
  /** How long the last rest was meant to be, milliseconds; 0 before the first. */
  restMs: number
  /** Rests in a row that no answer came between; each doubles the pause where the host names none. */
  rests: number
  /** True when its name could not be resolved, twice, and it never answered. */
  isDead: boolean
  /** True once a warning has said that its waiting pages were failed. */
  isGivenUp: boolean
  /** Since when it has refused without a single answer; null when all is well. */
  stalledSinceMs: number | null
  /** From robots.txt; null when it has none, or it is not known yet. */
  crawlDelayMs: number | null
  /** Proactive clock: the crawl-delay, or the time between two starts, ends then after the last page. */
  nextTurnMs: number
}

/** A clock as generations have it: older ones do not tell lanes apart. */
export type StoredHostClock = Omit<HostClock, 'browserPages' | 'browserPagesPerSec' | 'isGivenUp'> & Partial<HostClock>

/** A host nothing is known of. */
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
  crawlDelayMs: null,
  nextTurnMs: 0,
})

/** When the host may be asked again, by both clocks. */
export const notBeforeMs = ({ backOffUntilMs, nextTurnMs }: HostClock): number => Math.max(backOffUntilMs, nextTurnMs)

/** True when starts have to be spaced, which one slice alone can see to. */
export const isSpaced = ({ crawlDelayMs, startsPerSec }: HostClock): boolean =>
  crawlDelayMs !== null || startsPerSec !== null

/**
 * The share of a host that one of `slots` slices gets.
 * @param slots slices that may ask the host at once.
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

/** What a clock moves by besides the report of the slice. */
export interface ClockedSlice {
  lane: Lane
  granted: number
  finished: number
  nowMs: number
  jitter: number
}

/**
 * The clock after a slice. Rests, rates and spacing are those of the host, whoever loaded its pages.
 * @param granted concurrency of the slice's share.
 * @param finished pages of the host that the slice brought to an end.
 * @param jitter 0 to 1: spreads pauses the host did not name by a quarter either way.
 */
export function afterSlice(
  clock: HostClock,
  report: HostReport,
  { lane, granted, finished, nowMs, jitter }: ClockedSlice,
): HostClock {
  const { answered, throttled, elapsedMs } = report
  const crawlDelayMs = report.crawlDelayMs ?? clock.crawlDelayMs
  const asked = answered + throttled + report.unreachable > 0
  const window = !asked ? clock.window : widened(clock.window, nowMs - elapsedMs, answered)
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
    nextTurnMs: asked ? Math.max(clock.nextTurnMs, nowMs + turnMs) : clock.nextTurnMs,
  }
  return throttled === 0 ? next : rested(next, report, nowMs, jitter)
}

/** How quickly the host answers in a lane. */
function answersOf(
  { pagesPerSec, browserPagesPerSec }: HostClock,
  { answered, elapsedMs }: HostReport,
  lane: Lane,
): Pick<HostClock, 'pagesPerSec' | 'browserPagesPerSec'> {
  if (answered === 0) return { pagesPerSec, browserPagesPerSec }
  const perSec = answered / Math.max(0.001, elapsedMs / 1_000)
  return lane === 'http' ? { pagesPerSec: perSec, browserPagesPerSec } : { pagesPerSec, browserPagesPerSec: perSec }
}

/** The host asked to be left alone. */
function rested(clock: HostClock, report: HostReport, nowMs: number, jitter: number): HostClock {
  // Another slice that was under way tells of the same refusal, not of one at the rate learned since.
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
      : rateAfterRest(clock.startsPerSec, learned, report.answered),
    // A second refusal has shown the bound from above.
    isRateSettled: (!isSame && clock.startsPerSec !== null) || (window?.answers ?? 0) >= frontierLimits.rateAnswersMin,
    window,
    backOffUntilMs: untilMs,
    restMs: pauseMs,
    rests: rests + 1,
    stalledSinceMs: report.answered > 0 ? null : (clock.stalledSinceMs ?? nowMs),
  }
}

/** What was learned from a short window can be far too little: a rate that brought answers falls by steps. */
function rateAfterRest(rate: number | null, learned: number | null, answered: number): number | null {
  if (rate === null) return learned
  const { rateFallFactor, rateRefusedFactor } = frontierLimits
  return Math.max(answered === 0 ? 0 : (learned ?? 0), rate * (answered === 0 ? rateRefusedFactor : rateFallFactor))
}

/** Adds answers to the window they fall into: the one that goes on, or a new one after a rest. */
function widened(window: RateWindow | null, startMs: number, answers: number): RateWindow {
  if (window === null || (window.endMs !== null && startMs >= window.endMs)) return { startMs, answers, endMs: null }
  return { ...window, startMs: Math.min(window.startMs, startMs), answers: window.answers + answers }
}

function learnedRate(window: RateWindow | null): number | null {
  if (window === null || window.endMs === null || window.answers === 0) return null
  return (frontierLimits.rateSafetyShare * window.answers * 1_000) / Math.max(1, window.endMs - window.startMs)
}

/** What the rate has become in a slice: the slice itself raises it in the same way. */
const raised = (clock: HostClock, elapsedMs: number): number | null =>
  clock.startsPerSec === null ? null : clock.startsPerSec * (1 + (rateRaisePerSec(clock) * elapsedMs) / 1_000)

/**
 * The longer the rest that one refusal costs, the more carefully the rate is raised; boldly while it
 * was learned from a handful of answers, which is mostly far too little.
 */
function rateRaisePerSec({ isRateSettled, restMs }: HostClock): number {
  const { rateRaiseMinPerSec, rateRaiseMaxPerSec, rateRaisePerRest, rateSearchPerRest } = frontierLimits
  const perRest = isRateSettled ? rateRaisePerRest : rateSearchPerRest
  return clamp((perRest * 1_000) / Math.max(1, restMs), rateRaiseMinPerSec, rateRaiseMaxPerSec)
}

/** A pause for a host that names none: doubling, with jitter. */
function unnamedPauseMs(rests: number, jitter: number): number {
  const { throttleBackoffMs, throttleBackoffMaxMs, retryJitterShare } = frontierLimits
  return Math.min(throttleBackoffMaxMs, throttleBackoffMs * 2 ** rests) * (1 + retryJitterShare * (2 * jitter - 1))
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

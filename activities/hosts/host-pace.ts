/**
 * Rest and rate of one host over all its users. The rules are those of a job's clock (`host-clock.ts`): the time
 * between two refusals is treated here like the report of one slice there.
 *
 * Pure: the current time is passed in, epoch milliseconds.
 */
import { afterSlice, newHostClock, shareOf, type HostClock } from './host-clock.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'
import type { LearnedRate } from './host-part.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'

export class HostPace {
  #clock: HostClock = newHostClock()
  /** Answers since the last refusal to requests that started after its pause. */
  #answered = 0
  #firstStartMs: number | null = null
  #nextStartMs = -Infinity
  #learnedAtMs = 0

  get pausedUntilMs(): number {
    return this.#clock.backOffUntilMs
  }

  /** Earliest time of the next start at the learned rate. */
  get nextStartMs(): number {
    return this.#nextStartMs
  }

  /** Whether starts are spaced by a learned rate. */
  get isSpaced(): boolean {
    return this.#clock.startsPerSec !== null
  }

  /** The rate learned from refusals; null before the first refusal, and after one that came before any answer. */
  get rate(): LearnedRate | null {
    const { startsPerSec, restMs, isRateSettled: isSettled } = this.#clock
    return startsPerSec === null ? null : { startsPerSec, restMs, isSettled, learnedAtMs: this.#learnedAtMs }
  }

  /**
   * Takes over what another process has learned: a pause that ends later, a rate that is newer. A pause is not longer
   * than a host may ask for, whatever the clock says by which the processes exchange times.
   */
  adopt(restUntilMs: number, rate: LearnedRate | null, nowMs: number): void {
    const clock = this.#clock
    const pausedUntilMs = Math.min(restUntilMs, nowMs + frontierLimits.retryAfterMaxMs)
    if (rate !== null && rate.learnedAtMs > this.#learnedAtMs && !this.#isKnown(rate)) {
      const { startsPerSec, restMs, isSettled: isRateSettled, learnedAtMs } = rate
      // Requests in flight here that are refused as well report the refusal already known.
      const window = { startMs: nowMs, answers: 0, endMs: Math.max(nowMs, pausedUntilMs) }
      this.#clock = { ...clock, startsPerSec, restMs, isRateSettled, window }
      this.#learnedAtMs = learnedAtMs
      this.#answered = 0
      this.#firstStartMs = null
    }
    if (pausedUntilMs <= this.#clock.backOffUntilMs) return
    this.#clock = { ...this.#clock, backOffUntilMs: pausedUntilMs }
    this.#nextStartMs = Math.max(this.#nextStartMs, pausedUntilMs)
  }

  /** Whether a rate is already known here: other processes hand on what they learned from this process. */
  #isKnown({ startsPerSec, restMs, isSettled }: LearnedRate): boolean {
    const clock = this.#clock
    return startsPerSec === clock.startsPerSec && restMs === clock.restMs && isSettled === clock.isRateSettled
  }

  /** Records the start of a request. @param share of the host that the users of this process have, 0 to 1. */
  start(nowMs: number, share: number): void {
    this.#firstStartMs ??= nowMs
    const spacingMs = this.#spacingMs(nowMs, share)
    // A slightly late start does not delay all later starts.
    this.#nextStartMs = Math.max(this.#nextStartMs, nowMs - pacingLimits.startLatenessMaxMs) + spacingMs
  }

  /**
   * Records the end of a request.
   * @param share as in `start`: used to estimate the answers to all processes from those to this one.
   * @param jitter 0 to 1, for pauses that the host did not name.
   */
  end(sign: HostSign, startedAtMs: number, nowMs: number, share: number, jitter: number): void {
    if (sign.kind === 'answered' || sign.kind === 'overloaded') {
      if (startedAtMs >= this.#clock.backOffUntilMs) this.#answered += 1
      return
    }
    if (sign.kind !== 'throttled') return
    const { concurrency } = this.#clock
    // Started before the last pause: it repeats a refusal already known.
    const isLate = startedAtMs < this.#clock.backOffUntilMs
    const startMs = isLate ? startedAtMs : (this.#firstStartMs ?? startedAtMs)
    const report = {
      host: '',
      elapsedMs: nowMs - startMs,
      answered: isLate ? 0 : this.#answered / share,
      throttled: 1,
      unreachable: 0,
      retryAfterMs: sign.retryAfterMs,
      throttledAgoMs: 0,
      concurrency,
      crawlDelayMs: null,
    }
    this.#clock = afterSlice(this.#clock, report, { lane: 'http', granted: concurrency, finished: 0, nowMs, jitter })
    if (!isLate) {
      this.#answered = 0
      this.#firstStartMs = null
      this.#learnedAtMs = nowMs
    }
    this.#nextStartMs = this.#clock.backOffUntilMs
  }

  #spacingMs(nowMs: number, share: number): number {
    const { startsPerSec, rateRaisePerSec } = shareOf('', this.#clock, 1)
    if (startsPerSec === null) return 0
    const workSecs = (nowMs - (this.#firstStartMs ?? nowMs)) / 1_000
    return 1_000 / (startsPerSec * share * (1 + rateRaisePerSec * workSecs))
  }
}

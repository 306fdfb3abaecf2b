/**
 * Rest and rate of one host over all its users. The rules are those of a job's clock (`host-clock.ts`):
 * what a slice tells the clock of its job, the time between two refusals tells this one.
 *
 * Pure: the clock is handed in, epoch milliseconds.
 */
import { afterSlice, newHostClock, shareOf, type HostClock } from '../frontier/host-clock.ts'
import { pacingLimits } from '@seine/shared/config/limits.ts'
import type { HostSign } from '../page/host-pacer.ts'

export class HostPace {
  #clock: HostClock = newHostClock()
  /** Answers since the last refusal, to requests that started after its rest. */
  #answered = 0
  #firstStartMs: number | null = null
  #nextStartMs = -Infinity

  get restUntilMs(): number {
    return this.#clock.backOffUntilMs
  }

  /** Earliest time of the next start by the learned rate. */
  get nextStartMs(): number {
    return this.#nextStartMs
  }

  /** Whether starts are spaced by a learned rate. */
  get isSpaced(): boolean {
    return this.#clock.startsPerSec !== null
  }

  /** A request starts. @param share of the host that its users here have, 0 to 1. */
  start(nowMs: number, share: number): void {
    this.#firstStartMs ??= nowMs
    const spacingMs = this.#spacingMs(nowMs, share)
    // A start that is a little late does not delay all that come after it.
    this.#nextStartMs = Math.max(this.#nextStartMs, nowMs - pacingLimits.startLatenessMaxMs) + spacingMs
  }

  /**
   * A request has ended.
   * @param share as at `start`: answers to others are reckoned to be as many as their share.
   * @param jitter 0 to 1, for pauses that the host did not name.
   */
  end(sign: HostSign, startedAtMs: number, nowMs: number, share: number, jitter: number): void {
    if (sign.kind === 'answered' || sign.kind === 'overloaded') {
      if (startedAtMs >= this.#clock.backOffUntilMs) this.#answered += 1
      return
    }
    if (sign.kind !== 'throttled') return
    const { concurrency } = this.#clock
    // Started before the last rest: it repeats the refusal that is known already.
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

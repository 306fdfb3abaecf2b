/**
 * When a slice may ask one host for its next page: additive increase and multiplicative decrease
 * of the pages in flight, spacing of starts, and rest for a host that asks for it.
 *
 * Pure: the clock is handed in, in milliseconds of any monotonic clock.
 */
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'

export class HostPacer {
  readonly #share: HostShare
  #limit: number
  #crawlDelayMs: number | null
  #started = 0
  #inFlight = 0
  /** Number of the first page that was started since concurrency fell last. */
  #roundStart = 0
  #steadyUntilMs = -Infinity
  #nextStartMs = -Infinity
  #firstStartMs: number | null = null
  #lastStartMs = -Infinity
  #lastEndMs = 0
  #answered = 0
  #unreachable = 0
  #throttled = 0
  #throttledAtMs: number | null = null
  #retryAfterMs: number | null = null

  constructor(share: HostShare) {
    this.#share = share
    this.#limit = Math.max(1, share.concurrency)
    this.#crawlDelayMs = share.crawlDelayMs
  }

  /** True once the host has asked for rest: nothing more is started in this slice. */
  get isThrottled(): boolean {
    return this.#throttled > 0
  }

  /** True while the next page has to wait for the end of another. */
  get isFull(): boolean {
    return this.#inFlight >= this.#width
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Earliest time of the next start; in the past when nothing but `isFull` may be in its way. */
  get nextStartMs(): number {
    return this.#nextStartMs
  }

  /** Takes on a crawl-delay of robots.txt; of several (one per origin of the host) the longest. */
  bindCrawlDelay(delayMs: number | null): void {
    if (delayMs === null) return
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs ?? 0, delayMs)
    this.#nextStartMs = Math.max(this.#nextStartMs, this.#lastStartMs + this.#crawlDelayMs)
  }

  /**
   * A page starts.
   * @returns its number, to be handed back at its end.
   */
  start(nowMs: number): number {
    this.#nextStartMs = this.#startAfter(nowMs)
    this.#firstStartMs ??= nowMs
    this.#lastStartMs = nowMs
    this.#inFlight += 1
    this.#started += 1
    return this.#started - 1
  }

  /** Least time between two requests to the host at a time, milliseconds; 0 where they need not be apart. */
  spacingMs(nowMs: number): number {
    return Math.max(this.#crawlDelayMs ?? 0, this.#spacingMs(nowMs))
  }

  /** The host is asked once more for a page in flight: the next start is as far from this as from any other. */
  repeat(nowMs: number): void {
    this.#nextStartMs = this.#startAfter(nowMs)
    this.#lastStartMs = nowMs
  }

  /** A page ends. @param page the number `start` gave it. */
  end(page: number, sign: HostSign, nowMs: number): void {
    const wasUsed = this.#inFlight * 2 > this.#limit
    this.#inFlight -= 1
    if (sign.kind === 'none') return
    this.#lastEndMs = nowMs
    switch (sign.kind) {
      case 'answered':
        this.#answered += 1
        // What is not made use of says nothing about how much more the host could bear.
        if (wasUsed && page >= this.#roundStart && nowMs >= this.#steadyUntilMs) this.#rise()
        return
      case 'throttled':
        this.#throttled += 1
        this.#rest(sign.retryAfterMs, nowMs)
        break
      case 'overloaded':
        this.#answered += 1
        break
      case 'unreachable':
        this.#unreachable += 1
        break
      default:
        sign satisfies never
    }
    // Pages that were in flight at the last fall say nothing about what is asked of the host since.
    if (page >= this.#roundStart) this.#fall(pacingLimits.faultFallFactor)
  }

  /** This process cannot keep up: fewer pages at a time, at most once an interval. */
  slowDown(nowMs: number): void {
    if (nowMs < this.#steadyUntilMs) return
    this.#steadyUntilMs = nowMs + pacingLimits.lagFallIntervalMs
    this.#fall(pacingLimits.lagFallFactor)
  }

  /** What the slice has seen of the host so far. */
  report(nowMs: number): HostReport {
    return {
      host: this.#share.host,
      elapsedMs: this.#firstStartMs === null ? 0 : Math.round(Math.max(0, this.#lastEndMs - this.#firstStartMs)),
      answered: this.#answered,
      throttled: this.#throttled,
      unreachable: this.#unreachable,
      retryAfterMs: this.#retryAfterMs,
      throttledAgoMs: this.#throttledAtMs === null ? null : Math.round(nowMs - this.#throttledAtMs),
      concurrency: this.#width,
      crawlDelayMs: this.#crawlDelayMs,
    }
  }

  /** Pages in flight at most. A crawl-delay keeps requests apart in whole: one has to end first. */
  get #width(): number {
    return this.#crawlDelayMs === null ? Math.floor(this.#limit) : 1
  }

  /** One page more for every round trip of as many pages as are in flight. */
  #rise(): void {
    this.#limit = Math.min(Math.max(this.#limit, this.#share.concurrencyMax), this.#limit + 1 / this.#limit)
  }

  /** Of several answers that ask for rest the one counts that asks for most of it. */
  #rest(retryAfterMs: number | null, nowMs: number): void {
    const untilMs = this.#throttledAtMs === null ? -Infinity : this.#throttledAtMs + (this.#retryAfterMs ?? 0)
    if (nowMs + (retryAfterMs ?? 0) < untilMs) return
    this.#throttledAtMs = nowMs
    this.#retryAfterMs = retryAfterMs
  }

  #fall(factor: number): void {
    this.#limit = Math.max(1, this.#limit * factor)
    this.#roundStart = this.#started
  }

  /** When the start after one at `nowMs` is due, by whichever of the two clocks is slower. */
  #startAfter(nowMs: number): number {
    const spacingMs = this.#spacingMs(nowMs)
    const delayMs = this.#crawlDelayMs ?? 0
    if (delayMs >= spacingMs) return nowMs + delayMs
    // A start that is a little late does not delay all that come after it.
    const dueMs = this.#started === 0 ? nowMs : Math.max(this.#nextStartMs, nowMs - pacingLimits.startLatenessMaxMs)
    return dueMs + spacingMs
  }

  /** Milliseconds between two starts at the host's rate, which is raised bit by bit while all goes well. */
  #spacingMs(nowMs: number): number {
    const { startsPerSec, rateRaisePerSec } = this.#share
    if (startsPerSec === null) return 0
    const workSecs = (nowMs - (this.#firstStartMs ?? nowMs)) / 1_000
    return 1_000 / (startsPerSec * (1 + rateRaisePerSec * workSecs))
  }
}

/**
 * Decides when a slice may request its next page from a host: additive increase and multiplicative decrease of the
 * pages in flight, spacing of starts, and a pause when the host asks for one.
 *
 * Pure: the current time is passed in, in milliseconds of any monotonic clock.
 */
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'
import type { HostReport, HostShare } from '@seine/shared/pages/slice-shapes.ts'

export class HostPacer {
  readonly #share: HostShare
  /** Pages in flight that the host can bear, as far as this slice knows. */
  #limit: number
  /** Pages in flight that this process can bear, at most `#limit`. It is no fact of the host, and not reported. */
  #own: number
  #crawlDelayMs: number | null
  #started = 0
  #inFlight = 0
  /** Number of the first page started since the host's limit last fell, and since any of the two limits did. */
  #hostRoundStart = 0
  #roundStart = 0
  #steadyUntilMs = -Infinity
  #nextStartMs = -Infinity
  #firstStartMs: number | null = null
  #lastStartMs = -Infinity
  #lastEndMs = 0
  /** Time in which the host was silent until a request was repeated, and the end of the last such time. */
  #silentMs = 0
  #silentUntilMs = -Infinity
  #answered = 0
  #unreachable = 0
  #throttled = 0
  #throttledAtMs: number | null = null
  #retryAfterMs: number | null = null

  constructor(share: HostShare) {
    this.#share = share
    this.#limit = Math.max(1, share.concurrency)
    this.#own = this.#limit
    this.#crawlDelayMs = share.crawlDelayMs
  }

  /** True once the host has throttled: no further page is started in this slice. */
  get isThrottled(): boolean {
    return this.#throttled > 0
  }

  /** True while the next page has to wait for the end of another one. */
  get isFull(): boolean {
    return this.#inFlight >= this.#whole(this.#own)
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** Earliest time of the next start; in the past when at most `isFull` prevents it. */
  get nextStartMs(): number {
    return this.#nextStartMs
  }

  /** Applies a crawl-delay from robots.txt; of several (one per origin of the host) the longest counts. */
  bindCrawlDelay(delayMs: number | null): void {
    if (delayMs === null) return
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs ?? 0, delayMs)
    this.#nextStartMs = Math.max(this.#nextStartMs, this.#lastStartMs + this.#crawlDelayMs)
  }

  /**
   * Records the start of a page.
   * @returns its number, to be passed to `end`.
   */
  start(nowMs: number): number {
    this.#nextStartMs = this.#startAfter(nowMs)
    this.#firstStartMs ??= nowMs
    this.#lastStartMs = nowMs
    this.#inFlight += 1
    this.#started += 1
    return this.#started - 1
  }

  /** Minimum time between two requests to the host, milliseconds; 0 when they need no spacing. */
  spacingMs(nowMs: number): number {
    return Math.max(this.#crawlDelayMs ?? 0, this.#spacingMs(nowMs))
  }

  /**
   * Records that the host is requested once more for a page in flight: the next start is spaced from it as from any
   * other.
   * @param silentMs how long the host was silent before, milliseconds. That time says nothing about how many pages it
   *   serves.
   */
  repeat(nowMs: number, silentMs = 0): void {
    this.#silentMs += Math.max(0, nowMs - Math.max(nowMs - silentMs, this.#silentUntilMs))
    this.#silentUntilMs = Math.max(this.#silentUntilMs, nowMs)
    this.#nextStartMs = this.#startAfter(nowMs)
    this.#lastStartMs = nowMs
  }

  /** Records the end of a page. @param page the number that `start` returned. */
  end(page: number, sign: HostSign, nowMs: number): void {
    const wasUsed = this.#inFlight * 2 > this.#own
    this.#inFlight -= 1
    if (sign.kind === 'none') return
    this.#lastEndMs = nowMs
    switch (sign.kind) {
      case 'answered':
        this.#answered += 1
        // When the limit was not used, the answer does not show whether the host could bear more.
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
    // Pages in flight at the last decrease say nothing about the load on the host since.
    if (page >= this.#hostRoundStart) this.#fall()
  }

  /** Lowers the pages in flight because this process cannot keep up, at most once per interval. */
  slowDown(nowMs: number): void {
    if (nowMs < this.#steadyUntilMs) return
    this.#steadyUntilMs = nowMs + pacingLimits.lagFallIntervalMs
    this.#own = Math.max(1, this.#own * pacingLimits.lagFallFactor)
    this.#roundStart = this.#started
  }

  /** Returns what the slice has observed of the host so far. */
  report(nowMs: number): HostReport {
    return {
      host: this.#share.host,
      elapsedMs: this.#firstStartMs === null ? 0 : Math.round(Math.max(0, this.#lastEndMs - this.#firstStartMs)),
      ...(this.#silentMs === 0 ? {} : { silentMs: Math.round(this.#silentMs) }),
      answered: this.#answered,
      throttled: this.#throttled,
      unreachable: this.#unreachable,
      retryAfterMs: this.#retryAfterMs,
      throttledAgoMs: this.#throttledAtMs === null ? null : Math.round(nowMs - this.#throttledAtMs),
      concurrency: this.#whole(this.#limit),
      crawlDelayMs: this.#crawlDelayMs,
    }
  }

  /**
   * Returns the maximum number of pages in flight for a limit. With a crawl-delay whole requests are spaced: one has to
   * end before the next.
   */
  #whole(pages: number): number {
    return this.#crawlDelayMs === null ? Math.floor(pages) : 1
  }

  /** Raises the pages in flight by one per round of as many answers; the host's limit only when the process uses it. */
  #rise(): void {
    if (this.#own < this.#limit) {
      this.#own = Math.min(this.#limit, this.#own + 1 / this.#own)
      return
    }
    this.#limit = Math.min(Math.max(this.#limit, this.#share.concurrencyMax), this.#limit + 1 / this.#limit)
    this.#own = this.#limit
  }

  /** Of several answers that ask for a pause, the one whose pause ends last counts. */
  #rest(retryAfterMs: number | null, nowMs: number): void {
    const untilMs = this.#throttledAtMs === null ? -Infinity : this.#throttledAtMs + (this.#retryAfterMs ?? 0)
    if (nowMs + (retryAfterMs ?? 0) < untilMs) return
    this.#throttledAtMs = nowMs
    this.#retryAfterMs = retryAfterMs
  }

  /** Lowers the host's limit from what is in flight now, which may be less when the process is behind. */
  #fall(): void {
    this.#limit = Math.max(1, this.#own * pacingLimits.faultFallFactor)
    this.#own = this.#limit
    this.#hostRoundStart = this.#started
    this.#roundStart = this.#started
  }

  /** Earliest time of the start after one at `nowMs`, by the slower of crawl-delay and rate. */
  #startAfter(nowMs: number): number {
    const spacingMs = this.#spacingMs(nowMs)
    const delayMs = this.#crawlDelayMs ?? 0
    if (delayMs >= spacingMs) return nowMs + delayMs
    // A slightly late start does not delay all later starts.
    const dueMs = this.#started === 0 ? nowMs : Math.max(this.#nextStartMs, nowMs - pacingLimits.startLatenessMaxMs)
    return dueMs + spacingMs
  }

  /** Milliseconds between two starts at the host's rate, which rises with the time worked without a refusal. */
  #spacingMs(nowMs: number): number {
    const { startsPerSec, rateRaisePerSec } = this.#share
    if (startsPerSec === null) return 0
    const workSecs = (nowMs - (this.#firstStartMs ?? nowMs)) / 1_000
    return 1_000 / (startsPerSec * (1 + rateRaisePerSec * workSecs))
  }
}

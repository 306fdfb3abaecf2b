/**
 * Detects stalls of a slice: when none of its pages has made progress for the job's heartbeat timeout, loads that wait
 * without receiving anything are aborted (cut) and repeated as soon as the pacing of their host allows it.
 *
 * A slow site does not fail because of this: a page is cut only a few times, its last load gets the page's full
 * timeout, and later loads may stay silent for `stallLimits.longestFactor` times the longest silence that has ended in
 * an answer so far.
 *
 * No side effects except the callbacks: the clock is passed in, in milliseconds of any monotonic clock.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { stallLimits } from './stall-limits.ts'
import type { LoadWatch, PageStalls, SiteWait } from '@seine/shared/pages/load-watch.ts'

/** A page whose loads may be cut. */
export interface StallingPage {
  /** Timeout of one load, milliseconds: a silence of that length is ended by the load itself. */
  timeoutMs: number
  /** How many loads may be cut; 0 for a page that must not be requested twice. */
  cutsMax: number
  /** Returns the minimum time between two requests to the host, milliseconds. */
  spacingMs: () => number
  /** Returns false while the host has asked for a pause in requests. */
  mayRepeat: () => boolean
  /**
   * Called when a load was cut.
   * @param lostMs time since that load began, milliseconds.
   * @returns how long to wait before the load is repeated, milliseconds.
   */
  onCut: (lostMs: number) => number
}

interface Wait {
  page: StallingPage
  /** Loads of the page that were cut before. */
  cuts: number
  receivedAtMs: number
  cut: () => void
}

export class SliceStalls {
  readonly #timeoutMs: number
  readonly #now: () => number
  readonly #waits = new Set<Wait>()
  #movedAtMs: number
  /** The longest silence so far that ended in an answer, milliseconds. */
  #longestMs = 0
  #count: number

  /**
   * @param timeoutMs time without progress after which the slice counts as stalled, milliseconds.
   * @param count stalls in earlier attempts at the slice.
   */
  constructor(timeoutMs: number, now: () => number, count = 0) {
    this.#timeoutMs = timeoutMs
    this.#now = now
    this.#movedAtMs = now()
    this.#count = count
  }

  /** Number of loads of the slice that were cut. */
  get count(): number {
    return this.#count
  }

  /** Returns the time since the last progress, milliseconds. */
  idleMs(): number {
    return this.#now() - this.#movedAtMs
  }

  /** Records progress: a page has ended or has received data. */
  moved(): void {
    this.#movedAtMs = this.#now()
  }

  /** Cuts silent loads when there was no progress for the timeout. Called periodically. */
  check(): void {
    const nowMs = this.#now()
    if (nowMs - this.#movedAtMs < this.#timeoutMs) return
    for (const wait of this.#waits) {
      if (nowMs - wait.receivedAtMs < this.#patienceMs(wait) || !wait.page.mayRepeat()) continue
      this.#waits.delete(wait)
      wait.cut()
    }
  }

  /** Returns the wrapper that runs the loads of one page. */
  page(page: StallingPage): PageStalls {
    let count = 0
    let lostMs = 0
    const run = async <T>(
      signal: AbortSignal,
      load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>,
    ): Promise<T> => {
      for (;;) {
        const control = new AbortController()
        // `AbortSignal.any` would cost more, and what it registers stays until the garbage collection.
        const forward = (): void => control.abort(signal.reason)
        if (signal.aborted) forward()
        else signal.addEventListener('abort', forward, { once: true })
        const beganMs = this.#now()
        const watch = { waiting: () => this.#wait(page, count, () => control.abort()) }
        try {
          return await load(control.signal, watch)
        } catch (error) {
          if (signal.aborted || !control.signal.aborted) throw error
        } finally {
          signal.removeEventListener('abort', forward)
        }
        const tookMs = this.#now() - beganMs
        count += 1
        this.#count += 1
        const waitMs = page.onCut(tookMs)
        lostMs += tookMs + waitMs
        // A load whose signal was aborted during the pause ends by itself.
        if (waitMs > 0) await sleep(waitMs, undefined, { signal }).catch(() => undefined)
      }
    }
    return {
      run,
      get count() {
        return count
      },
      get lostMs() {
        return lostMs
      },
    }
  }

  #wait(page: StallingPage, cuts: number, cut: () => void): SiteWait {
    const wait: Wait = { page, cuts, receivedAtMs: this.#now(), cut }
    if (cuts < page.cutsMax) this.#waits.add(wait)
    return {
      received: () => {
        const nowMs = this.#now()
        this.#longestMs = Math.max(this.#longestMs, nowMs - wait.receivedAtMs)
        wait.receivedAtMs = nowMs
        this.#movedAtMs = nowMs
      },
      over: () => void this.#waits.delete(wait),
    }
  }

  /** How long a load may stay silent, milliseconds; Infinity when its own timeout ends it earlier. */
  #patienceMs({ page, cuts }: Wait): number {
    const { patienceFactors, longestFactor } = stallLimits
    const factor = patienceFactors[Math.min(cuts, patienceFactors.length - 1)]!
    const patienceMs = Math.max(this.#timeoutMs * factor, this.#longestMs * longestFactor, page.spacingMs())
    return patienceMs < page.timeoutMs ? patienceMs : Infinity
  }
}

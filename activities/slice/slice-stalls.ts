/**
 * Stalls of a slice: when none of its pages has moved for the job's heartbeat timeout, loads that wait in silence
 * are cut and made again as soon as the clocks of their host allow it.
 *
 * A site that only takes long is not failed by it: a page is cut a few times at most, its last load has the whole
 * timeout of the page, and what an answer has taken is waited for from then on.
 *
 * Pure but for its callbacks: the clock is handed in, in milliseconds of any monotonic clock.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { stallLimits } from '@seine/shared/config/slice-limits.ts'
import type { LoadWatch, PageStalls, SiteWait } from '@seine/shared/pages/load-watch.ts'

/** A page whose loads may be cut. */
export interface StallingPage {
  /** Timeout of one load, milliseconds: silence as long as that is for the load itself to end. */
  timeoutMs: number
  /** Loads that may be cut; 0 for what cannot be asked for twice. */
  cutsMax: number
  /** Least time between two requests to the host, milliseconds. */
  spacingMs: () => number
  /** False while the host has asked to be left alone. */
  mayRepeat: () => boolean
  /**
   * A load was cut that had begun so long ago.
   * @returns how long to wait before it is made again. Both in milliseconds.
   */
  onCut: (lostMs: number) => number
}

interface Wait {
  page: StallingPage
  /** Loads of the page that were cut before. */
  cuts: number
  heardAtMs: number
  cut: () => void
}

export class SliceStalls {
  readonly #timeoutMs: number
  readonly #now: () => number
  readonly #waits = new Set<Wait>()
  #movedAtMs: number
  /** The longest silence that an answer has ended, milliseconds. */
  #longestMs = 0
  #count: number

  /**
   * @param timeoutMs silence of the whole slice after which it has stalled.
   * @param count stalls of earlier attempts at the slice.
   */
  constructor(timeoutMs: number, now: () => number, count = 0) {
    this.#timeoutMs = timeoutMs
    this.#now = now
    this.#movedAtMs = now()
    this.#count = count
  }

  /** Loads of the slice that were cut. */
  get count(): number {
    return this.#count
  }

  /** How long nothing has moved, milliseconds. */
  idleMs(): number {
    return this.#now() - this.#movedAtMs
  }

  /** A page has ended, or has brought something. */
  moved(): void {
    this.#movedAtMs = this.#now()
  }

  /** Cuts what is silent, if nothing has moved for the timeout. To be called now and then. */
  check(): void {
    const nowMs = this.#now()
    if (nowMs - this.#movedAtMs < this.#timeoutMs) return
    for (const wait of this.#waits) {
      if (nowMs - wait.heardAtMs < this.#patienceMs(wait) || !wait.page.mayRepeat()) continue
      this.#waits.delete(wait)
      wait.cut()
    }
  }

  /** The loads of one page. */
  page(page: StallingPage): PageStalls {
    let count = 0
    let lostMs = 0
    const run = async <T>(
      signal: AbortSignal,
      load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>,
    ): Promise<T> => {
      for (;;) {
        const control = new AbortController()
        const beganMs = this.#now()
        const watch = { waiting: () => this.#wait(page, count, () => control.abort()) }
        try {
          return await load(AbortSignal.any([signal, control.signal]), watch)
        } catch (error) {
          if (signal.aborted || !control.signal.aborted) throw error
        }
        const tookMs = this.#now() - beganMs
        count += 1
        this.#count += 1
        const waitMs = page.onCut(tookMs)
        lostMs += tookMs + waitMs
        // A load whose signal has aborted meanwhile ends by itself.
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
    const wait: Wait = { page, cuts, heardAtMs: this.#now(), cut }
    if (cuts < page.cutsMax) this.#waits.add(wait)
    return {
      heard: () => {
        const nowMs = this.#now()
        this.#longestMs = Math.max(this.#longestMs, nowMs - wait.heardAtMs)
        wait.heardAtMs = nowMs
        this.#movedAtMs = nowMs
      },
      over: () => void this.#waits.delete(wait),
    }
  }

  /** How long a load may be silent; for ever where its own timeout comes first. */
  #patienceMs({ page, cuts }: Wait): number {
    const { patienceFactors, longestFactor } = stallLimits
    const factor = patienceFactors[Math.min(cuts, patienceFactors.length - 1)]!
    const patienceMs = Math.max(this.#timeoutMs * factor, this.#longestMs * longestFactor, page.spacingMs())
    return patienceMs < page.timeoutMs ? patienceMs : Infinity
  }
}

/**
 * Crawl-delays of one host, as declared by robots.txt of each of its origins. The latest reading counts, whichever
 * process made it, so that a delay also falls when a site changes its robots.txt.
 */

export interface CrawlDelay {
  origin: string
  /** Milliseconds; 0 when robots.txt declares none. */
  delayMs: number
  /** Epoch milliseconds. */
  learnedAtMs: number
}

export class CrawlDelays {
  readonly #latest = new Map<string, CrawlDelay>()
  /** By origin: the delay that this process read last. */
  readonly #read = new Map<string, number>()
  #longestMs: number | null = null

  /** The longest delay over all origins, milliseconds; null if none exists. */
  get longestMs(): number | null {
    return this.#longestMs
  }

  list(): CrawlDelay[] {
    return [...this.#latest.values()]
  }

  /**
   * Records that this process has read robots.txt of an origin. A delay equal to the last one it read is ignored: it
   * may come from its cache, and another process may have read a different value since.
   * @returns whether the delay differs from the last one that this process read.
   */
  learn(origin: string, delayMs: number, nowMs: number): boolean {
    if (this.#read.get(origin) === delayMs) return false
    this.#read.set(origin, delayMs)
    this.#set({ origin, delayMs, learnedAtMs: nowMs })
    return true
  }

  /** Takes over delays known to another process, where they are newer. */
  adopt(delays: readonly CrawlDelay[]): void {
    for (const delay of delays) {
      const known = this.#latest.get(delay.origin)
      if (known === undefined || known.learnedAtMs < delay.learnedAtMs) this.#set(delay)
    }
  }

  #set(delay: CrawlDelay): void {
    this.#latest.set(delay.origin, delay)
    this.#longestMs = Math.max(...this.#latest.values().map(({ delayMs }) => delayMs)) || null
  }
}

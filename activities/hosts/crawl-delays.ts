/**
 * Crawl-delays of one host: what robots.txt of each of its origins asks for. The latest reading counts, whichever
 * process has made it, so that a delay also falls when a site changes its robots.txt.
 */

export interface CrawlDelay {
  origin: string
  /** 0 = robots.txt asks for none. */
  delayMs: number
  /** Epoch milliseconds. */
  learnedAtMs: number
}

export class CrawlDelays {
  readonly #latest = new Map<string, CrawlDelay>()
  /** By origin, what this process has read last. */
  readonly #read = new Map<string, number>()
  #longestMs: number | null = null

  /** The longest of the origins, milliseconds; null = none. */
  get longestMs(): number | null {
    return this.#longestMs
  }

  list(): CrawlDelay[] {
    return [...this.#latest.values()]
  }

  /**
   * This process has read robots.txt of an origin. A value that it has read before is not news: it may come from
   * its cache, and another process may have read another value since.
   * @returns whether it is news.
   */
  learn(origin: string, delayMs: number, nowMs: number): boolean {
    if (this.#read.get(origin) === delayMs) return false
    this.#read.set(origin, delayMs)
    this.#set({ origin, delayMs, learnedAtMs: nowMs })
    return true
  }

  /** Takes on what another process knows, where it is newer. */
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

/** How many sitemap files are fetched at a time. */
import { discoveryLimits } from '@seine/shared/config/frontier-limits.ts'
import type { SitemapOutcome } from './sitemap-source.ts'

/** Decides how many files are under way, by the size of those that were read: all of them are in memory. */
export class SitemapCrowd {
  #size: number
  readonly #max: number
  #largestBytes = 0

  /** @param max files at a time at most. */
  constructor(max: number) {
    this.#max = max
    this.#size = max
  }

  /** Files that may be under way now. */
  get size(): number {
    return this.#size
  }

  /** Learns of a file. An index says nothing of how large those are that it lists. */
  learn(outcome: SitemapOutcome): void {
    if (outcome.state !== 'read') return
    if (outcome.file.urls.length > 0) this.#largestBytes = Math.max(this.#largestBytes, outcome.bytes)
    const { sitemapBodiesMaxBytes, sitemapFilesUnknownInFlight } = discoveryLimits
    const fitting =
      this.#largestBytes === 0 ? sitemapFilesUnknownInFlight : Math.floor(sitemapBodiesMaxBytes / this.#largestBytes)
    this.#size = Math.max(1, Math.min(this.#max, fitting))
  }
}

/** Limits how many sitemap files are fetched at a time. */
import { discoveryLimits } from '../limits/discovery-limits.ts'
import type { SitemapOutcome } from './sitemap-source.ts'

/**
 * Decides how many files may be in flight, by the size of those already read: all files in flight are held in memory.
 */
export class SitemapConcurrency {
  #size: number
  readonly #max: number
  #largestBytes = 0

  /** @param max maximum number of files at a time. */
  constructor(max: number) {
    this.#max = max
    this.#size = max
  }

  /** Number of files that may be in flight now. */
  get size(): number {
    return this.#size
  }

  /** Adjusts the size after a file was read. The size of an index says nothing about the size of the files it lists. */
  learn(outcome: SitemapOutcome): void {
    if (outcome.state !== 'read') return
    if (outcome.file.urls.length > 0) this.#largestBytes = Math.max(this.#largestBytes, outcome.bytes)
    const { sitemapBodiesMaxBytes, sitemapFilesUnknownInFlight } = discoveryLimits
    const fitting =
      this.#largestBytes === 0 ? sitemapFilesUnknownInFlight : Math.floor(sitemapBodiesMaxBytes / this.#largestBytes)
    this.#size = Math.max(1, Math.min(this.#max, fitting))
  }
}

/**
 * Divides long work on sitemaps and links into turns of the event loop, so that heartbeats and other work can run in
 * between.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { discoveryLimits } from '../limits/discovery-limits.ts'

/** A time slice of the event loop, counted from the creation or the last `next`. */
export class LoopTurn {
  #endsAt = performance.now() + discoveryLimits.sitemapTurnMs

  /** True once the work should await `next`. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Resolves when everything else that was due has run. */
  async next(): Promise<void> {
    await nextTurn()
    this.#endsAt = performance.now() + discoveryLimits.sitemapTurnMs
  }
}

/**
 * Turns of the event loop for long work on sitemaps and links, so that heartbeats and other work get theirs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { discoveryLimits } from '@seine/shared/config/frontier-limits.ts'

/** A share of the event loop, counted from the creation or the last `next`. */
export class LoopTurn {
  #endsAt = performance.now() + discoveryLimits.sitemapTurnMs

  /** True once the work should wait for `next`. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Settles when everything else that was due has run. */
  async next(): Promise<void> {
    await nextTurn()
    this.#endsAt = performance.now() + discoveryLimits.sitemapTurnMs
  }
}

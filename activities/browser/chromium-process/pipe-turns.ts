/**
 * Shares the event loop between the browsers' messages and everything else in the process: decoding a
 * message of tens of megabytes takes a tenth of a second and more, and a page can cause one after another.
 */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export class PipeTurns {
  readonly #longBytes: number
  readonly #now: () => number
  /** Until then the long turns of before are made up for. */
  #restUntilMs = 0

  /** @param longBytes shorter messages cost nothing: others have their turns between them anyway. */
  constructor(longBytes: number = poolLimits.messageLongBytes, now = (): number => performance.now()) {
    this.#longBytes = longBytes
    this.#now = now
  }

  /**
   * How long a pipe waits before its next message, so that all pipes together take half of the time at most
   * once their messages are long.
   * @param bytes length of its last message.
   * @param tookMs what handling it took.
   */
  waitAfterMs(bytes: number, tookMs: number): number {
    if (bytes < this.#longBytes) return 0
    this.#restUntilMs = Math.max(this.#restUntilMs, this.#now()) + tookMs
    return this.#restUntilMs - this.#now()
  }
}

/** Of this process: all its pipes share one event loop. */
export const pipeTurns = new PipeTurns()

/**
 * Shares the event loop between the browsers' messages and all other work of the process: decoding a message of tens
 * of megabytes takes a tenth of a second and more, and a page can cause one after another.
 */
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export class PipePacing {
  readonly #longBytes: number
  readonly #now: () => number
  /** Until this time no long message is handled, to make up for the time of earlier ones. */
  #pauseUntilMs = 0

  /** @param longBytes shorter messages need no pause: other work runs between them anyway. */
  constructor(longBytes: number = poolLimits.messageLongBytes, now = (): number => performance.now()) {
    this.#longBytes = longBytes
    this.#now = now
  }

  /**
   * Returns how long a pipe waits before its next message, so that all pipes together use at most half of the time
   * when their messages are long.
   * @param bytes length of the pipe's last message.
   * @param tookMs how long handling it took, milliseconds.
   * @returns milliseconds.
   */
  waitAfterMs(bytes: number, tookMs: number): number {
    if (bytes < this.#longBytes) return 0
    this.#pauseUntilMs = Math.max(this.#pauseUntilMs, this.#now()) + tookMs
    return this.#pauseUntilMs - this.#now()
  }
}

/** The instance of this process: all its pipes share one event loop. */
export const pipePacing = new PipePacing()

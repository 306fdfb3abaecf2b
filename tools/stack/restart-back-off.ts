/** The delay before a part that died is restarted. */
import { stackLimits } from '../checkout/stack-limits.ts'

/** Doubles the delay at each death, and resets it after the part has run long enough. */
export class RestartBackOff {
  #deaths = 0

  /**
   * Returns the delay before the next start.
   * @param livedMs how long the process that just died had run, milliseconds.
   * @returns the delay, milliseconds.
   */
  delayAfter(livedMs: number): number {
    if (livedMs >= stackLimits.restartResetMs) this.#deaths = 0
    const delay = stackLimits.restartBackoffMs * 2 ** this.#deaths
    this.#deaths += 1
    return Math.min(delay, stackLimits.restartBackoffMaxMs)
  }
}

/** How long a part that died waits before it is started again. */
import { stackLimits } from '../../services/cli/command/cli-limits.ts'

/** Doubles from death to death, and starts over after a life that was long enough. */
export class RestartBackOff {
  #deaths = 0

  /**
   * @param livedMs how long the process that just died had run, in milliseconds.
   * @returns milliseconds to wait.
   */
  delayAfter(livedMs: number): number {
    if (livedMs >= stackLimits.restartResetMs) this.#deaths = 0
    const delay = stackLimits.restartBackoffMs * 2 ** this.#deaths
    this.#deaths += 1
    return Math.min(delay, stackLimits.restartBackoffMaxMs)
  }
}

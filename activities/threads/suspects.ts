/**
 * Work of one process that has died before, in whatever activity. It may kill the process again, and with it work that
 * only runs beside it and must not be counted as the cause.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'
import { FairSemaphore } from './fair-semaphore.ts'

export class Suspects {
  #running = 0
  readonly #turns = new FairSemaphore(1)

  /** Registers work that has died before. @returns removes it; call it once, when the work has ended. */
  enter(): () => void {
    this.#running += 1
    return () => void (this.#running -= 1)
  }

  /** Returns whether such work runs. @param own number of them that the caller itself has registered */
  areBeside(own: 0 | 1): boolean {
    return this.#running > own
  }

  /**
   * Runs work that has died before, one at a time in this process, and after all other suspected work has ended or
   * `temporalLimits.suspectsWaitMaxMs` are over. Tenants take turns.
   * @throws the reason of the signal while waiting; any error of the work.
   */
  async run<T>(signal: AbortSignal, tenant: string, work: () => Promise<T>): Promise<T> {
    let result: Promise<T> | null = null
    const inTurn = async (): Promise<void> => {
      const endsAtMs = performance.now() + temporalLimits.suspectsWaitMaxMs
      while (this.areBeside(0) && performance.now() < endsAtMs) {
        await sleep(temporalLimits.suspectsPollMs, undefined, { signal })
      }
      const leave = this.enter()
      result = work().finally(leave)
      // An attempt that Temporal has given up lets the next one work, even if it never ends.
      await untilAborted(signal, result).catch(() => undefined)
    }
    await this.#turns.run(signal, inTurn, tenant)
    return await result!
  }
}

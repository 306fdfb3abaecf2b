/**
 * How much work a schema may be filled with. It is counted, so that it ends at the same place every time;
 * the clock ends what counts for little and takes long.
 */
import { fillLimits } from '@seine/shared/config/json-limits.ts'

const cpuTimeMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export class StepBudget {
  #left: number
  #untilLook: number = fillLimits.stepsPerLook
  readonly #endsAtMs: number
  readonly #now: () => number

  /**
   * @param steps what may be taken.
   * @param timeMs CPU time of this thread from now on.
   * @param now CPU time of this thread so far, milliseconds.
   */
  constructor(steps: number, timeMs: number = fillLimits.timeMsMax, now: () => number = cpuTimeMs) {
    this.#left = steps
    this.#now = now
    this.#endsAtMs = now() + timeMs
  }

  /** @returns false when nothing is left. */
  take(steps = 1): boolean {
    this.#left -= steps
    this.#untilLook -= steps
    if (this.#untilLook <= 0) this.#look()
    return this.#left > 0
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }

  #look(): void {
    this.#untilLook = fillLimits.stepsPerLook
    if (this.#now() > this.#endsAtMs) this.#left = 0
  }
}

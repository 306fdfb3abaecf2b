/**
 * Work budget for filling a schema. Steps are counted, so that filling ends at the same place every time; a CPU time
 * limit ends work that counts few steps but takes long.
 */
import { inMilliseconds } from '../../../threads/thread-time.ts'
import { fillLimits } from '../../limits/structured-limits.ts'

const cpuTimeMs = (): number => inMilliseconds(process.threadCpuUsage())

export class StepBudget {
  #left: number
  #untilLook: number = fillLimits.stepsPerLook
  readonly #endsAtMs: number
  readonly #now: () => number

  /**
   * @param steps number of steps that may be taken.
   * @param timeMs CPU time of this thread that may be used from now on, milliseconds.
   * @param now returns the CPU time this thread has used so far, milliseconds.
   */
  constructor(steps: number, timeMs: number = fillLimits.timeMsMax, now: () => number = cpuTimeMs) {
    this.#left = steps
    this.#now = now
    this.#endsAtMs = now() + timeMs
  }

  /** Takes steps from the budget. @returns false when it is used up. */
  take(steps = 1): boolean {
    this.#left -= steps
    this.#untilLook -= steps
    if (this.#untilLook <= 0) this.#look()
    return this.#left > 0
  }

  /** True when no step is left. */
  get isSpent(): boolean {
    return this.#left <= 0
  }

  #look(): void {
    this.#untilLook = fillLimits.stepsPerLook
    if (this.#now() > this.#endsAtMs) this.#left = 0
  }
}

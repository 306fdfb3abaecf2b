/** Limits the concurrent deliveries of a process to one target, so that a slow target leaves slots to the others. */
import { deliveryLimits } from '@seine/shared/config/notify-limits.ts'

interface TargetUse {
  underWay: number
  /** When the last delivery that waits comes back, milliseconds of the monotonic clock. */
  queueEndsAtMs: number
}

export class TargetSlots {
  readonly #targets = new Map<string, TargetUse>()
  readonly #max: number
  readonly #now: () => number

  /** @param max concurrent deliveries to one target. @param now monotonic clock, milliseconds. */
  constructor(max: number = deliveryLimits.perTargetMax, now: () => number = () => performance.now()) {
    this.#max = max
    this.#now = now
  }

  /**
   * Takes a slot for a delivery.
   * @param name of the target.
   * @returns a function that releases the slot, to be called once; null when the target has no free slot.
   */
  take(name: string): (() => void) | null {
    const target = this.#use(name)
    if (target.underWay >= this.#max) return null
    target.underWay += 1
    return () => {
      target.underWay -= 1
    }
  }

  /** Returns how long a delivery without a slot waits, milliseconds: longer with each one that waits already. */
  waitMs(name: string): number {
    const { busyWaitMs, busyStepMs, busyWaitMaxMs } = deliveryLimits
    const target = this.#use(name)
    const nowMs = this.#now()
    const nextMs = Math.max(nowMs + busyWaitMs, target.queueEndsAtMs + busyStepMs)
    target.queueEndsAtMs = Math.min(nextMs, nowMs + busyWaitMaxMs)
    return Math.round(target.queueEndsAtMs - nowMs)
  }

  /** Returns the pause, milliseconds, before a delivery continues that has used its turn: short when none waits. */
  againMs(name: string): number {
    return this.#use(name).queueEndsAtMs > this.#now() ? this.waitMs(name) : deliveryLimits.againMs
  }

  #use(name: string): TargetUse {
    const target = this.#targets.get(name) ?? { underWay: 0, queueEndsAtMs: Number.NEGATIVE_INFINITY }
    this.#targets.set(name, target)
    return target
  }
}

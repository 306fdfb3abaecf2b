/** Limits the concurrent deliveries of a process to one host, so that a slow receiver uses no more than its share. */
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

interface Host {
  underWay: number
  /** When the last delivery that was turned away comes back, milliseconds of the monotonic clock. */
  queueEndsAtMs: number
}

export class ReceiverSlots {
  readonly #hosts = new Map<string, Host>()
  readonly #max: number
  readonly #now: () => number

  /** @param max concurrent deliveries to one host. @param now monotonic clock, milliseconds. */
  constructor(max: number = webhookLimits.perHostMax, now: () => number = () => performance.now()) {
    this.#max = max
    this.#now = now
  }

  /**
   * Takes a slot for a delivery.
   * @param url URL of the receiver.
   * @returns a function that releases the slot; null when the host has no free slot.
   */
  take(url: string): (() => void) | null {
    const name = hostOf(url)
    const host = this.#hosts.get(name) ?? { underWay: 0, queueEndsAtMs: 0 }
    if (host.underWay >= this.#max) return null
    this.#hosts.set(name, host)
    host.underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      host.underWay -= 1
      if (host.underWay === 0) this.#hosts.delete(name)
    }
  }

  /**
   * Returns how long a delivery without a slot waits, milliseconds. The wait grows with the number of earlier waiters,
   * so that hundreds of jobs with one hanging receiver do not poll all the time.
   */
  waitMs(url: string): number {
    const { busyWaitMs, busyStepMs, busyWaitMaxMs } = webhookLimits
    const host = this.#hosts.get(hostOf(url))
    if (host === undefined) return busyWaitMs
    const nowMs = this.#now()
    host.queueEndsAtMs = Math.min(Math.max(nowMs + busyWaitMs, host.queueEndsAtMs + busyStepMs), nowMs + busyWaitMaxMs)
    return Math.round(host.queueEndsAtMs - nowMs)
  }
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** How many deliveries to one host a process has under way: a slow receiver takes no more than its share. */
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'

interface Host {
  underWay: number
  /** When the last of those that had to stand back comes again, milliseconds of the monotonic clock. */
  queueEndsAtMs: number
}

export class ReceiverTurns {
  readonly #hosts = new Map<string, Host>()
  readonly #max: number
  readonly #now: () => number

  /** @param max deliveries to one host at a time. @param now monotonic clock, milliseconds. */
  constructor(max: number = webhookLimits.perHostMax, now: () => number = () => performance.now()) {
    this.#max = max
    this.#now = now
  }

  /**
   * Takes a turn.
   * @param url of the receiver.
   * @returns a function that gives it back; null when the host has all it may have.
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
   * How long somebody waits who had no turn, milliseconds: the longer, the more have come before, so that
   * hundreds of jobs with one receiver that hangs do not ask again all the time.
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

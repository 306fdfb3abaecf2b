/** A host of the desk with its waiting seats and its timer; decides which seats are woken when. */
import type { HostSeat, HostPermit, HostUser } from '@seine/shared/pages/host-seats.ts'
import { SharedHost, type Seat } from './shared-host.ts'

/** Maximum delay of a timer: 2^31 - 1 ms. */
const timerMaxMs = 2 ** 31 - 1

/** Options that a queue takes from its desk. */
export interface QueueOptions {
  /** Returns epoch milliseconds. */
  now: () => number
  /** Returns a number from 0 to 1; spreads pauses. */
  random: () => number
}

/** A host and the seats at it. */
export class SharedHostQueue {
  readonly host = new SharedHost()
  readonly #onFree = new Map<Seat, () => void>()
  readonly #now: () => number
  readonly #random: () => number
  #timer: NodeJS.Timeout | undefined
  /** End of the last pause that the waiting seats were woken for. */
  #pausedUntilMs = -Infinity

  constructor({ now, random }: QueueOptions) {
    this.#now = now
    this.#random = random
  }

  join(user: HostUser, onFree: () => void): HostSeat {
    const { host } = this
    const seat = host.join(user)
    this.#onFree.set(seat, onFree)
    return {
      tryStart: () => this.#start(seat),
      withdraw: () => {
        if (!seat.waiting) return
        host.withdraw(seat)
        this.wake()
      },
      pauseLeftMs: () => Math.max(0, host.pausedUntilMs - this.#now()),
      bindCrawlDelay: (origin, delayMs) => {
        // Others may now start earlier than planned. Every page binds the delay, so only a changed delay wakes them.
        if (host.bindCrawlDelay(origin, delayMs, this.#now())) this.wake()
      },
      leave: () => {
        if (!this.#onFree.delete(seat)) return
        host.leave(seat, this.#now())
        this.wake()
      },
    }
  }

  #start(seat: Seat): HostPermit | null {
    const askedMs = this.#now()
    const start = this.host.start(seat, askedMs)
    // A start also spaces the starts of all waiting seats.
    this.#setTimer(askedMs)
    if (start === null) return null
    let isOver = false
    return {
      repeat: () => {
        if (isOver) return 0
        const nowMs = this.#now()
        const atMs = this.host.repeat(start, nowMs)
        this.#setTimer(nowMs)
        return atMs - nowMs
      },
      end: (sign) => {
        if (isOver) return
        isOver = true
        this.host.end(start, sign, this.#now(), this.#random())
        this.wake()
      },
    }
  }

  /**
   * Wakes the seats that may start now, or all waiting seats when the host has asked for a pause: it may be longer than
   * they can wait.
   */
  wake(): void {
    const nowMs = this.#now()
    const { pausedUntilMs } = this.host
    const hasNewPause = pausedUntilMs > Math.max(nowMs, this.#pausedUntilMs)
    this.#pausedUntilMs = pausedUntilMs
    for (const seat of hasNewPause ? this.host.waiting : this.host.due(nowMs)) this.#onFree.get(seat)?.()
    this.#setTimer(nowMs)
  }

  /**
   * Sets the timer for the next start that the clocks of the host allow; the end of a request needs no timer.
   * @param nowMs time at which the due seats were last determined: a later time could miss a start that has fallen due
   * since.
   */
  #setTimer(nowMs: number): void {
    const waitMs = this.host.nextStartMs(nowMs) - nowMs
    if (waitMs <= 0) return
    clearTimeout(this.#timer)
    if (!this.host.hasWaiting) return
    this.#timer = setTimeout(() => this.wake(), Math.min(timerMaxMs, Math.ceil(waitMs)))
  }
}

/** A host of the desk: seats, timers, and who is woken when. */
import type { HostSeat, HostTurn, HostUser } from '@seine/shared/pages/host-seats.ts'
import { SharedHost, type Seat } from './shared-host.ts'

/** Timers hold 2^31 - 1 ms at most. */
const timerMaxMs = 2 ** 31 - 1

/** What a queue needs of its desk. */
export interface QueueOptions {
  /** Epoch milliseconds. */
  now: () => number
  /** 0 to 1, spreads pauses. */
  random: () => number
}

/** A host, and those who wait for it. */
export class HostQueue {
  readonly host = new SharedHost()
  readonly #onTurn = new Map<Seat, () => void>()
  readonly #now: () => number
  readonly #random: () => number
  #timer: NodeJS.Timeout | undefined
  /** The rest that those who wait know of. */
  #restUntilMs = -Infinity

  constructor({ now, random }: QueueOptions) {
    this.#now = now
    this.#random = random
  }

  join(user: HostUser, onTurn: () => void): HostSeat {
    const { host } = this
    const seat = host.join(user)
    this.#onTurn.set(seat, onTurn)
    return {
      tryStart: () => this.#start(seat),
      withdraw: () => {
        if (!seat.waiting) return
        host.withdraw(seat)
        this.wake()
      },
      restMs: () => Math.max(0, host.restUntilMs - this.#now()),
      bindCrawlDelay: (origin, delayMs) => {
        // Others may start earlier than they were to. Every page binds the delay: only news is worth a look.
        if (host.bindCrawlDelay(origin, delayMs, this.#now())) this.wake()
      },
      leave: () => {
        if (!this.#onTurn.delete(seat)) return
        host.leave(seat, this.#now())
        this.wake()
      },
    }
  }

  #start(seat: Seat): HostTurn | null {
    const askedMs = this.#now()
    const start = this.host.start(seat, askedMs)
    // A start spaces the starts of all who wait.
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

  /** Has those who may start now try, and all who wait when the host has asked for rest: it may be too long for them. */
  wake(): void {
    const nowMs = this.#now()
    const { restUntilMs } = this.host
    const rests = restUntilMs > Math.max(nowMs, this.#restUntilMs)
    this.#restUntilMs = restUntilMs
    for (const seat of rests ? this.host.waiting : this.host.due(nowMs)) this.#onTurn.get(seat)?.()
    this.#setTimer(nowMs)
  }

  /**
   * Only the clocks of the host need a timer; the end of a request tells by itself.
   * @param nowMs when it was last asked who may start: a later time could miss a start that has fallen due since.
   */
  #setTimer(nowMs: number): void {
    const waitMs = this.host.nextStartMs(nowMs) - nowMs
    if (waitMs <= 0) return
    clearTimeout(this.#timer)
    if (!this.host.hasWaiting) return
    this.#timer = setTimeout(() => this.wake(), Math.min(timerMaxMs, Math.ceil(waitMs)))
  }
}

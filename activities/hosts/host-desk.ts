/**
 * The host desk of a process: every page, whichever job or call it is of, gets its turn at its host here.
 * Seats that wait are woken when a turn is free; nothing polls.
 */
import type { HostSeat, HostSeats, HostTurn, HostUser } from './contract.ts'
import type { IsExempt } from './exempt-hosts.ts'
import { openSeat } from './open-seat.ts'
import { SharedHost, type Seat } from './shared-host.ts'

export interface HostDeskOptions {
  /** Epoch milliseconds; must not go back. @default the clock of the process */
  now?: () => number
  /** 0 to 1, spreads pauses. @default Math.random */
  random?: () => number
  /** Who asks a host without regard to others. @default nobody */
  isExempt?: IsExempt
}

/** Timers hold 2^31 - 1 ms at most. */
const timerMaxMs = 2 ** 31 - 1

/** A host, and those who wait for it. */
class HostQueue {
  readonly host = new SharedHost()
  readonly #onTurn = new Map<Seat, () => void>()
  readonly #now: () => number
  readonly #random: () => number
  #timer: NodeJS.Timeout | undefined

  constructor({ now, random }: Pick<Required<HostDeskOptions>, 'now' | 'random'>) {
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
        this.#wake()
      },
      restMs: () => Math.max(0, host.restUntilMs - this.#now()),
      bindCrawlDelay: (delayMs) => {
        if (delayMs !== null) host.bindCrawlDelay(delayMs)
      },
      leave: () => {
        if (!this.#onTurn.delete(seat)) return
        host.leave(seat, this.#now())
        this.#wake()
      },
    }
  }

  #start(seat: Seat): HostTurn | null {
    const start = this.host.start(seat, this.#now())
    if (start === null) {
      this.#setTimer()
      return null
    }
    let isOver = false
    return {
      end: (sign) => {
        if (isOver) return
        isOver = true
        this.host.end(start, sign, this.#now(), this.#random())
        this.#wake()
      },
    }
  }

  /** Has those who may start now try. */
  #wake(): void {
    for (const seat of this.host.due(this.#now())) this.#onTurn.get(seat)?.()
    this.#setTimer()
  }

  /** Only the clocks of the host need a timer; the end of a request tells by itself. */
  #setTimer(): void {
    const waitMs = this.host.nextStartMs() - this.#now()
    // A timer that is due at any moment has others to wake.
    if (waitMs <= 0) return
    clearTimeout(this.#timer)
    if (!this.host.hasWaiting) return
    this.#timer = setTimeout(() => this.#wake(), Math.min(timerMaxMs, Math.ceil(waitMs)))
  }
}

export class HostDesk implements HostSeats {
  readonly #options: Required<HostDeskOptions>
  /** In the order of their last joining. */
  readonly #hosts = new Map<string, HostQueue>()

  constructor({ now = monotonicNow, random = Math.random, isExempt = () => false }: HostDeskOptions = {}) {
    this.#options = { now, random, isExempt }
  }

  join(host: string, user: HostUser, onTurn: () => void): HostSeat {
    if (this.#options.isExempt(user, host)) return openSeat
    const queue = this.#hosts.get(host) ?? new HostQueue(this.#options)
    // Written again, so that the first are those unused for longest.
    this.#hosts.delete(host)
    this.#hosts.set(host, queue)
    const seat = queue.join(user, onTurn)
    this.#forget()
    return seat
  }

  #forget(): void {
    const nowMs = this.#options.now()
    for (const [name, { host }] of this.#hosts) {
      if (!host.isForgettable(nowMs)) return
      this.#hosts.delete(name)
    }
  }
}

const monotonicNow = (): number => performance.timeOrigin + performance.now()

/** Limits the concurrent work of a process for each key, such as a host, so that a slow one leaves slots to the others. */

interface KeyUse {
  underWay: number
  /** When the last work that waits comes back, milliseconds of the monotonic clock. */
  queueEndsAtMs: number
}

export interface KeyedSlotLimits {
  /** Concurrent work for one key. */
  perKeyMax: number
  /** First wait without a free slot, milliseconds. */
  busyWaitMs: number
  /** How much longer each further work waits, milliseconds. */
  busyStepMs: number
  /** Longest wait, milliseconds. */
  busyWaitMaxMs: number
}

export class KeyedSlots {
  readonly #uses = new Map<string, KeyUse>()
  readonly #limits: KeyedSlotLimits
  readonly #now: () => number

  /** @param now monotonic clock, milliseconds. */
  constructor(limits: KeyedSlotLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Returns the number of keys that are remembered: those with work under way or waiting when last looked at. */
  get size(): number {
    return this.#uses.size
  }

  /**
   * Takes a slot.
   * @returns a function that releases the slot; null when the key has no free slot.
   */
  take(key: string): (() => void) | null {
    const use = this.#use(key)
    if (use.underWay >= this.#limits.perKeyMax) return null
    use.underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      use.underWay -= 1
    }
  }

  /**
   * Returns how long work without a slot waits, milliseconds. The wait grows with the number of earlier waiters, so that
   * hundreds of them do not poll all the time.
   */
  waitMs(key: string): number {
    const { busyWaitMs, busyStepMs, busyWaitMaxMs } = this.#limits
    const use = this.#use(key)
    const nowMs = this.#now()
    const nextMs = Math.max(nowMs + busyWaitMs, use.queueEndsAtMs + busyStepMs)
    use.queueEndsAtMs = Math.min(nextMs, nowMs + busyWaitMaxMs)
    return Math.round(use.queueEndsAtMs - nowMs)
  }

  /** Returns whether work that found no free slot is still waiting. */
  hasWaiting(key: string): boolean {
    return (this.#uses.get(key)?.queueEndsAtMs ?? Number.NEGATIVE_INFINITY) > this.#now()
  }

  #use(key: string): KeyUse {
    const known = this.#uses.get(key)
    if (known !== undefined) return known
    this.#forgetIdle()
    const use = { underWay: 0, queueEndsAtMs: Number.NEGATIVE_INFINITY }
    this.#uses.set(key, use)
    return use
  }

  #forgetIdle(): void {
    const nowMs = this.#now()
    for (const [key, { underWay, queueEndsAtMs }] of this.#uses) {
      if (underWay === 0 && queueEndsAtMs <= nowMs) this.#uses.delete(key)
    }
  }
}

/** Wakes the sender of a stream when there may be something new. */

/** A wake-up signal that is not lost when its waiter is busy at the time. */
export class WakeSignal {
  #isSet = false
  #waiting: PromiseWithResolvers<void> | null = null

  /** Wakes the waiter, or the next call of `wait`. */
  wake(): void {
    this.#isSet = true
    this.#waiting?.resolve()
  }

  /** Resolves at the next wake-up, at once if one has come since the last call. */
  async wait(): Promise<void> {
    if (!this.#isSet) {
      this.#waiting = Promise.withResolvers()
      await this.#waiting.promise
      this.#waiting = null
    }
    this.#isSet = false
  }
}

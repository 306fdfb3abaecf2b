/** Lets only so many calls of a model be under way at a time in one process. */

interface Waiting {
  begin: () => void
}

export class CallTurns {
  #free: number
  readonly #waiting = new Set<Waiting>()

  /** @param most calls at a time. */
  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a turn, in the order of asking, and makes the call.
   * @throws the reason of the signal while waiting; whatever the call throws.
   */
  async take<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    await this.#turn(signal)
    try {
      return await call()
    } finally {
      const [next] = this.#waiting
      if (next === undefined) this.#free += 1
      else next.begin()
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = {
      begin: () => {
        this.#waiting.delete(waiting)
        resolve()
      },
    }
    const leave = (): void => {
      this.#waiting.delete(waiting)
      reject(signal.reason as Error)
    }
    this.#waiting.add(waiting)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

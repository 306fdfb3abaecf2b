/** Lets only so many pieces of work be under way at a time in one process: calls of a model, archives. */

interface Waiting {
  begin: () => void
}

export class Turns {
  #free: number
  readonly #waiting = new Set<Waiting>()

  /** @param most at a time. */
  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a turn, in the order of asking, and does the work.
   * @throws the reason of the signal while waiting; whatever the work throws.
   */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal)
    try {
      return await work()
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

/** Joins concurrent reads of the same item into one. */

const ignore = (): void => undefined

/**
 * Joins reads of the same key. A caller never gets data from before its request: a request that arrives during a read
 * shares the next one, which starts when that read ends.
 */
export class SharedReads<T> {
  readonly #running = new Map<string, Promise<T>>()
  readonly #next = new Map<string, Promise<T>>()

  /** Number of keys being read. */
  get size(): number {
    return this.#running.size
  }

  /** Joins or starts a read. @param look performs the read; all callers that share it get its result or its error. */
  read(key: string, look: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key)
    if (running === undefined) return this.#begin(key, look)
    const waiting = this.#next.get(key)
    if (waiting !== undefined) return waiting
    const next = running.then(ignore, ignore).then(() => {
      this.#next.delete(key)
      return this.#begin(key, look)
    })
    this.#next.set(key, next)
    return next
  }

  #begin(key: string, look: () => Promise<T>): Promise<T> {
    const read = look().finally(() => {
      if (this.#running.get(key) === read) this.#running.delete(key)
    })
    this.#running.set(key, read)
    return read
  }
}

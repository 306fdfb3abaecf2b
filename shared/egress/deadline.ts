/** Combines the total time budget of an exchange and the abort signal of the caller. */
import type { EgressError } from './connections/egress-error.ts'
import { fault } from './connections/faults.ts'

/** Longest timer, milliseconds: Node reduces longer ones to one millisecond. */
const timerMaxMs = 2_147_483_647

/** The deadline of all hops of an exchange; starts on construction. */
export class Deadline {
  #fault: EgressError | null = null
  readonly #listeners = new Set<(fault: EgressError) => void>()
  readonly #timer: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #onAbort = (): void => {
    this.#end(fault('aborted'))
  }

  /** @param budgetMs total budget in milliseconds. */
  constructor(budgetMs: number, signal?: AbortSignal) {
    this.#timer = setTimeout(() => this.#end(fault('timeout')), Math.min(budgetMs, timerMaxMs))
    this.#signal = signal
    if (signal?.aborted === true) this.#onAbort()
    else signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  /**
   * Calls the listener when the budget ends or the caller aborts; immediately when that has already happened.
   * @returns a function that removes the listener.
   */
  onEnd(listener: (fault: EgressError) => void): () => void {
    if (this.#fault !== null) listener(this.#fault)
    else this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /**
   * Waits for work that cannot be cancelled.
   * @throws EgressError `timeout` or `aborted` as soon as the deadline ends.
   */
  async race<T>(work: Promise<T>): Promise<T> {
    const { promise: ended, reject } = Promise.withResolvers<never>()
    const release = this.onEnd(reject)
    try {
      return await Promise.race([work, ended])
    } finally {
      release()
    }
  }

  /** Releases the timer and the signal; call it when the exchange is over. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#listeners.clear()
  }

  #end(reason: EgressError): void {
    if (this.#fault !== null) return
    this.#fault = reason
    for (const listener of this.#listeners) listener(reason)
    this.clear()
  }
}

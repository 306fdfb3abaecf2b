/** Queues pages of jobs that need the same session: within a process they use it one at a time, in FIFO order. */
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'

/** One FIFO queue for each session. */
export class SessionQueues {
  readonly #tails = new Map<string, Promise<void>>()

  /**
   * Waits until the page is first in the queue of its session.
   * @returns a function that leaves the queue.
   * @throws the abort reason of the signal.
   */
  async take({ tenant, id }: SessionRef, signal: AbortSignal): Promise<() => void> {
    const key = `${tenant}/${id}`
    const before = this.#tails.get(key) ?? Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const tail = before.then(async () => await promise)
    this.#tails.set(key, tail)
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    try {
      await untilAborted(signal, before)
    } catch (error) {
      resolve()
      throw error
    }
    return resolve
  }
}

/** Runs work one at a time for each key, in order of arrival. */
import PQueue from 'p-queue'
import { untilAborted } from './until-aborted.ts'

export class KeyedQueue {
  readonly #queues = new Map<string, PQueue>()

  /** Returns the number of keys with work. */
  get size(): number {
    return this.#queues.size
  }

  /** Runs `work` after everything passed in before for the key has ended, whether it succeeded or failed. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return await (this.#queues.get(key) ?? this.#open(key)).add(work)
  }

  /**
   * Waits until the caller is first in the queue of the key.
   * @returns a function that leaves the queue.
   * @throws the abort reason of the signal; the caller has left the queue then.
   */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    const turn = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    void this.run(key, async () => {
      turn.resolve()
      await end.promise
    })
    try {
      await untilAborted(signal, turn.promise)
    } catch (error) {
      end.resolve()
      throw error
    }
    return end.resolve
  }

  #open(key: string): PQueue {
    const queue = new PQueue({ concurrency: 1 })
    this.#queues.set(key, queue)
    queue.addEventListener('idle', () => this.#queues.delete(key), { once: true })
    return queue
  }
}

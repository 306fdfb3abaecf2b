/** Pages of jobs that wait for the same session: within a process they go one after the other, first come first. */
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'

/** Lines in front of sessions. */
export class SessionTurns {
  readonly #tails = new Map<string, Promise<void>>()

  /** Waits until it is one's turn. @returns ends the turn. @throws the reason of the signal. */
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

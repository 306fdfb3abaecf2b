/** Divides long work into turns of the event loop, so that heartbeats and other work can run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A time slice of the event loop, counted from the creation or the last `next`. */
export class LoopTurn {
  readonly #turnMs: number
  #endsAt: number

  /** @param turnMs how long the work may run before other work gets a turn, milliseconds. */
  constructor(turnMs: number) {
    this.#turnMs = turnMs
    this.#endsAt = performance.now() + turnMs
  }

  /** True once the work should await `next`. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** Resolves when everything else that was due has run. */
  async next(): Promise<void> {
    await nextTurn()
    this.#endsAt = performance.now() + this.#turnMs
  }
}

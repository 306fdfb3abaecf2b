/** How often a view is read again: less and less often while its answers stay the same. */

/** Members of answers that every reading changes: the id of its request, what its key has used, counts of all requests. */
const ownTraces: ReadonlySet<string> = new Set(['request_id', 'usage', 'service_levels'])

/** Waits between two readings, milliseconds. */
export interface Pace {
  /** After a change, or after the reader has done something. */
  quickMs: number
  /** Longest wait while nothing changes. */
  idleMs: number
  /** The wait once nothing has changed, and the reader has done nothing, for a while. */
  restMs: number
}

/** The wait between two readings. */
export class IdlePace {
  readonly #pace: Pace
  readonly #restAfterMs: number
  #waitMs: number
  #sameForMs = 0
  #latest: string | null = null

  /** @param restAfterMs sum of the waits without a change after which a view rests, milliseconds. */
  constructor(pace: Pace, restAfterMs: number) {
    this.#pace = pace
    this.#restAfterMs = restAfterMs
    this.#waitMs = pace.quickMs
  }

  /**
   * Returns the wait after an answer, milliseconds: the quick one after a change, then twice as long with each answer
   * that is the same, whatever traces the readings themselves leave in it, and in the end that of a view at rest.
   */
  after(answer: unknown): number {
    const text = JSON.stringify(answer, (name, value: unknown) => (ownTraces.has(name) ? undefined : value))
    const { quickMs, idleMs, restMs } = this.#pace
    const isSame = text === this.#latest
    this.#latest = text
    this.#sameForMs = isSame ? this.#sameForMs + this.#waitMs : 0
    if (!isSame) this.#waitMs = quickMs
    else this.#waitMs = this.#sameForMs >= this.#restAfterMs ? restMs : Math.min(idleMs, this.#waitMs * 2)
    return this.#waitMs
  }

  /** The reader does something: the next waits are quick again. @returns whether they were not. */
  hurry(): boolean {
    const wasSlow = this.#waitMs > this.#pace.quickMs
    this.#waitMs = this.#pace.quickMs
    this.#sameForMs = 0
    return wasSlow
  }
}

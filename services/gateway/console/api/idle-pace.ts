/** Intervals between two reads of a view. They grow while the answers stay the same. */

/**
 * Members that change with every read, and are ignored when answers are compared: request id, use of the key, request
 * counts.
 */
const ownTraces: ReadonlySet<string> = new Set(['request_id', 'usage', 'service_levels'])

/** Intervals between two reads, milliseconds. */
export interface Pace {
  /** After a change of the answer or an input of the user. */
  quickMs: number
  /** Maximum while the answer stays the same. */
  idleMs: number
  /** At rest: after some time without a change or an input. */
  restMs: number
}

/** Computes the interval until the next read. */
export class IdlePace {
  readonly #pace: Pace
  readonly #restAfterMs: number
  #waitMs: number
  #sameForMs = 0
  #latest: string | null = null

  /** @param restAfterMs time without a change after which a view is at rest, milliseconds. */
  constructor(pace: Pace, restAfterMs: number) {
    this.#pace = pace
    this.#restAfterMs = restAfterMs
    this.#waitMs = pace.quickMs
  }

  /**
   * Returns the interval after an answer, milliseconds: the shortest one after a change, doubled with each equal
   * answer, and finally that of a view at rest. Members that every read changes are not compared.
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

  /** Resets the interval after an input of the user. @returns whether it was longer than the shortest one. */
  hurry(): boolean {
    const wasSlow = this.#waitMs > this.#pace.quickMs
    this.#waitMs = this.#pace.quickMs
    this.#sameForMs = 0
    return wasSlow
  }
}

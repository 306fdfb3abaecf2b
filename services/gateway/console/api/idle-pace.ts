/** How often a view is read again: less and less often while its answers stay the same. */

/** Members of answers that every reading changes: the id of its request, and what its key has used. */
const ownTraces: ReadonlySet<string> = new Set(['request_id', 'usage'])

/** The wait between two readings. */
export class IdlePace {
  readonly #quickMs: number
  readonly #idleMs: number
  #waitMs: number
  #latest: string | null = null

  /** @param quickMs wait after a change, milliseconds. @param idleMs longest wait while nothing changes, milliseconds. */
  constructor(quickMs: number, idleMs: number) {
    this.#quickMs = quickMs
    this.#idleMs = idleMs
    this.#waitMs = quickMs
  }

  /**
   * Returns the wait after an answer, milliseconds: the quick one after a change, then twice as long with each answer
   * that is the same, whatever traces the readings themselves leave in it.
   */
  after(answer: unknown): number {
    const text = JSON.stringify(answer, (name, value: unknown) => (ownTraces.has(name) ? undefined : value))
    this.#waitMs = text === this.#latest ? Math.min(this.#idleMs, this.#waitMs * 2) : this.#quickMs
    this.#latest = text
    return this.#waitMs
  }

  /** The reader does something: the next waits are quick again. @returns whether they were not. */
  hurry(): boolean {
    const wasSlow = this.#waitMs > this.#quickMs
    this.#waitMs = this.#quickMs
    return wasSlow
  }
}

/** The end of a try that has met no fault. */

/** Thrown when a try makes room for others; a later one continues. */
export class TryLaterError extends Error {
  override readonly name = 'TryLaterError'
  /** Pause before the next try, milliseconds. */
  readonly pauseMs: number

  constructor(message: string, pauseMs: number) {
    super(message)
    this.pauseMs = pauseMs
  }
}

/**
 * Measures how long a try has been sending. It starts with the first byte that is sent, because a try that continues a
 * large archive first reads again what the target has already: each try must add something.
 */
export class TryClock {
  readonly #maxMs: number
  readonly #now: () => number
  #sinceMs: number | null = null
  #hasProgressed = false

  /** @param maxMs longest time of sending, milliseconds. @param now clock, milliseconds. */
  constructor(maxMs: number, now: () => number) {
    this.#maxMs = maxMs
    this.#now = now
  }

  /** Notes that something is sent. */
  sends(): void {
    this.#sinceMs ??= this.#now()
  }

  /** Notes that a part of an earlier try is kept, or that a file is complete. */
  progresses(): void {
    this.#hasProgressed = true
  }

  /** Whether the try has kept a part of an earlier one or completed a file. */
  get hasProgressed(): boolean {
    return this.#hasProgressed
  }

  /** Returns true when the try has been sending long enough. */
  isOver(): boolean {
    return this.#sinceMs !== null && this.#now() - this.#sinceMs >= this.#maxMs
  }
}

/** What matching callers' patterns may cost, counted in steps. */

/** Matching a pattern has cost more than it may. */
export class PatternTooCostlyError extends Error {
  override readonly name = 'PatternTooCostlyError'
}

/**
 * Steps that are left for matching. A step is about as long as it takes to go on by one character of a text
 * when the pattern knows the way: some 2 to 4 ns.
 */
export class PatternBudget {
  #left: number
  #spent = 0

  /** @param steps that may be spent at first. */
  constructor(steps: number) {
    this.#left = steps
  }

  /** Steps that were spent so far. */
  get spent(): number {
    return this.#spent
  }

  /** Steps that may still be spent; negative when the last ones were too many. */
  get left(): number {
    return this.#left
  }

  /**
   * Adds steps for more texts. What earlier texts have left over is kept up to a bound only, so that many
   * cheap texts do not pay for a very costly one.
   * @param keptMax steps of earlier texts that are kept.
   */
  refill(keptMax: number, steps: number): void {
    this.#left = Math.min(this.#left, keptMax) + steps
  }

  /** @throws PatternTooCostlyError when fewer are left. */
  spend(steps: number): void {
    this.#spent += steps
    this.#left -= steps
    if (this.#left < 0) throw new PatternTooCostlyError('matching the patterns takes more steps than they may take')
  }
}

/** Limits the cost of matching the patterns of callers, counted in steps. */

/** Thrown when matching a pattern takes more steps than its budget allows. */
export class PatternTooCostlyError extends Error {
  override readonly name = 'PatternTooCostlyError'
}

/**
 * The remaining steps for matching. One step takes about as long as advancing by one character along a known
 * transition of the automaton: some 2 to 4 ns.
 */
export class PatternBudget {
  #left: number
  #spent = 0

  /** @param steps initial budget. */
  constructor(steps: number) {
    this.#left = steps
  }

  /** Steps spent so far. */
  get spent(): number {
    return this.#spent
  }

  /** Steps that may still be spent; negative when the last call overspent. */
  get left(): number {
    return this.#left
  }

  /**
   * Adds steps for further texts. Unused steps of earlier texts are kept only up to a bound, so that many cheap texts
   * do not pay for one very costly text.
   * @param keptMax maximum of unused steps that are kept.
   */
  refill(keptMax: number, steps: number): void {
    this.#left = Math.min(this.#left, keptMax) + steps
  }

  /**
   * Deducts steps.
   * @throws PatternTooCostlyError when fewer steps are left.
   */
  spend(steps: number): void {
    this.#spent += steps
    this.#left -= steps
    if (this.#left < 0) throw new PatternTooCostlyError('matching the patterns takes more steps than allowed')
  }
}

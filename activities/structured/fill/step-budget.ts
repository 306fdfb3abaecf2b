/** How much work a schema may be filled with: counted, so that it ends at the same place every time. */

export class StepBudget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  /** @returns false when nothing is left. */
  take(steps = 1): boolean {
    this.#left -= steps
    return this.#left > 0
  }

  get isSpent(): boolean {
    return this.#left <= 0
  }
}

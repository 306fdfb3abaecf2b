/** What the calls for one page have cost, against what they may. */
import type { ModelUsage } from '@seine/shared/pages/model.ts'

/** What a server counted for one call; null where it does not say. */
export interface CountedUsage {
  prompt: number | null
  completion: number | null
}

export class PageTokens {
  readonly #most: number
  #expected = 0
  #prompt = 0
  #completion = 0
  #calls = 0
  #isEstimated = false

  /** @param most tokens of all calls together. */
  constructor(most: number) {
    this.#most = most
  }

  /** What is left. */
  get left(): number {
    return this.#most - this.#prompt - this.#completion - this.#expected
  }

  get usage(): ModelUsage {
    return {
      calls: this.#calls,
      promptTokens: this.#prompt,
      completionTokens: this.#completion,
      isEstimated: this.#isEstimated,
    }
  }

  /**
   * Sets a prompt's tokens aside. Answers count when they are there: those under way may go beyond the budget.
   * @returns false where they are not left.
   */
  reserve(promptTokens: number): boolean {
    if (promptTokens > this.left) return false
    this.#expected += promptTokens
    return true
  }

  /** Gives back what no call was made for. */
  release(promptTokens: number): void {
    this.#expected -= promptTokens
  }

  /** Counts a call that the server has answered. */
  spend(counted: CountedUsage, estimated: { prompt: number; completion: number }): void {
    this.#prompt += counted.prompt ?? estimated.prompt
    this.#completion += counted.completion ?? estimated.completion
    if (counted.prompt === null || counted.completion === null) this.#isEstimated = true
  }

  /** Counts a call that is made, whatever comes of it. */
  count(): void {
    this.#calls += 1
  }
}

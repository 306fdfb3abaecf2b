/** Token budget for the calls of one page, and what they have used. */
import type { ModelUsage } from '@seine/shared/pages/model.ts'

/** Token counts that a server reported for one call; null when not reported. */
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

  /** @param most maximum number of tokens of all calls together. */
  constructor(most: number) {
    this.#most = most
  }

  /** Number of tokens left. */
  get left(): number {
    return this.#most - this.#prompt - this.#completion - this.#expected
  }

  /** Calls and tokens so far. */
  get usage(): ModelUsage {
    return {
      calls: this.#calls,
      promptTokens: this.#prompt,
      completionTokens: this.#completion,
      isEstimated: this.#isEstimated,
    }
  }

  /**
   * Reserves the tokens of a prompt. Answers count only once they have arrived, so calls in flight may exceed the
   * budget.
   * @returns false when not enough tokens are left.
   */
  reserve(promptTokens: number): boolean {
    if (promptTokens > this.left) return false
    this.#expected += promptTokens
    return true
  }

  /** Releases the reservation of a prompt. */
  release(promptTokens: number): void {
    this.#expected -= promptTokens
  }

  /** Counts the tokens of a call that the server has answered. */
  spend(counted: CountedUsage, estimated: { prompt: number; completion: number }): void {
    this.#prompt += counted.prompt ?? estimated.prompt
    this.#completion += counted.completion ?? estimated.completion
    if (counted.prompt === null || counted.completion === null) this.#isEstimated = true
  }

  /** Counts a call that is made, whatever its result. */
  count(): void {
    this.#calls += 1
  }
}

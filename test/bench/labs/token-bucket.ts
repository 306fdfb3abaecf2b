/** Allows a number of requests per second, with a burst of the same size. */
export class TokenBucket {
  readonly #perSecond: number
  #tokens: number
  #atMs: number

  /** @param nowMs time of a clock in milliseconds, the same one in every call. */
  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
    this.#atMs = nowMs
  }

  /** @returns false when a request must be refused. */
  take(nowMs: number): boolean {
    const earned = ((nowMs - this.#atMs) / 1_000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + earned)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

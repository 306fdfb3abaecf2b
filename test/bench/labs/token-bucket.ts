/** So many requests a second, and a burst of as many. */
export class TokenBucket {
  readonly #perSecond: number
  #tokens: number
  #atMs: number

  /** @param nowMs a clock in milliseconds, the same one in every call. */
  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
    this.#atMs = nowMs
  }

  /** @returns false when a request has to be refused. */
  take(nowMs: number): boolean {
    const earned = ((nowMs - this.#atMs) / 1_000) * this.#perSecond
    this.#tokens = Math.min(this.#perSecond, this.#tokens + earned)
    this.#atMs = nowMs
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}

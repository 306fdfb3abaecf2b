/** The period in which a slice starts pages, in milliseconds on the clock of the pacers. */
export class SliceTime {
  /** While no page is in flight, no page starts before this time. */
  startsAtMs = -Infinity
  readonly #shareMs: () => number
  #fromMs: number
  #hasBegun = false

  /** @param shareMs called for every check: its value grows with the number of running slices. */
  constructor(nowMs: number, shareMs: () => number) {
    this.#fromMs = nowMs
    this.#shareMs = shareMs
  }

  /** No page starts after this time. */
  get endsAtMs(): number {
    return this.#fromMs + this.#shareMs()
  }

  /** Records that a page starts. */
  begin(): void {
    this.#hasBegun = true
  }

  /** Records that the slice is queued for a page slot: queue time before its first page does not count. */
  queued(nowMs: number): void {
    if (!this.#hasBegun) this.#fromMs = nowMs
  }
}

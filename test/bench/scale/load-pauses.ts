/** The longest time without a page load. Pure. */
export class LoadPauses {
  #loads = 0
  #lastMs: number
  #longestMs = 0

  /** @param nowMs any monotonic clock, milliseconds. */
  constructor(nowMs: number) {
    this.#lastMs = nowMs
  }

  /** Takes a reading of the number of loads so far. */
  note(loads: number, nowMs: number): void {
    if (loads === this.#loads) return
    this.#longestMs = Math.max(this.#longestMs, nowMs - this.#lastMs)
    this.#loads = loads
    this.#lastMs = nowMs
  }

  /** Returns the longest pause that has ended since the last call, milliseconds. */
  take(): number {
    const longestMs = this.#longestMs
    this.#longestMs = 0
    return longestMs
  }
}

/** Byte budget that all bodies and messages, or all heads, of one recording share; first come, first served. */
export class RecordingBudget {
  #left: number

  constructor(maxBytes: number) {
    this.#left = maxBytes
  }

  /** @returns false, without taking anything, when not enough is left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  /** Returns bytes that were not kept after all. */
  giveBack(bytes: number): void {
    this.#left += bytes
  }
}

/** Bytes that all bodies of one recording may take; first come, first served. */
export class RecordingBudget {
  #left: number

  constructor(maxBytes: number) {
    this.#left = maxBytes
  }

  /** @returns false, and takes nothing, when there is not enough left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }

  /** Gives back what was not kept after all. */
  giveBack(bytes: number): void {
    this.#left += bytes
  }
}

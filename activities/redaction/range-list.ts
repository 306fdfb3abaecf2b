/** Non-overlapping ranges of a text in order; overlapping ranges are merged. */
export class RangeList {
  #starts = new Int32Array(16)
  #ends = new Int32Array(16)
  length = 0

  startOf(at: number): number {
    return this.#starts[at]!
  }

  endOf(at: number): number {
    return this.#ends[at]!
  }

  /** @param end may be only a few units below the largest so far. */
  add(start: number, end: number): void {
    let from = start
    let to = end
    let at = this.length
    // Ranges after it are kept; there are at most as many as an escape has units.
    while (at > 0 && this.#starts[at - 1]! >= to) at -= 1
    let first = at
    while (first > 0 && this.#ends[first - 1]! > from) {
      first -= 1
      from = Math.min(from, this.#starts[first]!)
      to = Math.max(to, this.#ends[first]!)
    }
    const behind = this.length - at
    if (first + 1 + behind > this.#starts.length) this.#grow()
    if (behind > 0) {
      this.#starts.copyWithin(first + 1, at, this.length)
      this.#ends.copyWithin(first + 1, at, this.length)
    }
    this.#starts[first] = from
    this.#ends[first] = to
    this.length = first + 1 + behind
  }

  #grow(): void {
    const starts = new Int32Array(2 * this.#starts.length)
    const ends = new Int32Array(starts.length)
    starts.set(this.#starts)
    ends.set(this.#ends)
    this.#starts = starts
    this.#ends = ends
  }
}

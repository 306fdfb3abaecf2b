/** How long a slice goes on starting pages. By the clock of the pacers, milliseconds. */
export class SliceTime {
  /** No page starts earlier, while none is in flight. */
  startsAtMs = -Infinity
  readonly #shareMs: () => number
  #fromMs: number
  #hasBegun = false

  /** @param shareMs asked again and again: it grows with the slices that are under way. */
  constructor(nowMs: number, shareMs: () => number) {
    this.#fromMs = nowMs
    this.#shareMs = shareMs
  }

  /** No page starts later. */
  get endsAtMs(): number {
    return this.#fromMs + this.#shareMs()
  }

  /** A page starts. */
  begin(): void {
    this.#hasBegun = true
  }

  /** The slice is in line for a page slot: before its first page that takes nothing of its time. */
  inLine(nowMs: number): void {
    if (!this.#hasBegun) this.#fromMs = nowMs
  }
}

/** Assembles one protocol message from its pieces, up to a size limit. */

/**
 * Events without a listener in this process whose size a page determines: what it logs, what it throws, what the
 * browser logs about it. Chromium writes the method first, so the beginning of the message identifies them.
 */
const ignoredMethods = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded']
const ignoredHeads = ignoredMethods.map((method) => Buffer.from(`{"method":"${method}",`))
const headBytes = Math.max(...ignoredHeads.map((start) => start.length))

export class PipeMessage {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  /** Whether anything listens to the message; null until enough of it has arrived to decide. */
  #isNeeded: boolean | null = null

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes that are held in memory. */
  get heldBytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /**
   * Adds the next piece.
   * @returns false when the message is over its limit; nothing of it is held then.
   */
  add(piece: Buffer): boolean {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) {
      this.#pieces = []
      return false
    }
    if (this.#isNeeded === false) return true
    this.#pieces.push(piece)
    if (this.#isNeeded === null && this.#bytes >= headBytes) this.#classify()
    return true
  }

  /**
   * Completes the message, after which the next one may be added.
   * @returns its pieces; null when nothing listens to it.
   */
  end(): Buffer[] | null {
    if (this.#isNeeded === null) this.#classify()
    const pieces = this.#isNeeded === false ? null : this.#pieces
    this.#pieces = []
    this.#bytes = 0
    this.#isNeeded = null
    return pieces
  }

  #classify(): void {
    const first = this.#pieces[0]
    const head =
      first !== undefined && first.length >= headBytes ? first : Buffer.concat(this.#pieces).subarray(0, headBytes)
    this.#isNeeded = !ignoredHeads.some(
      (start) => head.length >= start.length && head.compare(start, 0, start.length, 0, start.length) === 0,
    )
    if (!this.#isNeeded) this.#pieces = []
  }
}

/** One message of the protocol while it arrives, piece by piece, up to its bound. */

/**
 * Events that nothing here listens to and whose size a page chooses: what it logs, what it throws, what
 * the browser logs about it. Chromium writes the method first, so their beginning is enough to know them.
 */
const unheardMethods = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded']
const unheard = unheardMethods.map((method) => Buffer.from(`{"method":"${method}",`))
const headBytes = Math.max(...unheard.map((start) => start.length))

export class PipeMessage {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #bytes = 0
  /** Null while too little of the message has come to tell. */
  #isHeard: boolean | null = null

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Bytes that are held. */
  get heldBytes(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /** Takes the next piece. @returns false when the message is over its bound: nothing of it is held then. */
  add(piece: Buffer): boolean {
    this.#bytes += piece.length
    if (this.#bytes > this.#maxBytes) {
      this.#pieces = []
      return false
    }
    if (this.#isHeard === false) return true
    this.#pieces.push(piece)
    if (this.#isHeard === null && this.#bytes >= headBytes) this.#tell()
    return true
  }

  /** The message is complete. @returns its pieces, null where nothing listens to it; the next one may come then. */
  end(): Buffer[] | null {
    if (this.#isHeard === null) this.#tell()
    const pieces = this.#isHeard === false ? null : this.#pieces
    this.#pieces = []
    this.#bytes = 0
    this.#isHeard = null
    return pieces
  }

  #tell(): void {
    const first = this.#pieces[0]
    const head =
      first !== undefined && first.length >= headBytes ? first : Buffer.concat(this.#pieces).subarray(0, headBytes)
    this.#isHeard = !unheard.some(
      (start) => head.length >= start.length && head.compare(start, 0, start.length, 0, start.length) === 0,
    )
    if (!this.#isHeard) this.#pieces = []
  }
}

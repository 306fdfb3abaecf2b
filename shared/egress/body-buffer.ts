/** A growing body with a cap. Chunks are copied in, so that many tiny ones cost no more than their bytes. */
import { egressLimits } from '../config/limits.ts'

/** Bytes received so far, at most `capBytes` of them. */
export class BodyBuffer {
  readonly #capBytes: number
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param expectedBytes what the server announced; only a hint, trusted up to the first buffer. */
  constructor(capBytes: number, expectedBytes: number | null) {
    this.#capBytes = capBytes
    const first = expectedBytes ?? egressLimits.bodyBufferFirstBytes
    this.#bytes = new Uint8Array(Math.min(first, egressLimits.bodyBufferFirstBytes, capBytes))
  }

  get length(): number {
    return this.#length
  }

  /**
   * Takes a chunk in, or as much of it as the cap allows.
   * @returns whether all of it fitted.
   */
  append(chunk: Uint8Array): boolean {
    const room = this.#capBytes - this.#length
    const taken = chunk.length <= room ? chunk : chunk.subarray(0, room)
    this.#reserve(this.#length + taken.length)
    this.#bytes.set(taken, this.#length)
    this.#length += taken.length
    return taken.length === chunk.length
  }

  /** The bytes in a buffer of their own, which may be transferred to another thread. Ends the use of this object. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#length === this.#bytes.length ? this.#bytes : this.#bytes.slice(0, this.#length)
    this.#bytes = new Uint8Array(0)
    return bytes
  }

  #reserve(needed: number): void {
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.min(Math.max(needed, this.#bytes.length * 2), this.#capBytes))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/**
 * A growing body with a size limit. Chunks are copied in, so that many tiny ones take no more memory than their bytes.
 */
import { egressLimits } from '../config/limits.ts'
import { releaseBytes } from '../values/release-bytes.ts'

/** Bytes received so far, at most `capBytes` of them. */
export class BodyBuffer {
  readonly #capBytes: number
  readonly #expectedBytes: number
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /**
   * @param expectedBytes size that the server announced; only a hint, trusted once a sufficient share has been
   * received.
   */
  constructor(capBytes: number, expectedBytes: number | null) {
    this.#capBytes = capBytes
    this.#expectedBytes = Math.min(expectedBytes ?? 0, capBytes)
    const first = expectedBytes ?? egressLimits.bodyBufferFirstBytes
    this.#bytes = new Uint8Array(Math.min(first, egressLimits.bodyBufferFirstBytes, capBytes))
  }

  get length(): number {
    return this.#length
  }

  /**
   * Appends a chunk, or as much of it as the limit allows.
   * @returns true when the whole chunk fitted.
   */
  append(chunk: Uint8Array): boolean {
    const room = this.#capBytes - this.#length
    const taken = chunk.length <= room ? chunk : chunk.subarray(0, room)
    this.#reserve(this.#length + taken.length)
    this.#bytes.set(taken, this.#length)
    this.#length += taken.length
    return taken.length === chunk.length
  }

  /**
   * Returns the bytes in a buffer of their own, which can be transferred to another thread. The object must not be
   * used afterwards.
   */
  take(): Uint8Array<ArrayBuffer> {
    const held = this.#bytes
    this.#bytes = new Uint8Array(0)
    if (this.#length === held.length) return held
    const bytes = held.slice(0, this.#length)
    releaseBytes(held)
    return bytes
  }

  #reserve(needed: number): void {
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(this.#nextBytes(needed))
    grown.set(this.#bytes.subarray(0, this.#length))
    releaseBytes(this.#bytes)
    this.#bytes = grown
  }

  /**
   * Returns the next buffer size: twice the current size, or the announced size once a sufficient share of it has been
   * received, so that large bodies are copied less often.
   */
  #nextBytes(needed: number): number {
    const isTrusted = needed <= this.#expectedBytes && needed * egressLimits.bodyBufferTrustFactor > this.#expectedBytes
    const wanted = isTrusted ? this.#expectedBytes : this.#bytes.length * 2
    return Math.min(Math.max(needed, wanted), this.#capBytes)
  }
}

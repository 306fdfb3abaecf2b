/** Collects bytes until the empty line that ends the head of a message. */
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'

const emptyLine = '\r\n\r\n'

export class HeadBuffer {
  #bytes: Buffer = Buffer.alloc(0)

  get empty(): boolean {
    return this.#bytes.length === 0
  }

  /** Whether more bytes have been received than a head may have. */
  get overfull(): boolean {
    return this.#bytes.length > forwardProxyLimits.headersMaxBytes
  }

  /** The part of the first line received so far. */
  get firstLine(): string {
    const end = this.#bytes.indexOf('\r\n')
    return this.#bytes.toString('latin1', 0, end === -1 ? this.#bytes.length : end)
  }

  /**
   * Adds bytes.
   * @returns the head without its empty line, and the bytes after it; null while the head is incomplete.
   */
  add(chunk: Buffer): { head: string; rest: Buffer } | null {
    const from = Math.max(0, this.#bytes.length - emptyLine.length + 1)
    this.#bytes = this.empty ? chunk : Buffer.concat([this.#bytes, chunk])
    const end = this.#bytes.indexOf(emptyLine, from)
    if (end === -1 || end > forwardProxyLimits.headersMaxBytes) return null
    const head = this.#bytes.toString('latin1', 0, end)
    const rest = this.#bytes.subarray(end + emptyLine.length)
    this.#bytes = Buffer.alloc(0)
    return { head, rest }
  }
}

/** A set of list positions, serialised as base64. */
export class Bitmap {
  readonly #bytes: Uint8Array

  /** @param text result of `toString` for a list of the same size. */
  constructor(size: number, text = '') {
    this.#bytes = new Uint8Array(Math.ceil(size / 8))
    this.#bytes.set(Buffer.from(text, 'base64').subarray(0, this.#bytes.length))
  }

  has(index: number): boolean {
    return (this.#bytes[index >> 3]! & (1 << (index & 7))) !== 0
  }

  add(index: number): void {
    this.#bytes[index >> 3]! |= 1 << (index & 7)
  }

  toString(): string {
    return Buffer.from(this.#bytes).toString('base64')
  }
}

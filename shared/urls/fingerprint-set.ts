/**
 * A set of URLs stored as numeric fingerprints, for URLs that are counted but not kept. The table of plain numbers
 * takes 16 bytes per entry; a `Set` would take five times as much.
 */
import { hash } from 'node:crypto'

/**
 * Returns 48 bits of the MD5 digest. Among a million URLs, the probability of a collision is about 1 in 500. Never 0.
 */
export const fingerprintOf = (url: string): number => hash('md5', url, 'buffer').readUIntBE(0, 6) + 1

const slotsFirst = 64

export class FingerprintSet {
  /** Fingerprints by hash slot; 0: free slot. */
  #slots = new Float64Array(slotsFirst)
  #size = 0
  readonly #sizeMax: number

  /** @param sizeMax number of entries after which `add` ignores further fingerprints. */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get size(): number {
    return this.#size
  }

  has(fingerprint: number): boolean {
    return this.#slots[this.#find(fingerprint)] === fingerprint
  }

  add(fingerprint: number): void {
    if (this.#size >= this.#sizeMax) return
    const at = this.#find(fingerprint)
    if (this.#slots[at] === fingerprint) return
    this.#slots[at] = fingerprint
    this.#size += 1
    if (this.#size * 2 > this.#slots.length) this.#grow()
  }

  /** Returns all fingerprints as base64 of little-endian doubles. */
  toString(): string {
    const kept = this.#slots.filter((fingerprint) => fingerprint !== 0)
    return Buffer.from(kept.buffer).toString('base64')
  }

  static parse(text: string, sizeMax: number): FingerprintSet {
    const set = new FingerprintSet(sizeMax)
    const bytes = Buffer.from(text, 'base64')
    for (let at = 0; at < bytes.length; at += 8) set.add(bytes.readDoubleLE(at))
    return set
  }

  /** Returns the slot that holds a fingerprint, or the free slot where it belongs. */
  #find(fingerprint: number): number {
    const mask = this.#slots.length - 1
    let at = (fingerprint % 0x7f_ff_ff_ff) & mask
    while (this.#slots[at] !== 0 && this.#slots[at] !== fingerprint) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Float64Array(before.length * 2)
    for (const fingerprint of before) if (fingerprint !== 0) this.#slots[this.#find(fingerprint)] = fingerprint
  }
}

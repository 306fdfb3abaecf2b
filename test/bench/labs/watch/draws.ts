/** A repeatable source of choices. */
import { createHash } from 'node:crypto'

export class Draws {
  readonly #seed: string
  #count = 0

  /** @param seed the same text gives the same choices. */
  constructor(seed: string) {
    this.#seed = seed
  }

  /** Returns a whole number from 0 to `below` - 1. */
  number(below: number): number {
    return (
      createHash('sha256')
        .update(`${this.#seed} ${this.#count++}`)
        .digest()
        .readUInt32BE(0) % below
    )
  }

  /** Returns hexadecimal digits. */
  hex(digits: number): string {
    return createHash('sha256')
      .update(`${this.#seed} ${this.#count++}`)
      .digest('hex')
      .slice(0, digits)
  }

  one<T>(from: readonly T[]): T {
    return from[this.number(from.length)] as T
  }

  /** Returns the items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.number(1_000_000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }
}

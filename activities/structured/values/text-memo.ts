/** A bounded cache of values computed from short texts. */

const textsMax = 5_000
const textMaxCharacters = 300

/**
 * Caches values computed from short texts that repeat within a page and between pages of a website, such as class
 * names. Longer texts are computed each time.
 */
export class TextMemo<Value extends object | string> {
  readonly #known = new Map<string, Value>()
  readonly #compute: (text: string) => Value

  /** @param compute returns the same value for the same text; the value must not be changed. */
  constructor(compute: (text: string) => Value) {
    this.#compute = compute
  }

  /** Returns the value of a text. */
  of(text: string): Value {
    if (text.length > textMaxCharacters) return this.#compute(text)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    // A part of a page's source would keep the whole source in memory.
    const copy = ` ${text}`.slice(1)
    const value = this.#compute(copy)
    if (this.#known.size >= textsMax) this.#known.clear()
    this.#known.set(copy, value)
    return value
  }
}

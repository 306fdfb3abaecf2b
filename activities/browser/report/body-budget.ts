/** One budget of bytes for all bodies of an answer: requests, responses, frames and events. */
import { jsonBytes } from '@seine/shared/worker-calls/json-size.ts'
import type { RecordedBody } from '../recorder/messages/model.ts'

/**
 * Returns the bytes of a text, or half the size of its JSON form where that is more: control characters take six
 * bytes each in JSON, and the size of an answer is limited.
 */
export function textBytes(text: string, encoding: 'utf8' | 'base64'): number {
  const bytes = Buffer.byteLength(text, encoding)
  // No other character takes more than twice its bytes.
  if (encoding === 'base64' || !longEscapes.test(text)) return bytes
  return Math.max(bytes, Math.ceil(jsonBytes(text) / 2))
}

/** Characters that JSON writes as `\u0001`. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const longEscapes = /[\0-\x07\x0b\x0e-\x1f]/

/** Counts down the budget; what does not fit is left out completely, and something smaller may still fit. */
export class BodyBudget {
  #used = 0
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Bytes taken so far. */
  get used(): number {
    return this.#used
  }

  /**
   * Takes bytes when they fit.
   * @returns whether they did.
   */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#bytesMax) return false
    this.#used += bytes
    return true
  }

  /** @returns the body, or an omitted body with the reason when it does not fit. */
  admit(body: RecordedBody): RecordedBody {
    return body.kind === 'omitted' || this.take(textBytes(body.text, body.encoding))
      ? body
      : { kind: 'omitted', reason: 'budget_exceeded', bytes: body.bytes }
  }

  /** @returns the items up to the first that does not fit: a stream with gaps would mislead. */
  admitInOrder<Item>(items: readonly Item[], countMax: number, bytesOf: (item: Item) => number): Item[] {
    const first = items.slice(0, countMax)
    const end = first.findIndex((item) => !this.take(bytesOf(item)))
    return end === -1 ? first : first.slice(0, end)
  }
}

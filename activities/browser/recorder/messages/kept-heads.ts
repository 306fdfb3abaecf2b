/**
 * What a recording keeps of heads: URLs, headers and the like, whose size the page and its servers choose.
 * All of them together are bounded; a URL that many requests have in common is kept once.
 */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { shortText } from './flat-text.ts'
import { toHeaderMap } from './header-map.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { RecordingBudget } from './recording-budget.ts'

const { headTextMaxCharacters, sharedUrlsMax } = captureLimits

/** Of a header that is left out where there is no room: what the recorder itself goes by. */
const essential = ['content-type', 'location'] as const

export class KeptHeads {
  readonly #budget: RecordingBudget
  /** URLs of documents and scripts, which come with every request of theirs. */
  readonly #shared = new Map<string, string>()

  /** @param maxBytes of all heads, a character counted as a byte. */
  constructor(maxBytes: number = captureLimits.recordedHeadsMaxBytes) {
    this.#budget = new RecordingBudget(maxBytes)
  }

  /** Whether a request with such a URL may be kept; takes the room for it. */
  takeRequest(url: string): boolean {
    return this.#budget.take(url.length)
  }

  /** The URL a request was redirected to: cut where there is no room for all of it. */
  redirect(url: string): string {
    return this.#budget.take(url.length) ? url : shortText(url, headTextMaxCharacters)
  }

  /** A URL that other requests have as well: one copy of it, cut where there is no room for that. */
  shared(url: string): string {
    const known = this.#shared.get(url)
    if (known !== undefined) return known
    const kept = this.#budget.take(url.length) ? url : shortText(url, headTextMaxCharacters)
    if (this.#shared.size >= sharedUrlsMax) this.#shared.clear()
    this.#shared.set(url, kept)
    return kept
  }

  /** Headers as a recording keeps them; hardly any where there is no room. */
  headers(given: Readonly<Record<string, string>>): HeaderMap {
    const map = toHeaderMap(given)
    let size = 0
    for (const name in map) {
      const value = map[name] ?? ''
      size += name.length + (typeof value === 'string' ? value.length : value.reduce((sum, one) => sum + one.length, 0))
    }
    if (this.#budget.take(size)) return map
    const few: HeaderMap = {}
    for (const name of essential) {
      const value = map[name]
      if (typeof value === 'string') few[name] = shortText(value, headTextMaxCharacters)
    }
    return few
  }
}

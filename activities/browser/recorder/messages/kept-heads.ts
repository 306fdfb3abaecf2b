/**
 * Keeps heads for a recording: URLs, headers and similar data, whose size the page and its servers determine. Their
 * total size is limited; a URL that many requests share is kept once.
 */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { shortText } from './flat-text.ts'
import { toHeaderMap } from './header-map.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { RecordingBudget } from './recording-budget.ts'

const { headTextMaxCharacters, sharedUrlsMax } = captureLimits

/** Headers that are kept, cut, even when there is no room: those the recorder itself uses. */
const essential = ['content-type', 'location'] as const

export class KeptHeads {
  readonly #budget: RecordingBudget
  /** URLs of documents and scripts, which every request made by them repeats. */
  readonly #shared = new Map<string, string>()

  /** @param maxBytes limit for all heads together; a character counts as a byte. */
  constructor(maxBytes: number = captureLimits.recordedHeadsMaxBytes) {
    this.#budget = new RecordingBudget(maxBytes)
  }

  /** Whether a request with this URL may be kept; reserves the room for it. */
  takeRequest(url: string): boolean {
    return this.#budget.take(url.length)
  }

  /** Returns the URL of a redirect's target, cut when there is no room for all of it. */
  redirect(url: string): string {
    return this.#budget.take(url.length) ? url : shortText(url, headTextMaxCharacters)
  }

  /** Returns one shared copy of a URL that other requests have as well, cut when there is no room for all of it. */
  shared(url: string): string {
    const known = this.#shared.get(url)
    if (known !== undefined) return known
    const kept = this.#budget.take(url.length) ? url : shortText(url, headTextMaxCharacters)
    if (this.#shared.size >= sharedUrlsMax) this.#shared.clear()
    this.#shared.set(url, kept)
    return kept
  }

  /** Returns the headers to keep; only the essential ones when there is no room. */
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

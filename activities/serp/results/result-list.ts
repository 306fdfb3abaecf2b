/** Collects results over several pages of an engine: repeats are dropped, positions continue from page to page. */
import type { SerpEntry } from '@seine/shared/api/schemas/serp-result.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { domainOf, sameLinkKey } from './result-link.ts'

/** A result before it gets its position. */
export interface RawEntry {
  title: string
  /** Absolute, http or https. */
  url: string
  snippet: string
  displayedLink: string | null
}

const cut = (text: string, max: number): string => (text.length <= max ? text : text.slice(0, max).trimEnd())

/** Converts an entry to the form of the API. */
const entryOf = ({ title, url, snippet, displayedLink }: RawEntry, position: number, page: number): SerpEntry => ({
  position,
  title: cut(title, serpLimits.titleMaxCharacters),
  link: url,
  url,
  snippet: cut(snippet, serpLimits.snippetMaxCharacters),
  domain: domainOf(url),
  displayed_link: displayedLink === null ? null : cut(displayedLink, serpLimits.titleMaxCharacters),
  page,
})

export class ResultList {
  readonly entries: SerpEntry[] = []
  /** Whether there were more entries than requested. */
  overflown = false
  readonly #seen = new Set<string>()
  readonly #first: number
  readonly #max: number
  #skip: number

  /**
   * @param first position of the first kept entry, from 1.
   * @param skip number of entries to skip before it.
   * @param max number of entries to keep.
   */
  constructor({ first, skip, max }: { first: number; skip: number; max: number }) {
    this.#first = first
    this.#skip = skip
    this.#max = max
  }

  get isFull(): boolean {
    return this.entries.length >= this.#max
  }

  /** Adds the entries of a page of the engine. @returns the number of new ones. */
  add(raw: readonly RawEntry[], page: number): number {
    let fresh = 0
    for (const entry of raw) {
      const key = sameLinkKey(entry.url)
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      fresh += 1
      if (this.#skip > 0) this.#skip -= 1
      else if (this.isFull) this.overflown = true
      else this.entries.push(entryOf(entry, this.#first + this.entries.length, page))
    }
    return fresh
  }
}

/** Converts entries of one page that are numbered on their own, such as ads. */
export function listOf(raw: readonly RawEntry[], page: number, max: number): SerpEntry[] {
  const list = new ResultList({ first: 1, skip: 0, max })
  list.add(raw, page)
  return list.entries
}

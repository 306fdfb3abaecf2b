/** Counts how often each page of the simulated websites occurs. Pure; one byte for each page. */

/** How often the pages of all websites occur in one place. */
export interface PageCount {
  /** Pages of the websites. */
  expected: number
  /** Occurrences of these pages. */
  found: number
  distinct: number
  missing: number
  /** Pages that occur more than once. */
  repeated: number
  /** Occurrences beyond the first one of each page. */
  beyondOne: number
  /** Occurrences of anything else. */
  unknown: number
}

/** Returns true when every page occurs once, and nothing else. */
export const isExact = ({ missing, repeated, unknown }: PageCount): boolean =>
  missing === 0 && repeated === 0 && unknown === 0

/** Highest count of a page: 0, 1, and 2 for more. */
const more = 2

/** Takes occurrences one by one. */
export class PageTally {
  readonly #seen: Uint8Array
  readonly #sites: number
  readonly #pages: number
  #found = 0
  #unknown = 0

  /** @param sites numbered from 1. @param pages of each of them, numbered from 0. */
  constructor(sites: number, pages: number) {
    this.#sites = sites
    this.#pages = pages
    this.#seen = new Uint8Array(sites * pages)
  }

  /** Counts one occurrence. @param page null for anything that is no page of the website. */
  add(site: number, page: number | null): void {
    if (page === null || page < 0 || page >= this.#pages || site < 1 || site > this.#sites) {
      this.#unknown += 1
      return
    }
    const at = (site - 1) * this.#pages + page
    this.#seen[at] = Math.min(more, (this.#seen[at] ?? 0) + 1)
    this.#found += 1
  }

  count(): PageCount {
    const expected = this.#seen.length
    let distinct = 0
    let repeated = 0
    for (const times of this.#seen) {
      if (times > 0) distinct += 1
      if (times === more) repeated += 1
    }
    const found = this.#found
    return {
      expected,
      found,
      distinct,
      missing: expected - distinct,
      repeated,
      beyondOne: found - distinct,
      unknown: this.#unknown,
    }
  }
}

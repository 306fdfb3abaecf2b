/**
 * Detects pages that repeat the text of the page above them: a relative link that leads ever deeper into the same page.
 * After two repeats in a row, links below are refused (`trap`, `repeated_content`).
 *
 * `settled` is called for every scraped page, in the order they are merged, and then `refuses` for the links it
 * brought.
 */
import { trapLimits } from '@seine/shared/config/frontier-limits.ts'

/** Pages with the hash of their text and the number of pages above them with the same text. */
export type RepeatsSnapshot = [seq: number, exact: number, repeats: number][]

export class NestedRepeats {
  readonly #pages = new Map<number, { exact: number; repeats: number }>()

  /**
   * Records a page that was scraped.
   * @param exact `exact` of its sketch.
   * @param parent the page that linked to it; null for the start page and sitemap URLs.
   */
  settled(page: { seq: number; url: string }, exact: number, parent: { seq: number; url: string } | null): void {
    if (this.#pages.size >= trapLimits.nestedPagesMax) return
    const above = parent === null || !isBelow(page.url, parent.url) ? undefined : this.#pages.get(parent.seq)
    const repeats = above?.exact === exact ? above.repeats + 1 : 0
    this.#pages.set(page.seq, { exact, repeats })
  }

  /** True for a link that leads further down from a page which only repeats the text of the pages above it. */
  refuses(page: { seq: number; url: string }, url: string): boolean {
    const { repeats = 0 } = this.#pages.get(page.seq) ?? {}
    return repeats >= trapLimits.nestedRepeatsMax && isBelow(url, page.url)
  }

  snapshot(): RepeatsSnapshot {
    return [...this.#pages].map(([seq, { exact, repeats }]) => [seq, exact, repeats])
  }

  /** Restores stored pages into an object that is still empty. */
  restore(stored: RepeatsSnapshot): void {
    for (const [seq, exact, repeats] of stored) this.#pages.set(seq, { exact, repeats })
  }
}

/** True when the path of one URL lies below the path of the other: in the same folder or deeper, with more segments. */
function isBelow(url: string, upperUrl: string): boolean {
  const [path, upper] = [pathOf(url), pathOf(upperUrl)]
  const folder = upper.slice(0, upper.lastIndexOf('/') + 1)
  return path.startsWith(folder) && segmentsOf(path) > segmentsOf(upper)
}

/** Returns a URL without its query. */
const pathOf = (url: string): string => {
  const queryAt = url.indexOf('?')
  return queryAt === -1 ? url : url.slice(0, queryAt)
}

const segmentsOf = (path: string): number => path.split('/').filter((segment) => segment !== '').length

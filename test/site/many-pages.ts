/**
 * Crawls of `/many/`, whose number of pages a test chooses: tests whose subject is not the pages themselves need fewer
 * of them than the ordinary site has.
 */

export interface ManyPages {
  /** Path and query of the start page. */
  start: string
  /** Path and query of every page of the crawl, sorted. */
  paths: string[]
}

/** Returns the crawl of the start page and of `entries` pages that it links to. The sitemap has none of them. */
export function manyPages(entries: number): ManyPages {
  const start = `/many/?n=${entries}`
  return { start, paths: [start, ...Array.from({ length: entries }, (_, at) => `/many/${at + 1}`)].toSorted() }
}

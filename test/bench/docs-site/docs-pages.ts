/** The website of the crawl benchmark: documentation pages of about 64 KB, generated in advance. */
import { siteGraph } from '../../site/graph.ts'
import { documentMarkup } from '../../site/layout.ts'

/** Path of the start page of a site with this many pages, itself included. */
export const startPath = (pages: number): string => `/docs64/?n=${pages - 1}`

/**
 * Returns every page as sent over the network, by path and query.
 * @param pages number of pages of the whole site; the start page links to all others.
 */
export function docsPages(pages: number): Map<string, Buffer> {
  const paths = [startPath(pages), ...Array.from({ length: pages - 1 }, (_, at) => `/docs64/${at + 1}`)]
  return new Map(
    paths.map((path) => {
      const route = siteGraph.routeFor(path)
      if (route?.kind !== 'page') throw new Error(`${path} is no page`)
      return [path, Buffer.from(documentMarkup(route.page))]
    }),
  )
}

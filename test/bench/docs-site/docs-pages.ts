/** The website of the crawl benchmark: documentation pages of about 64 KB, made before anybody asks. */
import { siteGraph } from '../../site/graph.ts'
import { documentMarkup } from '../../site/layout.ts'

/** Path of the start page of a site of so many pages, itself included. */
export const startPath = (pages: number): string => `/docs64/?n=${pages - 1}`

/**
 * Every page as it goes over the wire, by path and query.
 * @param pages of the whole site; the start page links to all others.
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

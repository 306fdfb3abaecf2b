/** Collects the facts of a piece of HTML as the extractor does. */
import { chooseMainContent, wholePage } from '../../../content/main-content.ts'
import { collectMetadata } from '../../../content/metadata/collect.ts'
import { parseTree } from '../../../html/parse-tree.ts'
import { createUrlResolver } from '../../../html/urls.ts'
import type { StructuredFacts, StatedEntity } from '@seine/shared/pages/facts.ts'
import { collectFacts } from '../collect-facts.ts'

const url = 'https://example.org/shop/page'

/** Returns the facts of a page; relative URLs are resolved against `https://example.org/shop/page`. */
export function factsOf(html: string, of: 'main content' | 'whole page' = 'main content'): StructuredFacts {
  const { document } = parseTree(html)
  const urls = createUrlResolver(url, null)
  const metadata = collectMetadata(document, urls, { url, depth: 'plain' })
  const content = of === 'whole page' ? wholePage(document) : chooseMainContent(document, url)
  return collectFacts({ document, content, isNamed: false, source: html, url, urls, metadata })
}

/** Returns the entities as plain objects that can be compared: `type` next to their properties. */
export const entitiesOf = (html: string): unknown[] => factsOf(html).entities.map(plain)

function plain({ types, properties }: StatedEntity): Record<string, unknown> {
  const values = Object.entries(properties).map(([name, list]): [string, unknown] => {
    const all = list.map((value) => (typeof value === 'object' ? plain(value) : value))
    return [name, all.length === 1 ? all[0] : all]
  })
  return { type: types.join(' '), ...Object.fromEntries(values) }
}

/** The links that a map has found. */
import type { MapResult } from '@seine/shared/api/schemas/map-result.ts'
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { Empty } from '../components/states.ts'
import { WindowTable, type WindowColumn } from '../components/window-table.ts'
import { countText, numberText } from '../components/words.ts'

type FoundLink = MapResult['links'][number]

const columns: readonly WindowColumn<FoundLink>[] = [
  { name: 'URL', width: 'minmax(0, 5fr)', cell: ({ url }) => html`<${OutwardLink} href=${url} />` },
  { name: 'Title', width: 'minmax(0, 3fr)', cell: ({ title = '' }) => html`<${Scraped} text=${title} />` },
  { name: 'Source', width: '80px', cell: ({ source }) => source },
]

/** The result of a map. */
export function MapLinks({ result }: { result: MapResult }): VNode {
  const { links, truncated, sources, warnings } = result
  if (links.length === 0) return html`<${Empty}>No link was found.<//>`
  return html`
    <p>
      ${countText(links.length, 'link')}${truncated ? ', and there are more' : ''}: ${numberText(sources.sitemap)} from
      sitemaps, ${numberText(sources.page)} from pages, ${numberText(sources.search)} from searches.
    </p>
    ${
      warnings.length === 0
        ? null
        : html`<ul>
            ${warnings.map((each, at) => html`<li key=${at}><${Scraped} text=${each} /></li>`)}
          </ul>`
    }
    <${WindowTable} label="Links" columns=${columns} rows=${links} rowKey=${(_link: FoundLink, at: number) => at} />
  `
}

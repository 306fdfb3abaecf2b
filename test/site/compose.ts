/** Helpers with which an area adds a page in one line. */
import { heading, list, paragraph, picture, table } from './page.ts'
import type { Block, Link, Page } from './page.ts'
import { chooser, prose } from './prose.ts'
import type { PageRoute, SitemapName } from './route.ts'

export interface PageOptions {
  sitemap?: SitemapName
  delayMs?: number
  firstAnswer?: { status: number; retryAfterSecs: number }
}

/** A page of prose with additional blocks below it. Fields of `extra` override generated ones. */
export function prosePage(path: string, title: string, subject: string, extra: Partial<Page> = {}): Page {
  const [lead = '', ...rest] = prose(path, subject, 4)
  const { blocks = [], ...fields } = extra
  return {
    title,
    description: `${title}: ${lead.split('. ')[0]}.`.replaceAll('..', '.'),
    ...fields,
    blocks: [paragraph(lead), ...rest.slice(0, 2).map((text) => paragraph(text)), ...blocks],
  }
}

/** The route of a page. */
export const pageRoute = (path: string, page: Page, options: PageOptions = {}): PageRoute => ({
  kind: 'page',
  path,
  page,
  ...options,
})

/** A table of opening hours, different for each page. */
export function hoursTable(seed: string): Block[] {
  const choose = chooser(`hours ${seed}`)
  const row = (days: string): string[] => {
    const opens = 7 + choose.integer(4)
    return [days, `${opens}.00`, `${opens + 5 + choose.integer(5)}.${choose.pick(['00', '15', '30'])}`]
  }
  const rows = ['Monday to Wednesday', 'Thursday (market day)', 'Friday and Saturday', 'Sunday'].map(row)
  return [heading('Opening hours'), table(['Days', 'Opens', 'Closes'], rows)]
}

/** A list of links under a heading. */
export const linkList = (title: string, links: Link[]): Block[] => [heading(title), list(...links)]

/** A picture from the area `pictures`. */
export const townPicture = (name: string, caption: string): Block => picture(`/pictures/${name}.png`, caption, caption)

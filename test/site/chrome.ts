/** The elements around the content of every page, and the list of all links of a page. */
import { link, linksOfBlock } from './page.ts'
import type { Link, Page } from './page.ts'

export const siteName = 'Hallowford on the Wend'

export const home: Link = link('/', siteName)

export const navigation: readonly Link[] = [
  link('/town/', 'Town'),
  link('/guide/', 'River guide'),
  link('/reference/', 'Gauge reference'),
  link('/blog', 'Journal'),
  link('/pictures/', 'Pictures'),
]

export const footer: readonly Link[] = [
  link('/town/about', 'About this site'),
  link('/archive/index.html', 'Archive'),
  link('/private/open/visitors', 'Visitors’ book'),
  link('/links/', 'Odds and ends'),
  link('mailto:harbour@hallowford.example', 'Write to us', null),
]

const present = (links: (Link | undefined)[]): Link[] => links.filter((entry) => entry !== undefined)

/**
 * Returns every link of a page in the order of the markup: head, navigation, breadcrumb, content, previous and next,
 * aside, footer. Computed from the declaration only.
 */
export function linksOf(page: Page): Link[] {
  const around = page.chrome !== 'none'
  return [
    ...present([page.refresh, page.next, page.alternate]),
    ...(around ? [home, ...navigation] : []),
    ...(page.trail ?? []),
    ...page.blocks.flatMap(linksOfBlock),
    ...present([page.previous, page.next]),
    ...(page.related ?? []),
    ...(around ? footer : []),
  ]
}

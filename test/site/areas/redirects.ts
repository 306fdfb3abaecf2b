/**
 * /redirects/: pages that moved. Loops, long chains and redirects to other ports and private addresses are in
 * `trouble.ts`.
 */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Area, RedirectRoute } from '../route.ts'

/** Segment, status, target, label in the index; without a label it is not linked. */
type Move = [segment: string, status: RedirectRoute['status'], location: string, name?: string]

const moves: Move[] = [
  ['permanent', 301, '/town/market', 'Moved for good (301)'],
  ['found', 302, '/town/mill', 'Moved for now (302)'],
  ['see-other', 303, '/town/weir', 'See another page (303)'],
  ['temporary', 307, '/town/lido', 'Moved for now, same method (307)'],
  ['enduring', 308, '/town/library', 'Moved for good, same method (308)'],
  ['chain', 301, '/redirects/chain-2', 'Moved three times'],
  ['chain-2', 302, '/redirects/chain-3'],
  ['chain-3', 301, '/redirects/landing'],
  ['alias', 301, '/redirects/landing', 'The same place by another way'],
  ['relative', 302, 'quiet-corner', 'A relative location'],
  ['absolute', 301, '{{origin}}/town/brewery', 'An absolute location'],
  ['non-ascii', 301, '/guide/brücke', 'A location beyond ASCII'],
  ['no-slash', 301, '/redirects/no-slash/', 'A folder without its slash'],
  ['away', 302, 'https://elsewhere.invalid/new-home', 'Moved to another host'],
  ['start', 302, '/guide/'],
]

const trail = [link('/', 'Home')]
const index = prosePage('/redirects/', 'Moved pages', 'the move', {
  trail,
  blocks: linkList(
    'Moves',
    moves.flatMap(([segment, , , name]) => (name === undefined ? [] : [link(`/redirects/${segment}`, name)])),
  ),
})

const landing = (path: string, title: string, subject: string) =>
  pageRoute(path, prosePage(path, title, subject, { trail: [...trail, link('/redirects/', 'Moved pages')] }))

export const redirectsArea: Area = {
  routes: [
    pageRoute('/redirects/', index),
    ...moves.map(([segment, status, location]): RedirectRoute => {
      return { kind: 'redirect', path: `/redirects/${segment}`, status, location }
    }),
    landing('/redirects/landing', 'The new landing stage', 'the landing stage'),
    landing('/redirects/quiet-corner', 'A quiet corner', 'the quiet corner'),
    landing('/redirects/no-slash/', 'The folder', 'the folder'),
  ],
}

/** /private/: the pages that robots.txt disallows, except /private/open/. Public pages link to both. */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Area } from '../route.ts'

const trail = [link('/', 'Home')]
const closed: [segment: string, title: string, subject: string][] = [
  ['ledger', 'The harbour ledger', 'the ledger'],
  ['keys', 'Who holds which key', 'the key board'],
  ['letters', 'Letters not yet answered', 'the unanswered letter'],
]

const visitors = prosePage('/private/open/visitors', 'Visitors’ book', 'the visitors’ book', {
  trail,
  blocks: linkList('Behind the counter', [
    link('/private/open/rules', 'Rules of the reading desk'),
    ...closed.map(([segment, title]) => link(`/private/${segment}`, title)),
    link('/private/?drawer=2', 'Second drawer'),
  ]),
})

const rules = prosePage('/private/open/rules', 'Rules of the reading desk', 'the reading desk', { trail })

export const privateArea: Area = {
  robots: [
    { rule: 'disallow', prefix: '/private/' },
    { rule: 'allow', prefix: '/private/open/' },
    { rule: 'disallow', prefix: '/links/table?print=' },
  ],
  routes: [
    pageRoute('/private/open/visitors', visitors),
    pageRoute('/private/open/rules', rules),
    ...closed.map(([segment, title, subject]) => {
      const path = `/private/${segment}`
      return pageRoute(
        path,
        prosePage(path, title, subject, { trail, blocks: linkList('Next', [link('/private/keys', 'Keys')]) }),
      )
    }),
  ],
}

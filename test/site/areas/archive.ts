/** /archive/: an old site of `.html` files linked by relative paths. */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Link } from '../page.ts'
import type { Area, PageRoute } from '../route.ts'

const years = ['1998', '1999', '2000', '2001']

/** Every link is relative to the file that contains it. */
function file(path: string, title: string, subject: string, links: Link[]): PageRoute {
  const page = prosePage(path, title, subject, { blocks: linkList('Contents', links) })
  return pageRoute(path, page, { sitemap: 'archive' })
}

const yearFile = (year: string): PageRoute[] => [
  file(`/archive/${year}/index.html`, `The year ${year}`, `the year ${year}`, [
    link('minutes.html', 'Minutes', `/archive/${year}/minutes.html`),
    link('./minutes.html#votes', 'Votes', `/archive/${year}/minutes.html#votes`),
    link('../index.html', 'All years', '/archive/index.html'),
  ]),
  file(`/archive/${year}/minutes.html`, `Minutes of ${year}`, 'the council', [
    link('index.html', `Back to ${year}`, `/archive/${year}/index.html`),
    link('../../town/town-hall', 'The town hall', '/town/town-hall'),
    link('?print=1', 'To print', `/archive/${year}/minutes.html?print=1`),
  ]),
]

export const archiveArea: Area = {
  routes: [
    file(
      '/archive/index.html',
      'The old site',
      'the old site',
      years.map((year) => link(`${year}/index.html`, year, `/archive/${year}/index.html`)),
    ),
    ...years.flatMap(yearFile),
  ],
}

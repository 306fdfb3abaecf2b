/**
 * /broken/: error pages, and pages that answer only the second request. Slow pages and protocol violations are in
 * `trouble.ts`.
 */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Area, ErrorRoute } from '../route.ts'

const home = link('/', 'Home')

/**
 * An error page links to a page that is linked nowhere else: a crawler that fetches it has followed a link of an error
 * page.
 */
function broken(segment: string, status: number, title: string): ErrorRoute {
  const path = `/broken/${segment}`
  const page = prosePage(path, title, 'the closed door', {
    trail: [home],
    related: [link('/broken/only-from-errors', 'Around the back')],
  })
  return { kind: 'error', path, status, page }
}

const index = prosePage('/broken/', 'Pages under repair', 'the scaffolding', {
  trail: [home],
  blocks: linkList('Under repair', [
    link('/broken/missing', 'Not found (404)'),
    link('/broken/undeclared', 'Not found, without a page of its own'),
    link('/broken/gone', 'Gone (410)'),
    link('/broken/error', 'Server error (500)'),
    link('/broken/flaky', 'Busy at first (503, then 200)'),
  ]),
})

const flaky = prosePage('/broken/flaky', 'Back in a minute', 'the returning clerk', {
  trail: [home],
  related: [link('/broken/behind-flaky', 'The room behind')],
})

export const brokenArea: Area = {
  routes: [
    pageRoute('/broken/', index),
    broken('missing', 404, 'Nothing here'),
    broken('gone', 410, 'Demolished'),
    broken('error', 500, 'Out of order'),
    pageRoute('/broken/flaky', flaky, { firstAnswer: { status: 503, retryAfterSecs: 1 } }),
    pageRoute('/broken/behind-flaky', prosePage('/broken/behind-flaky', 'The room behind', 'the back room')),
    pageRoute('/broken/only-from-errors', prosePage('/broken/only-from-errors', 'Around the back', 'the back door')),
  ],
}

/** Pages that only the sitemaps list, and sitemap entries without a page. */
import { pageRoute, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Area } from '../route.ts'

const orphans: [segment: string, title: string, subject: string][] = [
  ['almanac', 'River almanac', 'the almanac'],
  ['bylaws', 'Bylaws of the quay', 'the bylaws'],
  ['hatchlings', 'The duckling log', 'the duckling log'],
  ['tolls-1902', 'Tolls of 1902', 'the toll board'],
  ['verses', 'Verses found in a locker', 'the verses'],
  ['wind-rose', 'The wind rose', 'the wind rose'],
]

const trail = [link('/', 'Home')]

export const orphansArea: Area = {
  routes: orphans.map(([segment, title, subject], at) => {
    const path = `/attic/${segment}`
    return pageRoute(path, prosePage(path, title, subject, { trail }), { sitemap: at % 2 === 0 ? 'pages' : 'archive' })
  }),
  sitemapExtras: [
    { sitemap: 'pages', url: '/attic/burnt-in-1868' },
    { sitemap: 'pages', url: 'https://www.stowmouth.invalid/tides' },
    { sitemap: 'archive', url: '/attic/lent-to-stowmouth' },
    { sitemap: 'archive', url: '/private/ledger' },
  ],
}

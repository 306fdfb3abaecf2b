/**
 * /trap/: pages without end. Nothing on the ordinary site links here; start a crawl at /trap/,
 * with `crawlEntireDomain` when the ordinary site is to be found among the traps.
 */
import { linkList, prosePage } from '../compose.ts'
import { link } from '../page.ts'
import type { Link } from '../page.ts'
import type { Area, Route } from '../route.ts'

const index = link('/trap/', 'Traps')
const dayMs = 86_400_000

function trapPage(path: string, title: string, links: Link[]): Route {
  const page = prosePage(path, title, title.toLowerCase(), {
    chrome: 'none',
    trail: [index],
    blocks: linkList('Go on', links),
  })
  return { kind: 'page', path, page }
}

/** A day of a calendar that goes both ways for ever. */
function dayPage(path: string, date: string): Route | null {
  const time = Date.parse(date)
  if (Number.isNaN(time)) return null
  const beside = [-1, 1, 7, 31].map((days) => new Date(time + days * dayMs).toISOString().slice(0, 10))
  return trapPage(
    path,
    `Moorings on ${date}`,
    beside.map((day) => link(`/trap/calendar/${day}`, day)),
  )
}

/** A relative link that repeats its own folder. */
const loopPage = (path: string): Route =>
  trapPage(path, 'The same corner again', [link('north/east/', 'Round the corner', `${path}north/east/`)])

/** Filters over one list: every combination is a URL. */
function facetPage(path: string, url: URL): Route {
  const facets = ['bank', 'depth', 'shade', 'length', 'owner', 'tide']
  const links = facets.flatMap((facet) =>
    ['1', '2', '3'].map((value) => {
      const query = new URLSearchParams(url.searchParams)
      query.set(facet, value)
      return link(`/trap/facets?${query.toString()}`, `${facet} ${value}`)
    }),
  )
  return trapPage(path, 'Berths by choice', links)
}

/** A session id in every link. */
function sessionPage(path: string, url: URL): Route {
  const id = Number.parseInt(url.searchParams.get('visit') ?? '0', 36) || 0
  return trapPage(path, 'A ticket for every visitor', [
    link(`/trap/ticket?visit=${(id * 7 + 13).toString(36)}`, 'Next ticket'),
    link(`/trap/ticket?visit=${(id * 5 + 3).toString(36)}`, 'Another ticket'),
  ])
}

function routeFor(url: URL): Route | null {
  const path = url.pathname
  if (path === '/trap/') {
    return trapPage(path, 'Traps', [
      link('/trap/calendar/1911-08-04', 'The calendar'),
      link('/trap/loop/', 'The loop'),
      link('/trap/facets', 'The facets'),
      link('/trap/ticket', 'The tickets'),
      link('/', 'The ordinary site'),
    ])
  }
  if (path.startsWith('/trap/calendar/')) return dayPage(path, path.slice('/trap/calendar/'.length))
  if (path.startsWith('/trap/loop/')) return loopPage(path)
  if (path === '/trap/facets') return facetPage(path, url)
  return path === '/trap/ticket' ? sessionPage(path, url) : null
}

export const trapArea: Area = { routes: [], families: [{ prefix: '/trap/', routeFor }] }

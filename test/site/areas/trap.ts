/**
 * /trap/: crawler traps, and a few legitimate pages that look like them. No page of the ordinary site links here; start
 * a crawl at /trap/, with `crawlEntireDomain` when the ordinary site is to be found among the traps.
 */
import { linkList, prosePage, townPicture } from '../compose.ts'
import { link, paragraph } from '../page.ts'
import type { Block, Link } from '../page.ts'
import { prose } from '../prose.ts'
import type { Area, Route } from '../route.ts'

const index = link('/trap/', 'Traps')
const dayMs = 86_400_000

function trapPage(path: string, title: string, links: Link[], blocks: Block[] = []): Route {
  const page = prosePage(path, title, title.toLowerCase(), {
    chrome: 'none',
    trail: [index],
    blocks: [...blocks, ...linkList('Go on', links)],
  })
  return { kind: 'page', path, page }
}

/** A page with the same content under every URL. */
function samePage(path: string, title: string, links: Link[], blocks: Block[] = []): Route {
  const about = paragraph('There is nothing here that was not there before.')
  const page = {
    title,
    description: title,
    chrome: 'none' as const,
    blocks: [about, ...blocks, ...linkList('Go on', links)],
  }
  return { kind: 'page', path, page }
}

/** A day of a calendar that continues without end in both directions. */
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

/** Relative links whose paths do not repeat a segment too often for a long time. */
const stairsPage = (path: string): Route =>
  samePage(
    path,
    'On the stairs',
    ['attic', 'cellar', 'landing', 'pantry', 'yard'].map((name) =>
      link(`${name}/`, `To the ${name}`, `${path}${name}/`),
    ),
  )

const facets = ['bank', 'depth', 'shade', 'length', 'owner', 'tide']

/** Filters over one list: every combination is a URL. */
function facetPage(path: string, url: URL): Route {
  const links = facets.flatMap((facet) =>
    ['1', '2', '3'].map((value) => {
      const query = new URLSearchParams(url.searchParams)
      query.set(facet, value)
      return link(`/trap/facets?${query.toString()}`, `${facet} ${value}`)
    }),
  )
  return trapPage(path, 'Berths by choice', links)
}

let visits = 0

/** Filters whose values differ on every request. */
function dicePage(path: string, url: URL): Route {
  visits += 1
  const links = facets.map((facet, at) => {
    const query = new URLSearchParams(url.searchParams)
    query.set(facet, ((visits * 7_919 + at * 104_729) % 1_679_616).toString(36))
    return link(`/trap/dice?${query.toString()}`, `Another ${facet}`)
  })
  return samePage(path, 'Berths by the dice', links)
}

/** A session id in every link. */
function sessionPage(path: string, url: URL): Route {
  const id = Number.parseInt(url.searchParams.get('visit') ?? '0', 36) || 0
  return trapPage(path, 'A ticket for every visitor', [
    link(`/trap/ticket?visit=${(id * 7 + 13).toString(36)}`, 'Next ticket'),
    link(`/trap/ticket?visit=${(id * 5 + 3).toString(36)}`, 'Another ticket'),
  ])
}

/** A session id in the path of every link: always the same page. */
function counterPage(path: string): Route {
  visits += 1
  return samePage(path, 'At the counter', [
    link(`/trap/counter;jsessionid=${visits.toString(16)}`, 'Stay at the counter'),
  ])
}

const rollPages = 20

/** A list whose pagination continues after its end. */
function rollPage(path: string, number: number): Route {
  const names = number > rollPages ? ['There are no more names.'] : prose(path, 'the roll', 2)
  const next = link(`/trap/roll/${number + 1}`, 'Next page')
  return samePage(
    path,
    `The roll, page ${number}`,
    [next],
    names.map((text) => paragraph(text)),
  )
}

const galleryPages = 80
const pictures = ['town-from-the-water', 'tollbridge', 'upper-lock', 'osier-island', 'fish-quay']

/** Numbered pages with few words, each linked only to its neighbours. */
function galleryPage(path: string, number: number): Route | null {
  if (number < 1 || number > galleryPages) return null
  const [caption = ''] = prose(path, 'the picture', 1)
  const beside = [number - 1, number + 1].filter((other) => other >= 1 && other <= galleryPages)
  const links = beside.map((other) => link(`/trap/gallery/${other}`, `Picture ${other}`))
  return samePage(path, `Picture ${number}`, links, [townPicture(pictures[number % pictures.length]!, caption)])
}

const notesMonths = Array.from(
  { length: 36 },
  (_, at) => `${1908 + Math.trunc(at / 12)}/${String((at % 12) + 1).padStart(2, '0')}`,
)

/** An archive by month, each with two notes and a link to the next month. */
function notesPage(path: string): Route | null {
  const [, month = '', note] = /^\/trap\/notes\/(\d{4}\/\d{2})\/(first|second)?$/.exec(path) ?? []
  const at = notesMonths.indexOf(month)
  if (at === -1) return null
  if (note !== undefined) return trapPage(path, `The ${note} note`, [link(`/trap/notes/${month}/`, 'Its month')])
  const next = notesMonths.slice(at + 1, at + 2).map((later) => link(`/trap/notes/${later}/`, 'The month after'))
  const notes = ['first', 'second'].map((name) => link(`/trap/notes/${month}/${name}`, `The ${name} note`))
  return trapPage(path, `Notes of ${month}`, [...notes, ...next])
}

/** Legitimate pages in /trap/; a crawl must find all of them. */
export const honestTrapPaths: readonly string[] = [
  '/trap/',
  ...Array.from({ length: galleryPages }, (_, at) => `/trap/gallery/${at + 1}`),
  ...Array.from({ length: rollPages }, (_, at) => `/trap/roll/${at + 1}`),
  ...notesMonths.flatMap((month) => ['', 'first', 'second'].map((note) => `/trap/notes/${month}/${note}`)),
]

const firstPages: [path: string, name: string][] = [
  ['/trap/calendar/1911-08-04', 'The calendar'],
  ['/trap/loop/', 'The loop'],
  ['/trap/stairs/', 'The stairs'],
  ['/trap/facets', 'The facets'],
  ['/trap/dice', 'The dice'],
  ['/trap/ticket', 'The tickets'],
  ['/trap/counter', 'The counter'],
  ['/trap/roll/1', 'The roll'],
  ['/trap/gallery/1', 'The gallery'],
  [`/trap/notes/${notesMonths[0]}/`, 'The notes'],
  ['/', 'The ordinary site'],
]

function routeFor(url: URL): Route | null {
  const path = url.pathname
  const [, area = '', rest = ''] = /^\/trap\/([a-z]*)(.*)$/.exec(path) ?? []
  const number = /^\/[1-9]\d{0,6}$/.test(rest) ? Number(rest.slice(1)) : null
  if (area === '')
    return rest === ''
      ? trapPage(
          path,
          'Traps',
          firstPages.map(([to, name]) => link(to, name)),
        )
      : null
  if (area === 'calendar' && rest !== '') return dayPage(path, rest.slice(1))
  if (area === 'loop' && rest !== '') return loopPage(path)
  if (area === 'stairs' && rest !== '') return stairsPage(path)
  if (area === 'facets' && rest === '') return facetPage(path, url)
  if (area === 'dice' && rest === '') return dicePage(path, url)
  if (area === 'ticket' && rest === '') return sessionPage(path, url)
  if (area === 'counter' && /^(?:;|$)/.test(rest)) return counterPage(path)
  if (area === 'roll' && number !== null) return rollPage(path, number)
  if (area === 'gallery' && number !== null) return galleryPage(path, number)
  return area === 'notes' ? notesPage(path) : null
}

export const trapArea: Area = { routes: [], families: [{ prefix: '/trap/', routeFor }] }

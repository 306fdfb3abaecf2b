/** /town/: places to visit, one line each; the index lists them all. */
import { hoursTable, linkList, pageRoute, prosePage, townPicture } from '../compose.ts'
import { heading, link, paragraph } from '../page.ts'
import { chooser } from '../prose.ts'
import type { Area, PageRoute } from '../route.ts'

/** Segment of the path, title, subject of the prose, delay in milliseconds. */
type Place = [segment: string, title: string, subject: string, delayMs?: number]

const places: Place[] = [
  ['bakery', 'The bakery on Mill Lane', 'the bakery'],
  ['boathouse', 'The boathouse', 'the boathouse'],
  ['brewery', 'Malthouse brewery', 'the brewery'],
  ['bridge', 'The Tollbridge', 'the bridge', 400],
  ['chandlery', 'Crewe’s chandlery', 'the chandlery'],
  ['corn-exchange', 'The Corn Exchange', 'the exchange'],
  ['fish-quay', 'The Fish Quay', 'the quay'],
  ['gauge-house', 'The Gauge House', 'the gauge', 800],
  ['harbour', 'The harbour', 'the harbour'],
  ['library', 'The reading room', 'the reading room'],
  ['lido', 'The river lido', 'the lido'],
  ['market', 'The Thursday market', 'the market'],
  ['meadow', 'The Long Meadow', 'the meadow'],
  ['mill', 'The paper mill', 'the mill'],
  ['museum', 'The bargee museum', 'the museum'],
  ['osier-island', 'Osier Island', 'the island'],
  ['ropewalk', 'The Ropewalk', 'the ropewalk', 300],
  ['station', 'The branch line station', 'the branch line'],
  ['steps', 'Saint Brannoc’s steps', 'the steps'],
  ['town-hall', 'The town hall', 'the town hall'],
  ['upper-lock', 'The Upper Lock', 'the lock'],
  ['weir', 'The Old Weir', 'the weir'],
]

const index = link('/town/', 'Town')
const trail = [link('/', 'Home'), index]
const linkTo = ([segment, title]: Place) => link(`/town/${segment}`, title)

function placeRoute(place: Place): PageRoute {
  const [segment, title, subject, delayMs] = place
  const path = `/town/${segment}`
  const choose = chooser(`near ${path}`)
  const others = places.filter((other) => other !== place)
  const near = [choose.pick(others.slice(0, 10)), choose.pick(others.slice(10))]
  const page = prosePage(path, title, subject, {
    trail,
    blocks: [
      ...hoursTable(path),
      heading('Getting there'),
      paragraph('From the ', link('/town/harbour#moorings', 'visitors’ moorings'), ' follow the white posts.'),
    ],
    related: near.map(linkTo),
  })
  return pageRoute(path, page, { sitemap: 'pages', ...(delayMs === undefined ? {} : { delayMs }) })
}

const indexPage = prosePage('/town/', 'The town', 'the town', {
  trail: [link('/', 'Home')],
  blocks: [townPicture('tollbridge', 'The Tollbridge in August'), ...linkList('Places', places.map(linkTo))],
})

const about = prosePage('/town/about', 'About this site', 'the harbour office', {
  trail,
  robots: 'noindex, nofollow',
  related: [link('/', 'Start page', '/', 'nofollow'), link('tel:+00123456', 'Telephone', null)],
})

export const townArea: Area = {
  routes: [
    pageRoute('/town/', indexPage, { sitemap: 'pages' }),
    pageRoute('/town/about', about),
    ...places.map(placeRoute),
  ],
}

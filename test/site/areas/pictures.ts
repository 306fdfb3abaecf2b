/** /pictures/: pages with pictures, links to the picture files and to an archive. A crawl must not fetch the files. */
import { linkList, pageRoute, prosePage, townPicture } from '../compose.ts'
import { heading, link, markup, paragraph, picture } from '../page.ts'
import { png } from '../pixels.ts'
import type { Colour } from '../pixels.ts'
import { chooser } from '../prose.ts'
import type { Area, FileRoute, PageRoute } from '../route.ts'

/** File name without extension, caption. */
const pictures: [name: string, caption: string][] = [
  ['town-from-the-water', 'Hallowford from the water'],
  ['tollbridge', 'The Tollbridge in August'],
  ['upper-lock', 'The Upper Lock on a quiet morning'],
  ['osier-island', 'Osier Island before the mowing'],
  ['fish-quay', 'Nets on the Fish Quay'],
]

const width = 96
const height = 54

/** Draws sky, a far bank and ripples, in the colours of the time of day in the name. */
function landscape(name: string): Buffer {
  const choose = chooser(`picture ${name}`)
  const sky = choose.pick<Colour>([
    [196, 220, 235],
    [240, 214, 180],
    [205, 205, 222],
  ])
  const bank = choose.pick<Colour>([
    [92, 120, 80],
    [120, 110, 84],
    [70, 98, 92],
  ])
  const bankTop = 18 + choose.integer(8)
  const phase = choose.integer(20)
  return png(width, height, (x, y) => {
    const hill = bankTop + Math.round(4 * Math.sin((x + phase) / 9))
    if (y < hill) return [sky[0] - y, sky[1] - y, sky[2]]
    if (y < 30) return bank
    const ripple = Math.round(18 * Math.sin((x + y * 3 + phase) / 5))
    return [60 + ripple, 100 + ripple, 140 + ripple]
  })
}

/** A grey square of 8 by 8 pixels: the smallest baseline JPEG that decoders accept (ITU T.81). */
function smallestJpeg(): Buffer {
  const oneCode = `01${'00'.repeat(15)}00`
  return Buffer.from(
    [
      'ffd8ffe000104a46494600010100000100010000',
      `ffdb004300${'01'.repeat(64)}`,
      'ffc0000b080008000801011100',
      `ffc4001400${oneCode}`,
      `ffc4001410${oneCode}`,
      'ffda0008010100003f003fffd9',
    ].join(''),
    'hex',
  )
}

/** A ZIP without entries: only the end record. */
const emptyZip = (): Buffer => Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')

const map = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><title>Map of the three bends</title><path d="M0 10 Q30 60 60 30 T120 50" fill="none" stroke="#2f6690" stroke-width="4"/></svg>\n`

const file = (name: string, contentType: string, body: () => string | Buffer): FileRoute => {
  return { kind: 'file', path: `/pictures/${name}`, contentType, body }
}

const trail = [link('/', 'Home'), link('/pictures/', 'Pictures')]

const showing = ([name, caption]: (typeof pictures)[number]): PageRoute => {
  const page = prosePage(`/pictures/of/${name}`, caption, 'the picture', {
    trail,
    blocks: [
      townPicture(name, caption),
      paragraph('The file: ', link(`../${name}.png`, 'PNG', `/pictures/${name}.png`), '.'),
    ],
  })
  return pageRoute(`/pictures/of/${name}`, page)
}

const index = prosePage('/pictures/', 'Pictures', 'the picture cabinet', {
  trail: trail.slice(0, 1),
  blocks: [
    ...pictures.map(([name, caption]) => townPicture(name, caption)),
    heading('A map'),
    picture('/pictures/map.svg', 'Map of the three bends', 'The three bends'),
    markup(
      '<p><a href="/pictures/of/tollbridge"><img src="tollbridge.png" alt="The Tollbridge"></a></p>',
      link('/pictures/of/tollbridge', ''),
    ),
    ...linkList(
      'One by one',
      pictures.map(([name, caption]) => link(`/pictures/of/${name}`, caption)),
    ),
    ...linkList('Files', [
      link('/pictures/map.svg', 'The map (SVG)'),
      link('/pictures/stone.jpg', 'A stone (JPEG)'),
      link('/pictures/all.zip', 'Everything (ZIP)'),
      link('/pictures/Stone.JPG?size=large', 'A stone, in capitals and with a query'),
    ]),
  ],
})

export const picturesArea: Area = {
  routes: [
    pageRoute('/pictures/', index, { sitemap: 'pages' }),
    ...pictures.map(showing),
    ...pictures.map(([name]) => file(`${name}.png`, 'image/png', () => landscape(name))),
    file('map.svg', 'image/svg+xml', () => map),
    file('stone.jpg', 'image/jpeg', smallestJpeg),
    file('Stone.JPG', 'image/jpeg', smallestJpeg),
    file('all.zip', 'application/zip', emptyZip),
  ],
}

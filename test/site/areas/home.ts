/**
 * /: the start page.
 */
import { linkList, pageRoute, prosePage, townPicture } from '../compose.ts'
import { heading, link, paragraph, steps } from '../page.ts'
import type { Area } from '../route.ts'

const page = prosePage('/', 'Hallowford on the Wend', 'the river', {
  description: 'Town guide of Hallowford: places, the river guide, the gauge reference and the journal.',
  blocks: [
    townPicture('town-from-the-water', 'Hallowford from the water'),
    heading('Where to begin'),
    paragraph(
      'Start with the ',
      link('/town/', 'places in town'),
      ', walk a chapter of the ',
      link('/guide/', 'river guide'),
      ', or look up a call in the ',
      link('/reference/', 'gauge reference'),
      '. Water levels are discussed in the ',
      link('/blog', 'journal'),
      '.',
    ),
    heading('A day in three steps'),
    steps(
      'Breakfast at the bakery on Mill Lane.',
      'The towpath to the Upper Lock and back.',
      'Supper on the Fish Quay.',
    ),
    ...linkList('Now and then', [
      link('/links/', 'Odds and ends: links of every kind'),
      link('/redirects/', 'Moved pages'),
      link('/broken/', 'Pages under repair'),
      link('/charsets/', 'Letters from abroad'),
      link('/archive/index.html', 'The old site of 1998'),
      link('https://www.stowmouth.invalid/ferry', 'The ferry from Stowmouth'),
    ]),
  ],
})

export const homeArea: Area = { routes: [pageRoute('/', page, { sitemap: 'pages' })] }

/**
 * /guide/: a book in chapters and sections, with tables of contents, fragments, previous and next.
 */
import { linkList, pageRoute, prosePage, townPicture } from '../compose.ts'
import { heading, link, paragraph, quote, slug, table } from '../page.ts'
import type { Link, Page } from '../page.ts'
import { chooser, prose } from '../prose.ts'
import type { Area, PageRoute } from '../route.ts'

/** Title of a chapter, then its sections. */
const chapters: [title: string, ...sections: string[]][] = [
  ['The river', 'Source and springs', 'The three bends', 'Floods and low water', 'Fish', 'Birds', 'Ice'],
  ['Locks', 'How a lock works', 'The Upper Lock', 'The Tide Lock', 'Signals and bells', 'Lock fees'],
  ['Bridges', 'The Tollbridge', 'The railway bridge', 'Fords and stepping stones', 'Headroom', 'Lights at night'],
  ['Boats', 'Narrowboats', 'Punts', 'The ferry', 'Moorings', 'Rules of the road', 'Hiring a boat'],
  ['Walks', 'The towpath', 'Round Osier Island', 'Heron Reach', 'The mill race', 'To Stowmouth on foot'],
  ['Food and drink', 'Eel in nine ways', 'Bread', 'Ale and cider', 'The samphire season', 'Market days'],
  ['History', 'The charter', 'The great flood', 'Rope and paper', 'The branch line', 'The gauge service'],
]

const home = link('/', 'Home')
const guide = link('/guide/', 'River guide')
const chapterPath = (title: string): string => `/guide/${slug(title)}/`

interface Leaf {
  path: string
  title: string
  trail: Link[]
  /** The chapter's sections when the leaf is a chapter. */
  contents: Link[]
}

const leaves: Leaf[] = chapters.flatMap(([title, ...sections]) => {
  const chapter = link(chapterPath(title), title)
  const contents = sections.map((section) => link(`${chapter.href}${slug(section)}`, section))
  const pages = contents.map((entry) => ({
    path: entry.href,
    title: entry.text,
    trail: [home, guide, chapter],
    contents: [],
  }))
  return [{ path: chapter.href, title, trail: [home, guide], contents }, ...pages]
})

function bodyOf({ contents, path, title }: Leaf): Partial<Page> {
  const choose = chooser(`level ${path}`)
  const subject = `the ${title.toLowerCase().replace(/^the /, '')}`
  const levels = (gauge: string): string[] => {
    const mean = 80 + choose.integer(140)
    return [
      gauge,
      ...[mean, mean + 90 + choose.integer(200)].map((centimetres) => `${(centimetres / 100).toFixed(2)} m`),
    ]
  }
  const [practice = '', lore = ''] = prose(`${path}#`, subject, 2)
  const onThisPage = [link(`#in-practice`, 'In practice', `${path}#in-practice`), link(`${path}#levels`, 'Levels')]
  const chapterList = contents.length === 0 ? [] : linkList('Sections', contents)
  return {
    blocks: [
      ...linkList('On this page', onThisPage),
      ...chapterList,
      heading('In practice'),
      paragraph(practice),
      heading('Levels'),
      table(['Gauge', 'Mean', 'Highest'], [levels('Gauge House'), levels('Upper Lock')]),
      heading('Lore', 3),
      quote(lore, 'from the journal of the harbour office'),
    ],
  }
}

function leafRoute(leaf: Leaf, at: number): PageRoute {
  const [before, after] = [leaves[at - 1], leaves[at + 1]]
  const page = prosePage(leaf.path, leaf.title, `the ${leaf.title.toLowerCase().replace(/^the /, '')}`, {
    ...bodyOf(leaf),
    trail: leaf.trail,
    ...(before === undefined ? {} : { previous: link(before.path, `← ${before.title}`) }),
    ...(after === undefined ? {} : { next: link(after.path, `${after.title} →`) }),
  })
  return pageRoute(leaf.path, page, { sitemap: 'pages' })
}

const index = prosePage('/guide/', 'River guide', 'the river guide', {
  trail: [home],
  blocks: [
    townPicture('upper-lock', 'The Upper Lock on a quiet morning'),
    ...linkList(
      'Chapters',
      chapters.map(([title]) => link(chapterPath(title), title)),
    ),
    ...linkList('Appendices', [
      link('/guide/brücke', 'Für Gäste: die Brücke'),
      link('/guide/lost%20and%20found', 'Lost and found'),
    ]),
  ],
  next: link(chapterPath('The river'), 'The river →'),
})

const bridge = prosePage('/guide/brücke', 'Die Brücke', 'the German visitors’ bridge', {
  trail: [home, guide],
  language: 'de',
  alternate: { ...link('/guide/bridges/the-tollbridge', 'English'), language: 'en' },
  related: [link('/guide/bridges/the-tollbridge', 'In English: The Tollbridge')],
})

const lost = prosePage('/guide/lost%20and%20found', 'Lost and found', 'the lost property cupboard', {
  trail: [home, guide],
})

export const guideArea: Area = {
  routes: [
    pageRoute('/guide/', index, { sitemap: 'pages' }),
    ...leaves.map(leafRoute),
    pageRoute('/guide/brücke', bridge, { sitemap: 'pages' }),
    pageRoute('/guide/lost%20and%20found', lost, { sitemap: 'pages' }),
  ],
}

/**
 * /blog: the journal with dated posts, a paginated index (`?page=2`) and tags. `/blogger` and `/blog-roll` are
 * neighbours that a crawl of /blog must not enter.
 */
import { linkList, pageRoute, prosePage } from '../compose.ts'
import { heading, link, list, paragraph, slug } from '../page.ts'
import type { Block, Link, Page } from '../page.ts'
import { prose } from '../prose.ts'
import type { Area } from '../route.ts'

type Post = [date: string, title: string, subject: string, ...tags: string[]]

/** Newest first. */
const posts: Post[] = [
  ['2025-09-12', 'The sluice sings again', 'the new sluice', 'locks', 'repairs'],
  ['2025-08-28', 'Low water, high spirits', 'the drought', 'levels', 'boats'],
  ['2025-08-03', 'Regatta results', 'the regatta', 'boats', 'people'],
  ['2025-07-14', 'A heron on the town hall', 'the heron', 'birds'],
  ['2025-06-30', 'What the gauge saw in June', 'the June record', 'levels'],
  ['2025-06-02', 'Crayfish, and how to leave them alone', 'the crayfish', 'food'],
  ['2025-05-11', 'May flood diary', 'the May flood', 'levels', 'people'],
  ['2025-04-19', 'Painting the Tollbridge', 'the new paint', 'repairs'],
  ['2025-03-27', 'First boats of the year', 'the first convoy', 'boats', 'locks'],
  ['2025-02-16', 'Ice on the Long Meadow', 'the ice', 'levels'],
  ['2025-01-09', 'A bell for the Tide Lock', 'the bell', 'locks', 'people'],
  ['2024-12-20', 'Lanterns on the water', 'the lantern night', 'people'],
  ['2024-11-11', 'Eel season ends', 'the eel season', 'food', 'people'],
  ['2024-10-05', 'The kingfisher census', 'the kingfisher', 'birds'],
  ['2024-09-18', 'New ropes at the ferry', 'the ferry rope', 'boats', 'repairs'],
  ['2024-08-22', 'Swimming from Osier Island', 'the swim', 'people'],
  ['2024-07-07', 'Samphire for beginners', 'the samphire', 'food'],
  ['2024-06-15', 'How we count boats', 'the count', 'boats', 'levels'],
  ['2024-05-04', 'Swifts are back', 'the swifts', 'birds'],
  ['2024-04-01', 'Tide expected at the railway station', 'the April tide', 'levels', 'people'],
]

const perPage = 5
const home = link('/', 'Home')
const journal = link('/blog', 'Journal')
const tags = [...new Set(posts.flatMap(([, , , ...names]) => names))].toSorted()
const tagLink = (tag: string): Link => link(`/blog/tags/${tag}`, tag)
const postPath = ([date, title]: Post): string => `/blog/${date.slice(0, 7).replace('-', '/')}/${slug(title)}`
const postLink = (post: Post): Link => link(postPath(post), post[1])
const indexLink = (page: number): Link => link(page === 1 ? '/blog' : `/blog?page=${page}`, `Page ${page}`)

function postPage(post: Post, at: number): Page {
  const [date, title, subject, ...names] = post
  const [newer, older] = [posts[at - 1], posts[at + 1]]
  return prosePage(postPath(post), title, subject, {
    trail: [home, journal],
    blocks: [
      heading('Afterwards'),
      ...prose(`${title} afterwards`, subject, 2).map((text) => paragraph(text)),
      paragraph(`Written on ${date}, filed under: `, ...names.flatMap((name) => [tagLink(name), ' '])),
    ],
    ...(newer === undefined ? {} : { previous: postLink(newer) }),
    ...(older === undefined ? {} : { next: postLink(older) }),
  })
}

const summary = (post: Post): Block[] => [
  heading(post[1]),
  paragraph(`${post[0]}. ${prose(postPath(post), post[2], 1)[0]?.split('. ')[0] ?? ''}. `, {
    ...postLink(post),
    text: 'Read on',
  }),
]

function indexPage(page: number, pages: number): Page {
  const others = Array.from({ length: pages }, (_, at) => indexLink(at + 1)).filter((_, at) => at + 1 !== page)
  return {
    title: page === 1 ? 'Journal' : `Journal, page ${page}`,
    description: 'News from the river and the harbour office.',
    trail: [home],
    blocks: [
      ...posts.slice((page - 1) * perPage, page * perPage).flatMap(summary),
      heading('More pages'),
      list(...others),
      ...linkList('Tags', tags.map(tagLink)),
      ...linkList('Neighbours', [
        link('/blogger', 'Blogger, the harbour cat'),
        link('/blog-roll', 'Other river journals'),
      ]),
    ],
    ...(page < pages ? { next: indexLink(page + 1) } : {}),
  }
}

const pageCount = Math.ceil(posts.length / perPage)

function tagPage(tag: string): Page {
  const tagged = posts.filter(([, , , ...names]) => names.includes(tag))
  return prosePage(`/blog/tags/${tag}`, `Posts about ${tag}`, tag, {
    trail: [home, journal],
    blocks: linkList('Posts', tagged.map(postLink)),
  })
}

const cat = prosePage('/blogger', 'Blogger, the harbour cat', 'the harbour cat', {
  trail: [home],
  related: [link('/blogger/kittens', 'Kittens')],
})

export const blogArea: Area = {
  routes: [
    ...Array.from({ length: pageCount }, (_, at) => pageRoute(indexLink(at + 1).href, indexPage(at + 1, pageCount))),
    ...posts.map((post, at) => pageRoute(postPath(post), postPage(post, at), { sitemap: 'archive' })),
    ...tags.map((tag) => pageRoute(`/blog/tags/${tag}`, tagPage(tag))),
    pageRoute('/blogger', cat),
    pageRoute('/blogger/kittens', prosePage('/blogger/kittens', 'Kittens', 'the kittens', { trail: [home] })),
    pageRoute(
      '/blog-roll',
      prosePage('/blog-roll', 'Other river journals', 'the neighbours’ journal', { trail: [home] }),
    ),
  ],
}

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dedupeKey, isBelow, isMedia } from './dedupe-key.ts'
import { composeGraph, siteGraph } from './graph.ts'
import { link, list } from './page.ts'
import type { Link } from './page.ts'
import type { Area, PageRoute } from './route.ts'
import { expectedCrawl, expectedLinks, troubleTruth } from './truth.ts'

const bare = (path: string, ...links: Link[]): PageRoute => ({
  kind: 'page',
  path,
  page: { title: path, description: path, chrome: 'none', blocks: [list(...links)] },
})

const to = (path: string): Link => link(path, path)

/** Small enough to be verified by hand. */
const area: Area = {
  robots: [{ rule: 'disallow', prefix: '/d/no' }],
  routes: [
    bare('/d/', to('/d/a'), to('/d/moved'), to('/d/no/x'), to('/x'), to('/d/p.png'), to('/d/404')),
    bare('/d/a', to('/d/b?utm_source=s'), to('/d/b'), to('/d/b?q=1'), to('http://other.invalid/#f')),
    bare('/d/b', to('/d/c#part')),
    bare('/d/c'),
    bare('/d/lonely'),
    bare('/x', to('/d/c')),
    { kind: 'redirect', path: '/d/moved', status: 301, location: '/d/a' },
    { kind: 'redirect', path: '/d/out', status: 301, location: '/x' },
  ],
  sitemapExtras: ['/d/lonely', '/d/out', '/d/gone', '/x'].map((url) => ({ sitemap: 'pages', url })),
}
const graph = composeGraph([area])
const depths = (truth: ReturnType<typeof expectedCrawl>): Record<string, number> =>
  Object.fromEntries([...truth.scraped].map(([path, { depth }]) => [path, depth]))

describe('expectedCrawl', () => {
  it('walks breadth-first below the start path', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'skip', graph })
    assert.deepEqual(depths(truth), { '/d/': 0, '/d/a': 1, '/d/b?utm_source=s': 2, '/d/b?q=1': 2, '/d/c': 3 })
    assert.equal(truth.scraped.get('/d/c')?.parent, '/d/b?utm_source=s')
    assert.deepEqual(Object.fromEntries(truth.duplicates), { '/d/moved': '/d/a' })
    assert.deepEqual(Object.fromEntries(truth.failed), { '/d/404': 'http_status' })
    assert.deepEqual(Object.fromEntries(truth.repeats), { '/d/b': '/d/b?utm_source=s' })
    assert.deepEqual(Object.fromEntries(truth.refused), {
      '/d/no/x': ['robots'],
      '/x': ['out_of_scope'],
      '/d/p.png': ['media_extension'],
      'http://other.invalid/': ['out_of_scope'],
    })
  })

  it('adds sitemap URLs at depth 1', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'include', graph })
    assert.deepEqual(truth.scraped.get('/d/lonely'), { depth: 1, parent: null, finalPath: '/d/lonely' })
    assert.equal(truth.failed.get('/d/gone'), 'http_status')
    assert.equal(truth.failed.get('/d/out'), 'redirect_out_of_scope')
  })

  it('follows no links when only the sitemap counts', () => {
    assert.deepEqual(depths(expectedCrawl({ start: '/d/', sitemap: 'only', graph })), { '/d/': 0, '/d/lonely': 1 })
  })

  it('admits the whole host on request', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'include', crawlEntireDomain: true, graph })
    assert.equal(truth.scraped.get('/x')?.depth, 1)
    // The content is reached through /d/out or /x, whichever is fetched first; the truth reports no order dependence.
    assert.deepEqual(truth.orderDependent, [])
    assert.equal(truth.duplicates.get('/d/out'), '/x')
  })

  it('says when the order of fetches decides', () => {
    const unordered = composeGraph([
      {
        routes: [
          bare('/', to('/old'), to('/new')),
          { kind: 'redirect', path: '/old', status: 301, location: '/new' },
          bare('/new'),
        ],
      },
    ])
    assert.deepEqual(expectedCrawl({ start: '/', sitemap: 'skip', graph: unordered }).orderDependent, ['/old'])
  })

  it('stops at the depth requested', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'include', maxDiscoveryDepth: 0, graph })
    assert.deepEqual(depths(truth), { '/d/': 0 })
    assert.deepEqual(truth.refused.get('/d/lonely'), ['depth'])
  })

  it('takes URLs that differ in their query as one on request', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'skip', ignoreQueryParameters: true, graph })
    assert.equal(truth.repeats.get('/d/b?q=1'), '/d/b?utm_source=s')
  })

  it('fetches the start page for its links although the patterns leave it out', () => {
    const truth = expectedCrawl({ start: '/d/', sitemap: 'skip', includePaths: ['/a$'], graph })
    assert.deepEqual(depths(truth), { '/d/a': 1 })
    assert.deepEqual(truth.refused.get('/d/'), ['include_paths'])
    const without = expectedCrawl({ start: '/d/', sitemap: 'skip', excludePaths: ['/a$'], graph })
    assert.equal(without.scraped.has('/d/a'), false)
  })

  it('fetches nothing when robots.txt forbids the start page, unless robots.txt is ignored', () => {
    assert.equal(expectedCrawl({ start: '/d/no/x', sitemap: 'include', graph }).scraped.size, 0)
    assert.equal(expectedCrawl({ start: '/d/', sitemap: 'skip', ignoreRobots: true, graph }).failed.size, 2)
  })

  it('moves the scope to where the start page redirects, unless that is in scope', () => {
    const truth = expectedCrawl({ start: '/redirects/start', sitemap: 'skip' })
    assert.equal(truth.scraped.get('/redirects/start')?.finalPath, '/guide/')
    assert.equal(truth.scraped.has('/guide/locks/'), true)
    assert.equal(truth.scraped.has('/town/'), false)
    const within = composeGraph([
      {
        routes: [
          { kind: 'redirect', path: '/a', status: 301, location: '/a/x' },
          bare('/a/x', to('/a/y')),
          bare('/a/y'),
        ],
      },
    ])
    assert.deepEqual(depths(expectedCrawl({ start: '/a', sitemap: 'skip', graph: within })), { '/a': 0, '/a/y': 1 })
  })

  it('refuses to walk a part without end', () => {
    const routeFor = ({ pathname }: URL): PageRoute => bare(pathname, to(`/n/${Number(pathname.slice(3)) + 1}`))
    const endless = composeGraph([{ routes: [], families: [{ prefix: '/n/', routeFor }] }])
    assert.throws(() => expectedCrawl({ start: '/n/', sitemap: 'skip', graph: endless }), /without end/)
  })
})

describe('the truth about the ordinary site', () => {
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })

  it('covers 220 to 300 pages, few of which fail', () => {
    const total = truth.scraped.size + truth.duplicates.size + truth.failed.size
    assert.ok(total >= 220 && total <= 300, `${total}`)
    assert.ok(truth.failed.size >= 4 && truth.failed.size <= 10, `${truth.failed.size}`)
    assert.equal(truth.open.size, 0)
  })

  it('puts every URL into exactly one set', () => {
    const sets = [truth.scraped, truth.duplicates, truth.failed, truth.refused, truth.repeats]
    const all = sets.flatMap((set) => [...set.keys()])
    assert.equal(new Set(all).size, all.length)
  })

  it('depends on no order of fetches, for any start we use', () => {
    for (const start of ['/', '/blog', '/guide/', '/redirects/', '/links/', '/redirects/start', '/trouble/']) {
      for (const sitemap of ['include', 'skip', 'only'] as const) {
        assert.deepEqual(expectedCrawl({ start, sitemap }).orderDependent, [], `${start} ${sitemap}`)
      }
    }
  })

  it('gives every linked page a parent one level up', () => {
    const { scraped } = expectedCrawl({ start: '/', sitemap: 'skip' })
    for (const [path, { depth, parent }] of scraped) {
      if (depth > 0) assert.equal(scraped.get(parent ?? '')?.depth, depth - 1, path)
    }
  })

  it('has only from the sitemap what nothing links', () => {
    const linked = expectedCrawl({ start: '/', sitemap: 'skip' }).scraped
    const orphans = [...truth.scraped.keys()].filter((path) => !linked.has(path))
    assert.equal(orphans.length, 6)
    assert.ok(orphans.every((path) => path.startsWith('/attic/')))
  })

  it('keeps nasty and endless parts out', () => {
    const reached = [...truth.scraped.keys(), ...truth.failed.keys()]
    assert.deepEqual(
      reached.filter((path) => /^\/(?:trouble|trap|many|docs64)\//.test(path)),
      [],
    )
  })

  it('never admits /blogger to a crawl of /blog', () => {
    const { refused, scraped } = expectedCrawl({ start: '/blog', sitemap: 'include' })
    assert.deepEqual(refused.get('/blogger'), ['out_of_scope'])
    assert.deepEqual(refused.get('/blog-roll'), ['out_of_scope'])
    assert.equal(scraped.get('/blog?page=4')?.depth, 1)
  })

  it('says of every trouble how it may end', () => {
    for (const [path, { codes, scraped }] of troubleTruth) assert.ok(scraped || codes.length > 0, path)
    assert.ok(troubleTruth.size >= 30)
    assert.equal(expectedCrawl({ start: '/trouble/', sitemap: 'skip' }).failed.get('/trouble/hang'), 'timeout')
  })
})

describe('the rules below the truth', () => {
  const key = (url: string): string => dedupeKey(new URL(url, 'http://h'), false)

  it('knows which spellings are one page', () => {
    assert.equal(key('/p?b=2&a=1'), key('/p?a=1&b=2'))
    assert.equal(key('/%7ep%c3%a9'), key('/~pé'))
    assert.equal(key('/p?UTM_campaign=x&_ga=1'), key('/p'))
    assert.equal(key('/p;jsessionid=9'), key('/p'))
    for (const other of ['/p/', '/P', '/p?a=1', '/p%2F', '/index.html']) assert.notEqual(key(other), key('/p'))
    assert.notEqual(key('/p?a=1&a=2'), key('/p?a=2&a=1'))
  })

  it('takes the start path as prefix, folder or exact path', () => {
    const below = (start: string, path: string): boolean =>
      isBelow(new URL(start, 'http://h'), new URL(path, 'http://h'))
    assert.deepEqual(
      ['/a/', '/a/b', '/a', '/ab'].map((path) => below('/a/', path)),
      [true, true, false, false],
    )
    assert.deepEqual(
      ['/a', '/a?q', '/a/b', '/ab'].map((path) => below('/a', path)),
      [true, true, true, false],
    )
    assert.deepEqual(
      ['/a/c', '/b'].map((path) => below('/a/i.html', path)),
      [true, false],
    )
    assert.deepEqual(
      ['/v/3.0/x', '/v/2.0'].map((path) => below('/v/3.0', path)),
      [true, false],
    )
  })

  it('takes pictures and archives as media, dotted names as pages', () => {
    const media = (path: string): boolean => isMedia(new URL(path, 'http://h'))
    assert.deepEqual(['/a.png', '/A.JPG?x', '/a.zip', '/a.svg'].map(media), [true, true, true, true])
    assert.deepEqual(['/node.js', '/v/3.0', '/asp.net', '/x?f=a.png'].map(media), [false, false, false, false])
  })

  it('refuses a path declared twice and a relative link without its meaning', () => {
    assert.throws(() => composeGraph([{ routes: [bare('/a'), bare('/%61')] }]), /declared twice/)
    assert.throws(() => link('../up', 'Up'), /what it means/)
  })

  it('finds routes by any spelling and by path alone when no route names the query', () => {
    assert.equal(siteGraph.routeFor('/guide/brücke'), siteGraph.routeFor('/guide/br%c3%bccke'))
    assert.equal(siteGraph.routeFor('/blog?page=2&x'), siteGraph.routeFor('/blog'))
    assert.notEqual(siteGraph.routeFor('/blog?page=2'), siteGraph.routeFor('/blog'))
    assert.equal(siteGraph.routeFor('/Guide/'), null)
    assert.equal(siteGraph.routeFor('*'), null)
  })

  it('lists links in order without repeats and fragments', () => {
    assert.deepEqual(expectedLinks('/d/b', 'http://h', graph), ['http://h/d/c'])
    assert.deepEqual(expectedLinks('/d/nowhere', 'http://h', graph), [])
  })
})

import assert from 'node:assert/strict'
import { once } from 'node:events'
// oxlint-disable-next-line no-restricted-imports -- a port without a listener
import { createServer, type AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { html, mapLab, sitemapIndex, urlset } from './testing/map-lab.ts'

const urlsOf = ({ links }: { links: { url: string }[] }): string[] => links.map(({ url }) => url)

describe('a map', () => {
  it('is the start page, the links of sitemaps, then those of the page', async (context) => {
    const { mapped } = await mapLab(context, {
      '/': html('<a href="/a">To A</a><a href="/b#x"> To <b>B</b> </a><a href="https://elsewhere.example/">no</a>'),
      '/sitemap.xml': urlset('/a', '/c', 'https://elsewhere.example/x'),
    })
    assert.deepEqual(await mapped(), {
      url: '/',
      success: true,
      links: [
        { url: '/', source: 'page', title: 'Home', description: 'What it is.' },
        { url: '/a', source: 'sitemap', title: 'To A' },
        { url: '/c', source: 'sitemap' },
        { url: '/b', source: 'page', title: 'To B' },
      ],
      truncated: false,
      sources: { sitemap: 2, page: 2, search: 0 },
      cached_at: null,
      warnings: [],
    })
  })

  it('has `url` first, where callers put their own members in front', async (context) => {
    const { mapped } = await mapLab(context, { '/': html('') })
    assert.equal(Object.keys(await mapped())[0], 'url')
  })

  it('without a sitemap has the links of the page and a warning', async (context) => {
    const { site, mapped } = await mapLab(context, { '/docs/x': html('<a href=/a>A</a><a href=y>Y</a>') })
    const map = await mapped({ url: `${site.origin}/docs/x` })
    assert.deepEqual([urlsOf(map), map.warnings], [['/docs/x', '/a', '/docs/y'], ['no_sitemap']])
  })

  it('of sitemaps alone has nothing of the page, and of the page alone reads no sitemap', async (context) => {
    const { site, mapped } = await mapLab(context, { '/': html('<a href=/a>A</a>'), '/sitemap.xml': urlset('/s', '/') })
    const only = await mapped({ sitemap: 'only' })
    assert.deepEqual(urlsOf(only), ['/', '/s'])
    assert.deepEqual(only.sources, { sitemap: 2, page: 0, search: 0 })
    site.requests.length = 0
    const skip = await mapped({ sitemap: 'skip' })
    assert.deepEqual([urlsOf(skip), skip.warnings], [['/', '/a'], []])
    assert.deepEqual(site.requests, ['/'])
  })

  it('lists a page once, whatever its query, unless queries count', async (context) => {
    const { mapped } = await mapLab(context, {
      '/': html('<a href="/a?x=1">A</a><a href="/b?x=1">B</a><a href="/b?x=2">B</a>'),
      '/sitemap.xml': urlset('/a?utm_source=s', '/a'),
    })
    assert.deepEqual(urlsOf(await mapped()), ['/', '/a?utm_source=s', '/b?x=1'])
    const each = await mapped({ ignoreQueryParameters: false })
    assert.deepEqual(urlsOf(each), ['/', '/a?utm_source=s', '/a?x=1', '/b?x=1', '/b?x=2'])
  })

  it('follows a start page that leads to another site, and maps that', async (context) => {
    const other = await mapLab(context, { '/home': html('<a href=/a>A</a>'), '/sitemap.xml': urlset('/s') })
    const { mapped } = await mapLab(context, {
      '/': (response) => response.writeHead(301, { location: `${other.site.origin}/home` }).end(),
      '/sitemap.xml': urlset('/old'),
    })
    const map = await mapped()
    const { origin } = other.site
    assert.deepEqual(urlsOf(map), [`${origin}/home`, `${origin}/s`, `${origin}/a`])
    assert.deepEqual(map.warnings, [`/ leads to ${origin}/home; the site of that URL was mapped instead`])
  })
})

describe('sitemaps of a map', () => {
  it('may be nested, gzipped, of feeds and of text, with what they say of pages', async (context) => {
    const { mapped } = await mapLab(context, {
      '/': html(''),
      '/robots.txt': 'Sitemap: /index.xml\n',
      '/index.xml': sitemapIndex('/pages.xml.gz', '/feed.rss', '/atom.xml', '/list.txt', '/index.xml'),
      '/pages.xml.gz': gzipSync(
        '<urlset><url><loc>/p</loc><lastmod>2024-05-01</lastmod></url><url><loc>/v</loc><lastmod>soon</lastmod>' +
          '<video:video><video:title>Video &amp;amp; sound</video:title><video:description>Long</video:description></video:video></url>' +
          '<url><loc>/n</loc><news:news><news:title>News</news:title></news:news></url></urlset>',
      ),
      '/feed.rss':
        '<rss><channel><title>C</title><item><title>Item</title><link>/i</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate>' +
        '<description><![CDATA[<p>Says <b>much</b>.</p>]]></description></item></channel></rss>',
      '/atom.xml':
        '<feed><entry><title type="html">&lt;i&gt;Entry&lt;/i&gt;</title><link href="/e"/><updated>2024-05-02T01:02:03Z</updated><summary>Sum</summary></entry></feed>',
      '/list.txt': (response) => response.end('\uFEFFhttp://127.0.0.1:1/foreign\n'),
    })
    const map = await mapped({ sitemap: 'only' })
    assert.deepEqual(map.links, [
      { url: '/p', source: 'sitemap', lastmod: '2024-05-01' },
      { url: '/v', source: 'sitemap', title: 'Video & sound', description: 'Long' },
      { url: '/n', source: 'sitemap', title: 'News' },
      { url: '/i', source: 'sitemap', title: 'Item', description: 'Says much.', lastmod: '2024-05-01T10:00:00.000Z' },
      { url: '/e', source: 'sitemap', title: 'Entry', description: 'Sum', lastmod: '2024-05-02T01:02:03Z' },
    ])
    assert.deepEqual(map.warnings, ['/index.xml: lists /index.xml, which forms a loop'])
  })

  it('are not read where robots.txt forbids them, while links it forbids are listed', async (context) => {
    const { site, mapped } = await mapLab(context, {
      '/': html('<a href=/private/x>X</a>'),
      '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: /private/s.xml\n',
      '/private/s.xml': urlset('/s'),
    })
    const map = await mapped()
    assert.deepEqual(urlsOf(map), ['/', '/private/x'])
    assert.deepEqual(map.warnings, ['/private/s.xml: robots.txt does not allow it', 'no_sitemap'])
    assert.ok(!site.requests.includes('/private/s.xml'))
  })

  it('are left alone where robots.txt cannot be read', async (context) => {
    const { mapped } = await mapLab(context, {
      '/': html('<a href=/a>A</a>'),
      '/robots.txt': 503,
      '/sitemap.xml': urlset('/s'),
    })
    const map = await mapped()
    assert.deepEqual(urlsOf(map), ['/', '/a'])
    assert.deepEqual(map.warnings, ['/robots.txt could not be read (http_503): no sitemap was read', 'no_sitemap'])
  })

  it('that are slow leave what was read until the time is up, which is not kept', async (context) => {
    const { store, mapped } = await mapLab(context, {
      '/': html('<a href=/a>A</a>'),
      '/robots.txt': 'Sitemap: /1.xml\nSitemap: /2.xml\n',
      '/1.xml': urlset('/s'),
      '/2.xml': () => undefined,
    })
    const map = await mapped({ timeoutMs: 4_000 })
    assert.deepEqual(urlsOf(map), ['/', '/s', '/a'])
    assert.equal(map.truncated, true)
    assert.match(map.warnings.join(), /1 files were not read/)
    assert.equal(store.objects.size, 0)
  })

  it('that list only other sites are reported', async (context) => {
    const { mapped } = await mapLab(context, { '/': html(''), '/sitemap.xml': urlset('https://other.example/a') })
    assert.deepEqual((await mapped()).warnings.length, 1)
  })
})

describe('the limit of a map', () => {
  it('cuts the links, the start page among them, and says that there are more', async (context) => {
    const { mapped } = await mapLab(context, { '/': html(''), '/sitemap.xml': urlset('/a', '/b', '/c') })
    const cut = await mapped({ limit: 3 })
    assert.deepEqual([urlsOf(cut), cut.truncated], [['/', '/a', '/b'], true])
    const whole = await mapped({ limit: 4 })
    assert.deepEqual([urlsOf(whole), whole.truncated], [['/', '/a', '/b', '/c'], false])
  })

  it('of 100,000 links takes them all, from gzipped files of 50,000', async (context) => {
    const file = (first: number) =>
      gzipSync(urlset(...Array.from({ length: 50_000 }, (_, at) => `/page/${first + at}?q=${at}`)))
    const { mapped } = await mapLab(context, {
      '/': 404,
      '/sitemap.xml': sitemapIndex('/1.xml.gz', '/2.xml.gz', '/3.xml.gz'),
      '/1.xml.gz': file(0),
      '/2.xml.gz': file(50_000),
      '/3.xml.gz': file(100_000),
    })
    const map = await mapped({ limit: 100_000, timeoutMs: 60_000 })
    assert.deepEqual([map.links.length, map.truncated], [100_000, true])
    assert.equal(map.links.at(-1)?.url, '/page/99999?q=49999')
    assert.deepEqual(map.warnings, ['the start page answered with status 404'])
  })
})

describe('a search', () => {
  const files = {
    '/': html('<a href=/contact>Contact</a>'),
    '/sitemap.xml': urlset('/blog/pricing-thoughts-of-last-year', '/pricing', '/about', '/blog/x'),
  }

  it('leaves the links that have its words, best first', async (context) => {
    const { mapped } = await mapLab(context, files)
    const map = await mapped({ search: 'Prices, pricing' })
    assert.deepEqual(urlsOf(map), ['/pricing', '/blog/pricing-thoughts-of-last-year'])
    assert.deepEqual([map.truncated, map.sources.sitemap], [false, 2])
  })

  it('finds no word in the host of a site that the start page has led to', async (context) => {
    const other = await mapLab(context, { '/home': html(''), '/sitemap.xml': urlset('/s') })
    const { origin, host } = new URL(other.site.origin)
    const { mapped } = await mapLab(context, {
      '/': (response) => response.writeHead(301, { location: `${origin}/home` }).end(),
    })
    const map = await mapped({ search: host.split(':')[1]! })
    assert.match(map.warnings.join(), /no link contains a word of `search`/)
  })

  it('that nothing matches leaves everything in its order, with a warning', async (context) => {
    const { mapped } = await mapLab(context, files)
    const map = await mapped({ search: 'zebra' })
    assert.equal(map.links.length, 6)
    assert.match(map.warnings.join(), /no link contains a word of `search`/)
  })
})

describe('a kept map', () => {
  it('answers again, also under another limit or a search, until it is to be ignored', async (context) => {
    const files: Record<string, string | ReturnType<typeof html>> = {
      '/': html(''),
      '/sitemap.xml': urlset('/a', '/b'),
    }
    const { site, mapped } = await mapLab(context, files)
    const first = await mapped()
    site.requests.length = 0
    const again = await mapped({ search: 'b', limit: 5 })
    assert.deepEqual([urlsOf(again), site.requests], [['/b'], []])
    assert.notEqual(again.cached_at, null)
    assert.deepEqual(urlsOf(await mapped({ limit: 1 })), ['/'])
    files['/sitemap.xml'] = urlset('/new')
    assert.deepEqual(urlsOf(await mapped()), urlsOf(first))
    const fresh = await mapped({ ignoreCache: true })
    assert.deepEqual([urlsOf(fresh), fresh.cached_at], [['/', '/new'], null])
    assert.deepEqual(urlsOf(await mapped()), ['/', '/new'])
  })

  it('is of one tenant and one way to map', async (context) => {
    const { mapped } = await mapLab(context, { '/': html(''), '/sitemap.xml': urlset('/a') })
    await mapped()
    for (const other of [
      { tenant: 'u' },
      { sitemap: 'skip' as const },
      { includeSubdomains: false },
      { ignoreQueryParameters: false },
    ]) {
      assert.equal((await mapped(other)).cached_at, null)
    }
    assert.notEqual((await mapped()).cached_at, null)
  })

  it('that ended at its limit is not used for a request that wants more', async (context) => {
    const { mapped } = await mapLab(context, { '/': html(''), '/sitemap.xml': urlset('/a', '/b', '/c') })
    assert.equal((await mapped({ limit: 2 })).truncated, true)
    const same = await mapped({ limit: 2 })
    assert.deepEqual([same.truncated, same.cached_at === null], [true, false])
    const more = await mapped({ limit: 10 })
    assert.deepEqual([more.links.length, more.cached_at], [4, null])
  })

  it('is skipped when the store is unavailable', async (context) => {
    const { store, mapped } = await mapLab(context, { '/': html(''), '/sitemap.xml': urlset('/a') })
    store.down = true
    assert.deepEqual(urlsOf(await mapped()), ['/', '/a'])
  })
})

describe('a site that cannot be reached', () => {
  it('is a problem with its attempts', async (context) => {
    const { map } = await mapLab(context, {})
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const refused = await map({ url: `http://127.0.0.1:${port}/` })
    assert.equal(refused.kind === 'problem' ? refused.code : '', 'all_attempts_failed')
    assert.ok(refused.kind === 'problem' && refused.attempts.length > 0)
    const forbidden = await map({ url: 'http://10.0.0.1/' })
    assert.equal(forbidden.kind === 'problem' ? forbidden.code : '', 'unsafe_target')
  })

  it('within the time is a problem as well', async (context) => {
    const { map } = await mapLab(context, { '/': () => undefined, '/robots.txt': () => undefined })
    const reply = await map({ timeoutMs: 1_000 })
    assert.ok(reply.kind === 'problem')
    assert.deepEqual([reply.code, reply.attempts.map(({ outcome }) => outcome)], ['budget_exceeded', ['timeout']])
  })

  it('at its start page alone is mapped by its sitemaps', async (context) => {
    const { mapped } = await mapLab(context, {
      '/': (response) => response.destroy(),
      '/sitemap.xml': urlset('/a'),
    })
    const map = await mapped()
    assert.deepEqual(urlsOf(map), ['/a'])
    assert.match(map.warnings[0] ?? '', /^the start page could not be read/)
  })

  it('ends with its caller', async (context) => {
    const { map } = await mapLab(context, { '/': () => undefined })
    await assert.rejects(map({}, { signal: AbortSignal.timeout(200) }), { name: 'TimeoutError' })
  })
})

describe('a site that a script fills', () => {
  it('has the links that a browser finds, with their texts', async (context) => {
    const lab = await mapLab(context, {
      '/': html(
        '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>',
        'App',
      ),
    })
    const rendered = '<title>App</title><main><a href="/one">One</a><a href="/two">Two</a></main>'
    const { ports } = lab
    ports.browser = {
      view: async (url) => ({
        attempts: [],
        fault: null,
        status: 200,
        finalUrl: url,
        headers: { 'content-type': 'text/html' },
        redirects: [],
        html: { text: rendered, url, truncated: false },
        screenshot: null,
        actions: [],
        warnings: [],
      }),
    }
    const map = await lab.mapped()
    assert.deepEqual(
      map.links.map(({ url, title }) => [url, title]),
      [
        ['/', 'App'],
        ['/one', 'One'],
        ['/two', 'Two'],
      ],
    )
  })
})

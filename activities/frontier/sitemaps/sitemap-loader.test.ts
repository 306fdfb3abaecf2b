import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { loopbackEgress, startSite, type Site } from '../testing/loopback-site.ts'
import { discoverSitemapUrls, type DiscoveryRequest } from './sitemap-loader.ts'

type Answer = string | Uint8Array | number | ((response: ServerResponse) => void)

const urlset = (...locs: string[]) => `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`
const index = (...locs: string[]) =>
  `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`

/** A site with these files (404 for others), and discovery on it. URLs are returned without the origin. */
async function lab(context: TestContext, files: Record<string, Answer>) {
  const site = await startSite(context, (path, response) => {
    const answer = files[path] ?? 404
    if (typeof answer === 'function') answer(response)
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.end(answer)
  })
  const discover = async (options: Partial<DiscoveryRequest> = {}) => {
    const result = await discoverSitemapUrls({
      egress: loopbackEgress(context),
      origin: site.origin,
      robotsSitemaps: [],
      admits: (url) => url.startsWith(site.origin),
      maxUrls: 1_000,
      budgetMs: 120_000,
      signal: new AbortController().signal,
      sleep: async () => undefined,
      ...options,
    })
    const local = (text: string) => text.replaceAll(site.origin, '')
    return {
      ...result,
      urls: result.urls.map(local),
      sources: result.sources.map(local),
      warnings: result.warnings.map(local),
    }
  }
  const from = (...paths: string[]) => discover({ robotsSitemaps: paths.map((path) => site.origin + path) })
  return { site, discover, from }
}

const asked = (site: Site) => new Set(site.requests)

describe('where sitemaps are sought', () => {
  it('is where robots.txt says, and nowhere else then', async (context) => {
    const { site, from } = await lab(context, { '/r.xml': urlset('/a'), '/sitemap.xml': urlset('/b') })
    const result = await from('/r.xml')
    assert.deepEqual(result, { urls: ['/a'], sources: ['/r.xml'], dropped: 0, warnings: [] })
    assert.deepEqual(site.requests, ['/r.xml'])
  })

  it('is also on other hosts', async (context) => {
    const { discover, site } = await lab(context, {})
    const other = await startSite(context, (_path, response) => response.end(urlset(`${site.origin}/a`, '/foreign')))
    const result = await discover({ robotsSitemaps: [`${other.origin}/s.xml`] })
    assert.deepEqual([result.urls, result.dropped], [['/a'], 1])
  })

  it('is under the usual names when robots.txt has none', async (context) => {
    const { site, discover } = await lab(context, {
      '/sitemap.xml': urlset('/a'),
      '/sitemap.txt': (response) => response.end(`${site.origin}/t\n`),
      '/sitemap.xml.gz': gzipSync(urlset('/a', '/z')),
    })
    const result = await discover({ origin: `${site.origin}/docs/page` })
    assert.deepEqual(result, {
      urls: ['/a', '/t', '/z'],
      sources: ['/sitemap.xml', '/sitemap.txt', '/sitemap.xml.gz'],
      dropped: 0,
      warnings: [],
    })
    assert.deepEqual(asked(site), new Set(['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/sitemap.xml.gz']))
  })

  it('is under the usual names as well when none that robots.txt names can be read', async (context) => {
    const { from } = await lab(context, { '/sitemap.xml': urlset('/a'), '/gone.xml': 404 })
    const result = await from('/gone.xml')
    assert.deepEqual(
      [result.urls, result.sources, result.warnings],
      [['/a'], ['/sitemap.xml'], ['/gone.xml: HTTP 404']],
    )
  })

  it('may be nowhere, without a warning', async (context) => {
    const html: Answer = '<!doctype html><p>not here'
    const { discover } = await lab(context, {
      '/sitemap.xml': html,
      '/sitemap.txt': 'not here',
      '/sitemap_index.xml': 403,
    })
    assert.deepEqual(await discover(), { urls: [], sources: [], dropped: 0, warnings: [] })
  })
})

describe('what is listed', () => {
  it('is in file order, then document order, whichever file is quicker', async (context) => {
    const { from } = await lab(context, {
      '/1.xml': (response) => setTimeout(() => response.end(urlset('/c', '/b')), 60),
      '/2.xml': index('/4.xml', '/3.xml'),
      '/3.xml': urlset('/e'),
      '/4.xml': (response) => setTimeout(() => response.end(urlset('/d', '/b')), 30),
      '/5.xml': urlset('/a', '/c'),
    })
    const result = await from('/1.xml', '/2.xml', '/5.xml')
    assert.deepEqual(result.urls, ['/c', '/b', '/a', '/d', '/e'])
    assert.deepEqual(result.sources, ['/1.xml', '/2.xml', '/5.xml', '/4.xml', '/3.xml'])
  })

  it('is resolved against the file, without fragments and repeats', async (context) => {
    const { from, site } = await lab(context, {
      '/maps/moved.xml': (response) => response.writeHead(302, { location: '/other/s.xml' }).end(),
      '/other/s.xml': urlset('a', '../b#x', '/b', '//user@127.0.0.1/c', 'mailto:a@b.c', 'https://elsewhere.example/'),
    })
    const result = await from('/maps/moved.xml')
    assert.deepEqual([result.urls, result.dropped], [['/other/a', '/b'], 3])
    assert.deepEqual(site.requests, ['/maps/moved.xml', '/other/s.xml'])
  })

  it('ends at maxUrls, with the rest counted', async (context) => {
    const { discover, site } = await lab(context, { '/sitemap.xml': urlset('/a', '/b', '/a', '/c', '/d') })
    const result = await discover({ maxUrls: 2 })
    assert.deepEqual([result.urls, result.dropped], [['/a', '/b'], 2])
    assert.deepEqual(result.warnings, ['the sitemaps list more than 2 URLs, the rest was not used'])
    assert.ok(asked(site).has('/sitemap.xml'))
  })
})

describe('nesting', () => {
  it('is followed once per file, cycles and redirects included', async (context) => {
    const { from, site } = await lab(context, {
      '/i.xml': index('/i.xml', '/a.xml', '/back.xml', '/a.xml'),
      '/a.xml': urlset('/a'),
      '/back.xml': (response) => response.writeHead(301, { location: '/i.xml' }).end(),
    })
    const result = await from('/i.xml', '/i.xml')
    assert.deepEqual([result.urls, result.sources], [['/a'], ['/i.xml', '/a.xml']])
    assert.deepEqual(result.warnings, [
      '/i.xml: lists /i.xml, which forms a loop',
      '/back.xml: redirects back to /i.xml',
    ])
    assert.equal(site.requests.filter((path) => path === '/a.xml').length, 1)
  })

  it('is reported when it forms a loop by another way', async (context) => {
    const { from } = await lab(context, { '/a.xml': index('/b.xml'), '/b.xml': index('/a.xml', '/c.xml', '/c.xml') })
    const result = await from('/a.xml')
    assert.deepEqual(result.warnings, ['/b.xml: lists /a.xml, which forms a loop', '/c.xml: HTTP 404'])
  })

  it('ends at its depth, with a warning', async (context) => {
    const files: Record<string, Answer> = {}
    for (let depth = 0; depth < 10; depth += 1) files[`/${depth}.xml`] = index(`/${depth + 1}.xml`)
    const { from, site } = await lab(context, files)
    const result = await from('/0.xml')
    assert.deepEqual(result.warnings, ['/3.xml: sitemaps are nested deeper than 3 levels'])
    assert.deepEqual(site.requests, ['/0.xml', '/1.xml', '/2.xml', '/3.xml'])
  })

  it('ends at the number of files, with a warning', async (context) => {
    const many = Array.from({ length: discoveryLimits.sitemapFilesMax + 9 }, (_, at) => `/${at}.xml`)
    const { from, site } = await lab(context, { '/i.xml': index(...many), '/0.xml': urlset('/a') })
    const result = await from('/i.xml')
    assert.equal(site.requests.length, discoveryLimits.sitemapFilesMax)
    assert.deepEqual(result.urls, ['/a'])
    const missing = discoveryLimits.sitemapFilesMax - 2
    const shown = discoveryLimits.sitemapWarningsMax
    assert.equal(result.warnings.length, shown + 1)
    assert.equal(result.warnings[0], '/1.xml: HTTP 404')
    assert.equal(result.warnings.at(-1), `${missing + 1 - shown} more warnings about sitemaps`)
  })
})

describe('failures', () => {
  it('of listed files are warnings, and the others count', async (context) => {
    const { from } = await lab(context, {
      '/503.xml': 503,
      '/drop.xml': (response) => response.destroy(),
      '/page.xml': '<!doctype html><p>hello',
      '/cut.xml': '<urlset><url><loc>/a</loc></url>',
      '/ok.xml': urlset('/b'),
    })
    const result = await from('/503.xml', '/404.xml', '/drop.xml', '/page.xml', '/cut.xml', '/ok.xml')
    assert.deepEqual(
      [result.urls, result.sources],
      [
        ['/a', '/b'],
        ['/cut.xml', '/ok.xml'],
      ],
    )
    assert.deepEqual(result.warnings.slice(0, 4), [
      '/503.xml: HTTP 503',
      '/404.xml: HTTP 404',
      '/drop.xml: connection_reset',
      '/page.xml: no sitemap',
    ])
    assert.match(result.warnings[4] ?? '', /^\/cut.xml: the XML is broken/)
  })

  it('that are temporary are overcome by retries', async (context) => {
    let tries = 0
    const { from } = await lab(context, {
      '/s.xml': (response) => {
        tries += 1
        response.writeHead(tries < 3 ? 429 : 200).end(urlset('/a'))
      },
    })
    assert.deepEqual(await from('/s.xml'), { urls: ['/a'], sources: ['/s.xml'], dropped: 0, warnings: [] })
  })

  it('of servers are warnings for usual names too', async (context) => {
    const { discover } = await lab(context, { '/sitemap.xml': 500 })
    assert.deepEqual((await discover()).warnings, ['/sitemap.xml: HTTP 500'])
  })

  it('include lines of robots.txt that are no URL', async (context) => {
    const { discover } = await lab(context, {})
    assert.deepEqual((await discover({ robotsSitemaps: ['nonsense'] })).warnings, [
      'nonsense: not a valid URL of a sitemap',
    ])
  })
})

describe('time', () => {
  it('runs out with what was read, and a warning', async (context) => {
    const { site, discover } = await lab(context, { '/a.xml': urlset('/a'), '/slow.xml': () => undefined })
    const robotsSitemaps = ['/a.xml', '/slow.xml'].map((path) => site.origin + path)
    const result = await discover({ robotsSitemaps, budgetMs: 2_000 })
    assert.deepEqual(result.urls, ['/a'])
    assert.deepEqual(result.warnings, ['sitemap discovery ended after 2000 ms, 1 files were not read'])
  })

  it('keeps what was read behind a file that was too slow', async (context) => {
    const { site, discover } = await lab(context, { '/slow.xml': () => undefined, '/a.xml': urlset('/a') })
    const robotsSitemaps = ['/slow.xml', '/a.xml'].map((path) => site.origin + path)
    const result = await discover({ robotsSitemaps, budgetMs: 2_000 })
    assert.deepEqual([result.urls, result.sources], [['/a'], ['/a.xml']])
    assert.deepEqual(result.warnings, ['sitemap discovery ended after 2000 ms, 1 files were not read'])
  })

  it('ends with the reason of the signal', async (context) => {
    const leaving = new AbortController()
    const { discover } = await lab(context, { '/sitemap.xml': () => leaving.abort(new Error('left')) })
    await assert.rejects(discover({ signal: leaving.signal }), /^Error: left$/)
  })

  it('shows as progress after every file', async (context) => {
    const { site, discover } = await lab(context, { '/a.xml': urlset('/a', '/b'), '/b.xml': urlset('/c') })
    const seen: string[] = []
    await discover({
      robotsSitemaps: ['/a.xml', '/b.xml'].map((path) => site.origin + path),
      userAgent: 'FooBot/1.0',
      onProgress: ({ filesRead, urls }) => seen.push(`${filesRead}:${urls}`),
    })
    assert.deepEqual(seen, ['1:2', '2:3'])
    assert.equal(site.lastHeaders['user-agent'], 'FooBot/1.0')
  })
})

describe('the event loop', () => {
  it('turns while a large file is merged', async (context) => {
    let turn = 0
    let pending = setImmediate(function again() {
      turn += 1
      pending = setImmediate(again)
    })
    context.after(() => clearImmediate(pending))
    const { discover, site } = await lab(context, {
      '/r.xml': urlset(...Array.from({ length: 50_000 }, (_, number) => `/${number}`)),
    })
    const admittedInTurn = new Map<number, number>()
    const admits = () => {
      admittedInTurn.set(turn, (admittedInTurn.get(turn) ?? 0) + 1)
      return true
    }
    const result = await discover({ robotsSitemaps: [`${site.origin}/r.xml`], admits, maxUrls: 60_000 })
    assert.equal(result.urls.length, 50_000)
    assert.ok(Math.max(...admittedInTurn.values()) < 40_000)
  })
})

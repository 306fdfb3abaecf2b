import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { discoveryKey, inputKey, sliceResultKey, wirePrefix } from '@seine/shared/storage/object-keys.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { evilPaths } from '@seine/shared/urls/testing/evil-patterns.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { wireRecords } from '../wire/wire-object.ts'
import { discoveryLimits } from './limits/discovery-limits.ts'
import { discoverSitemaps, type DiscoveryList } from './discover-sitemaps.ts'
import { createRobotsLoader, type RobotsLoader } from './robots/robots-loader.ts'
import { loopbackEgress, startSite } from './testing/loopback-site.ts'

const urlset = (...locs: string[]) => `<urlset>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`

/** Runs the activity for a job that starts on a site with these files; the origin is removed from the listed URLs. */
async function lab(
  context: TestContext,
  files: Record<string, string>,
  options: { input?: Partial<CrawlJobInput>; kind?: 'batch'; startOutcome?: (origin: string) => object } = {},
) {
  const site = await startSite(context, (path, response, { origin }) => {
    const file = files[path]
    if (file === undefined) response.writeHead(404).end()
    else response.end(file.replaceAll('ORIGIN', origin))
  })
  const store = new MemoryStore()
  const input = { ...crawlJobInput(), url: `${site.origin}/`, ...options.input, kind: options.kind ?? 'crawl' }
  input.url = input.url.replace('ORIGIN', site.origin)
  await store.put(inputKey(input), JSON.stringify(input))
  const outcome = options.startOutcome?.(site.origin) ?? { seq: 0, kind: 'scraped', finalUrl: input.url, links: [] }
  await store.put(sliceResultKey(input, 0), JSON.stringify({ outcomes: [outcome] }))
  const egress = loopbackEgress(context)
  const robots = createRobotsLoader({
    egress,
    agentToken: 'FooBot',
    userAgent: 'FooBot',
    mode: 'respect',
    now: Date.now,
    sleep: async () => undefined,
  })
  const deps = { store, inputs: new JobInputs(store), egress, robots, agentToken: 'FooBot' }
  const count = await discoverSitemaps(
    deps,
    { jobId: input.id, tenant: input.tenant, startSlice: 0 },
    new AbortController().signal,
  )
  const list = (await store.getJson<DiscoveryList>(discoveryKey(input)))!
  const local = (texts: string[]) => texts.map((text) => text.replaceAll(site.origin, ''))
  const recorded = async (): Promise<string[]> => {
    const stored = await Promise.all((await store.list(wirePrefix(input))).map(async (key) => await store.get(key)))
    return local(stored.flatMap((object) => wireRecords(object!)!.entries.flatMap(({ answer }) => answer?.url ?? [])))
  }
  return {
    count,
    recorded: await recorded(),
    /** Runs the activity again with another source of robots.txt. */
    again: async (other: RobotsLoader) => {
      const call = { jobId: input.id, tenant: input.tenant, startSlice: 0 }
      const error = await discoverSitemaps({ ...deps, robots: other }, call, new AbortController().signal).then(
        () => null,
        (reason: unknown) => reason,
      )
      const { warnings } = (await store.getJson<DiscoveryList>(discoveryKey(input)))!
      return { error, recorded: await recorded(), warnings: local(warnings) }
    },
    requests: site.requests,
    urls: local(list.urls),
    sources: local(list.sources),
    warnings: local(list.warnings).map((text) => text.replaceAll(site.origin.slice(7), 'HOST')),
  }
}

const listed = { '/robots.txt': 'Sitemap: /s.xml', '/s.xml': urlset('/a', '/docs/b', 'https://elsewhere.example/') }

const robotsExchange: WireExchange = {
  url: 'https://e.com/robots.txt',
  method: 'GET',
  startedAtMs: 0,
  requestHeaders: [],
  requestBody: null,
  status: 200,
  reason: 'OK',
  headers: [],
  body: Buffer.from('User-agent: *'),
  isDecoded: false,
  cut: null,
  isDocument: true,
}

describe('discoverSitemaps', () => {
  it('writes what the sitemaps list in scope', async (context) => {
    const { count, urls, sources, warnings, requests } = await lab(context, listed)
    assert.deepEqual([count, urls, sources, warnings], [2, ['/a', '/docs/b'], ['/s.xml'], []])
    assert.deepEqual(requests, ['/robots.txt', '/s.xml'])
  })

  it('records what went over the wire for a job with an archive of it', async (context) => {
    const { recorded, urls } = await lab(context, listed, { input: { archive: ['wacz'] } })
    assert.deepEqual(
      [recorded, urls],
      [
        ['/robots.txt', '/s.xml'],
        ['/a', '/docs/b'],
      ],
    )
    assert.deepEqual((await lab(context, listed)).recorded, [])
  })

  it('keeps what each attempt has recorded, that of one that failed too', async (context) => {
    const { recorded, again } = await lab(context, listed, { input: { archive: ['wacz'] } })
    assert.deepEqual(recorded, ['/robots.txt', '/s.xml'])
    const second = await again({
      async load(_origin, _signal, _after, onExchange) {
        onExchange?.(robotsExchange)
        return await Promise.reject(new Error('it failed'))
      },
    })
    assert.match(String(second.error), /it failed/)
    assert.deepEqual(second.recorded.toSorted(), ['/robots.txt', '/s.xml', robotsExchange.url])
  })

  it('goes by the scope of the start path, and says when nothing is in it', async (context) => {
    const docs = await lab(context, listed, { input: { url: 'ORIGIN/docs/' } })
    assert.deepEqual([docs.urls, docs.warnings], [['/docs/b'], []])
    const blog = await lab(context, listed, { input: { url: 'ORIGIN/blog/' } })
    assert.deepEqual(blog.urls, [])
    assert.deepEqual(blog.warnings, [
      'the sitemaps list 3 URLs, none of them in the scope of the crawl (/blog/ of HOST)',
    ])
  })

  it('looks on the host that the start page redirected to', async (context) => {
    const { urls } = await lab(context, listed, {
      input: { url: 'https://elsewhere.example/' },
      startOutcome: (origin) => ({ seq: 0, kind: 'scraped', finalUrl: `${origin}/docs/`, links: [] }),
    })
    assert.deepEqual(urls, ['/docs/b'])
  })

  it('reads on past URLs that the crawl excludes, and lists the first of them', async (context) => {
    const many = Array.from({ length: 20 }, (_, at) => `/a/${at}`)
    const files = {
      '/robots.txt': 'Sitemap: /1.xml\nSitemap: /2.xml\nSitemap: /3.xml',
      '/1.xml': urlset(...many),
      '/2.xml': urlset('/b/0', '/b/0.jpg', '/b/1'),
      '/3.xml': urlset('/b/2'),
    }
    // At most ten URLs to fetch, and ten excluded ones.
    const { urls, sources, warnings } = await lab(context, files, { input: { limit: 2, includePaths: ['^/b/'] } })
    assert.deepEqual(urls, [...many.slice(0, 10), '/b/0', '/b/1', '/b/2'])
    assert.deepEqual([sources, warnings], [['/1.xml', '/2.xml', '/3.xml'], []])
  })

  it('reads on past media files in a crawl without patterns', async (context) => {
    const photos = Array.from({ length: 20 }, (_, at) => `/${at}.jpg`)
    const { urls } = await lab(context, { '/sitemap.xml': urlset(...photos, '/page') }, { input: { limit: 2 } })
    assert.deepEqual(urls, [...photos.slice(0, 10), '/page'])
  })

  it('leaves patterns that cost too much to the frontier, which makes the job fail', async (context) => {
    const excludePaths = Array.from({ length: 70 }, () => 'a[ab]{880}[c-f]')
    const costly = evilPaths('ab', 400, 1_900)
    const files = { '/sitemap.xml': urlset(...costly) }
    const { urls } = await lab(context, files, { input: { limit: 2, excludePaths } })
    assert.deepEqual(urls, costly.slice(0, 10))
  })

  it('asks for nothing when sitemaps are skipped, pointless, refused, or the job is a batch', async (context) => {
    const robotsOutcome = { seq: 0, kind: 'robots', reason: 'disallowed' }
    for (const options of [
      { input: { sitemap: 'skip' as const } },
      { input: { maxDiscoveryDepth: 0 } },
      { startOutcome: () => robotsOutcome },
      { kind: 'batch' as const },
    ]) {
      const { count, requests } = await lab(context, listed, options)
      assert.deepEqual([count, requests], [0, []])
    }
  })

  it('asks for nothing more when robots.txt does not allow sitemaps', async (context) => {
    const files = { ...listed, '/robots.txt': 'Sitemap: /s.xml\nUser-agent: *\nDisallow: /*.xml$' }
    const { urls, warnings, requests } = await lab(context, files)
    assert.deepEqual([urls, warnings], [[], ['/s.xml: robots.txt does not allow it']])
    assert.deepEqual(requests.toSorted(), ['/robots.txt', '/sitemap.txt', '/sitemap.xml.gz'])
  })

  it('warns when robots.txt cannot be read, and asks for nothing more', async (context) => {
    const { again, requests } = await lab(context, listed)
    const before = requests.length
    const { error, warnings } = await again({ load: async () => ({ state: 'unreachable', reason: 'http_503' }) })
    assert.equal(error, null)
    assert.deepEqual(warnings, ['/robots.txt could not be read (http_503): no sitemap was read'])
    assert.equal(requests.length, before)
  })

  it('waits for robots.txt for a bounded time, which a host can exceed that has asked for a pause', async (context) => {
    const { again } = await lab(context, listed)
    const asked = Promise.withResolvers<void>()
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const ending = again({
      async load(_origin, signal) {
        asked.resolve()
        return await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
    })
    await asked.promise
    context.mock.timers.tick(discoveryLimits.discoveryRobotsBudgetMs)
    const { error, warnings } = await ending
    assert.equal(error, null)
    assert.deepEqual(warnings, [
      '/robots.txt could not be read (not within 180 s: the host asked for a pause, or answers slowly): no sitemap was read',
    ])
    const { discoveryBudgetMs, discoveryRobotsBudgetMs } = discoveryLimits
    assert.ok(discoveryBudgetMs + discoveryRobotsBudgetMs < temporalLimits.controlStartToCloseMs)
  })
})

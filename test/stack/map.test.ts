/** `POST /map` through the whole stack, against the declared truth of the example website. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { mapResultSchema, type MapResult } from '@seine/shared/api/schemas/map-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from '../browser/fixture-server.ts'
import { startSpaSite, type SpaSite } from '../spa/spa-site.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let stack: TestStack
let fixture: Fixture
let bare: Fixture
let spa: SpaSite

const files = 20
const perFile = 5_000

const xml =
  (body: () => string): FixtureHandler =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/xml' }).end(gzipSync(body()))

before(async () => {
  const site: { origin: string } = { origin: '' }
  const urls = (from: number, count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `<url><loc>${site.origin}/p/${from + at}</loc><lastmod>2026-01-0${1 + (at % 9)}</lastmod></url>`,
    ).join('')
  fixture = await startFixture({
    '/': html(
      '<title>Home</title><meta name="description" content="Of the home"><a href="/p/1">First</a><a href="/only-linked">Linked</a>',
    ),
    '/robots.txt': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`Sitemap: ${site.origin}/index.xml\n`),
    '/index.xml': xml(
      () =>
        `<sitemapindex>${Array.from({ length: files }, (_, at) => `<sitemap><loc>${site.origin}/s${at}.xml.gz</loc></sitemap>`).join('')}</sitemapindex>`,
    ),
    ...Object.fromEntries(
      Array.from({ length: files }, (_, at) => [
        `/s${at}.xml.gz`,
        xml(() => `<urlset>${urls(at * perFile, perFile)}</urlset>`),
      ]),
    ),
  })
  site.origin = fixture.origin
  bare = await startFixture({
    '/': html('<title>Bare</title><a href="/rivers">About rivers</a> <a href="/lakes">About lakes</a>'),
  })
  spa = await startSpaSite()
  stack = await startTestStack({
    browser: true,
    egressAllow: [fixture.port, bare.port, spa.port].map((port) => `127.0.0.1/32:${port}`),
  })
})

after(async () => {
  await stack?.close()
  await fixture?.close()
  await bare?.close()
  await spa?.close()
})

async function mapped(body: Record<string, unknown>): Promise<MapResult> {
  const answer = await stack.api.request('POST', '/map', body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 1_000))
  assert.deepEqual(schemaErrors(mapResultSchema, answer.body), [])
  return answer.body as unknown as MapResult
}

describe('the map of a website', () => {
  it('has a hundred thousand links of nested sitemaps', async () => {
    const result = await mapped({ url: fixture.origin, limit: 100_000, timeout: 120_000 })
    assert.equal(result.links.length, files * perFile)
    assert.equal(new Set(result.links.map(({ url }) => url)).size, files * perFile)
    assert.equal(result.truncated, true, 'the start page has links beyond the limit')
    assert.match(result.links.find(({ url }) => url.endsWith('/p/1'))?.lastmod ?? '', /^2026-01-0/)
  })

  it('stops at its limit, and is answered from the cache when it is asked again', async () => {
    const asked = fixture.seen.length
    const again = await mapped({ url: fixture.origin, limit: 5 })
    assert.deepEqual([again.links.length, again.truncated], [5, true])
    assert.ok(again.cached_at !== null)
    assert.equal(fixture.seen.length, asked)
    const fresh = await mapped({ url: fixture.origin, limit: 5, ignoreCache: true })
    assert.equal(fresh.cached_at, null)
    assert.ok(fixture.seen.length > asked)
  })

  it('without a sitemap is what the start page links to, best matches first', async () => {
    const result = await mapped({ url: bare.origin, search: 'lakes' })
    assert.equal(result.links[0]?.url, `${bare.origin}/lakes`)
    assert.equal(result.links[0]?.source, 'page')
    assert.match(result.warnings.join(), /sitemap/)
  })

  it('of a client-side application has the links a browser shows', async () => {
    const result = await mapped({ url: `${spa.origin}/app/` })
    const urls = result.links.map(({ url }) => url)
    assert.ok(urls.includes(`${spa.origin}/app/item/3`), urls.join(' '))
  })

  it('has every page of the example website that its sitemaps list', async () => {
    const result = await mapped({ url: stack.site.origin, sitemap: 'only', limit: 10_000 })
    assert.ok(result.links.length > 50)
    assert.ok(result.links.every(({ source }) => source === 'sitemap'))
  })

  it('reports every problem of a request', async () => {
    const { status, body } = await stack.api.request('POST', '/map', {
      url: 'x',
      limit: 0,
      sitemap: 'maybe',
      ignore_cache: true,
    })
    assert.equal(status, 422)
    assert.deepEqual(body.errors?.map(({ pointer }) => pointer).toSorted(), [
      '/ignore_cache',
      '/limit',
      '/sitemap',
      '/url',
    ])
  })
})

/** `GET /serp` through the whole stack, against a server that replaces the engines. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { serpResultSchema, type SerpResult } from '@seine/shared/api/schemas/serp-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { resultsPage } from '../serp/bing-pages.ts'
import { startStubEngines, type StubEngines } from '../serp/stub-engines.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

let stack: TestStack
let stubs: StubEngines
/** An engine whose results are written by a script. */
let scripted: Fixture

before(async () => {
  stubs = await startStubEngines()
  const page = resultsPage({ words: 'lighthouse', offset: 0, count: 10, total: 10, isLast: true })
  const body = Buffer.from(page.slice(page.indexOf('<ol'), page.indexOf('</body>'))).toString('base64')
  scripted = await startFixture({
    '/search': html(
      `<!doctype html><html><head><title>search</title></head><body><div id="root"></div>
       <script>document.getElementById('root').innerHTML = new TextDecoder().decode(Uint8Array.from(atob('${body}'), (c) => c.charCodeAt(0)))</script></body></html>`,
    ),
  })
  stack = await startTestStack({
    browser: true,
    egressAllow: [stubs.fixture.port, scripted.port].map((port) => `127.0.0.1/32:${port}`),
    environment: {
      ...stubs.settings,
      SEINE_SERP_GOOGLE: 'searxng,html',
      SEINE_SERP_BING: 'html',
      SEINE_SERP_BING_URL: scripted.origin,
      SEINE_SERP_DUCKDUCKGO: 'html,brave',
    },
  })
})

after(async () => {
  await stack?.close()
  await stubs?.close()
  await scripted?.close()
})

const ask = async (query: Record<string, string>) =>
  await stack.api.request('GET', `/serp?${new URLSearchParams(query).toString()}`)

async function results(query: Record<string, string>): Promise<SerpResult> {
  const { status, body } = await ask(query)
  assert.equal(status, 200, JSON.stringify(body).slice(0, 1_000))
  assert.deepEqual(schemaErrors(serpResultSchema, body), [])
  return body as unknown as SerpResult
}

describe('a search', () => {
  it('is answered by the service that is asked first', async () => {
    const found = await results({ query: 'lighthouse', country: 'DE', language: 'de' })
    assert.deepEqual([found.engine, found.backend, found.organic.length], ['google', 'searxng', 10])
    assert.deepEqual([found.country, found.language, found.query], ['DE', 'de', 'lighthouse'])
  })

  it('is answered by the pages of the engine where the service is not', async () => {
    const found = await results({ q: 'timed out', num_results: '20' })
    assert.deepEqual([found.backend, found.organic.length, found.ads.length], ['html', 20, 1])
    assert.match(found.warnings[0] ?? '', /^searxng: timeout/)
  })

  it('whose results a script writes is read in a browser', async () => {
    const found = await results({ q: 'lighthouse', engine: 'bing' })
    assert.equal(found.organic.length, 10)
    assert.equal(found.organic[0]?.link, 'https://www.site1.example/lighthouse?n=1')
  })

  it('that is repeated is answered from the cache', async () => {
    const first = await results({ q: 'twice' })
    assert.deepEqual({ ...(await results({ query: 'twice' })), request_id: '' }, { ...first, request_id: '' })
    assert.equal(
      stubs.requestsTo('/searxng/search').filter(({ searchParams }) => searchParams.get('q') === 'twice').length,
      1,
    )
  })

  it('that an engine keeps us out of goes to the next back-end, and then says when to come again', async () => {
    const found = await results({ q: 'captcha', engine: 'duckduckgo' })
    assert.equal(found.backend, 'brave')
    assert.match(found.warnings.join(), /html: captcha: /)
    const { status, body } = await ask({ q: 'throttled', engine: 'duckduckgo' })
    assert.deepEqual([status, body.code, body.retryable], [502, 'serp_blocked', true])
    assert.ok((body['retry_after'] as number) >= 1)
  })

  it('that is not valid gets all of its problems', async () => {
    const { status, body } = await ask({ engine: 'x', page: '0' })
    assert.equal(status, 422)
    assert.deepEqual(body.errors?.map(({ pointer }) => pointer).toSorted(), [
      '/query/engine',
      '/query/page',
      '/query/query',
    ])
  })
})

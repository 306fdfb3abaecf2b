/** Scrape, map and search through the official JavaScript SDK, against the whole stack. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl, SdkError } from '@mendable/firecrawl-js'
import type { Fixture } from '../browser/fixture-server.ts'
import { startStubEngines, type StubEngines } from '../serp/stub-engines.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { startClientSite } from './client-site.ts'

let stack: TestStack
let site: Fixture
let stubs: StubEngines
let sdk: Firecrawl

before(async () => {
  site = await startClientSite()
  stubs = await startStubEngines()
  stack = await startTestStack({
    browser: true,
    egressAllow: [`127.0.0.1/32:${site.port}`, `127.0.0.1/32:${stubs.fixture.port}`],
    environment: { ...stubs.settings, SEINE_SERP_GOOGLE: 'searxng' },
  })
  sdk = new Firecrawl({ apiUrl: stack.stack.file.gateway, apiKey: stack.stack.file.apiKey })
})

after(async () => {
  await stack?.close()
  await site?.close()
  await stubs?.close()
})

const at = (path: string): string => `${site.origin}${path}`

/** Returns the error that a call of the SDK throws. */
async function failure(call: Promise<unknown>): Promise<SdkError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof SdkError, String(error))
  return error
}

describe('scrape', () => {
  it('returns Markdown and metadata by default', async () => {
    const document = await sdk.scrape(at('/rivers'))
    assert.match(document.markdown ?? '', /^# Of rivers/)
    assert.doesNotMatch(document.markdown ?? '', /Menu/)
    const { metadata } = document
    assert.deepEqual(
      [metadata?.title, metadata?.description, metadata?.language, metadata?.sourceURL, metadata?.statusCode],
      ['Of rivers', 'About rivers', 'en', at('/rivers'), 200],
    )
    assert.deepEqual([metadata?.ogSiteName, metadata?.ogLocaleAlternate], ['Waters', ['de_DE']])
    assert.equal(document.html, undefined)
  })

  it('returns every format that the service has', async () => {
    const document = await sdk.scrape(at('/rivers'), {
      formats: [
        'markdown',
        'html',
        'rawHtml',
        'links',
        { type: 'screenshot', fullPage: true },
        { type: 'json', schema: { type: 'object', properties: { name: { type: 'string' }, sku: { type: 'string' } } } },
      ],
    })
    assert.match(document.html ?? '', /<h1>Of rivers<\/h1>/)
    assert.doesNotMatch(document.html ?? '', /Menu/)
    assert.match(document.rawHtml ?? '', /<nav>Menu/)
    assert.deepEqual(document.links, [at('/')])
    assert.deepEqual(document.json, { name: 'Boat', sku: 'B-1' })
    const picture = await fetch(document.screenshot ?? '')
    assert.equal(picture.headers.get('content-type'), 'image/png')
  })

  it('takes options under their names', async () => {
    const short = await sdk.scrape(at('/rivers'), {
      excludeTags: ['.note', 'h1'],
      onlyMainContent: true,
      timeout: 90_000,
    })
    assert.doesNotMatch(short.markdown ?? '', /remark|# Of/)
    assert.match(short.warning ?? '', /`timeout` bounds the page as a whole/)
    const echo = await sdk.scrape(at('/echo'), {
      formats: ['rawHtml'],
      headers: { 'x-own': 'yes' },
      location: { languages: ['de', 'en'] },
    })
    assert.match(echo.rawHtml ?? '', /"x-own":"yes"/)
    assert.match(echo.rawHtml ?? '', /"accept-language":"de, en;q=0.9"/)
  })

  it('runs actions in a browser', async () => {
    const document = await sdk.scrape(at('/form'), {
      formats: ['rawHtml'],
      actions: [
        { type: 'wait', selector: '#name' },
        { type: 'click', selector: '#name' },
        { type: 'write', text: 'Ada' },
        { type: 'click', selector: 'button' },
        { type: 'wait', milliseconds: 20 },
      ],
    })
    assert.match(document.rawHtml ?? '', /Hello Ada/)
  })

  it('returns pages with a status of failure as documents', async () => {
    const document = await sdk.scrape(at('/gone'))
    assert.equal(document.metadata?.statusCode, 410)
    assert.match(document.markdown ?? '', /Gone for good/)
  })

  it('answers options that the service lacks with 501, wrong ones with 400, and names all of them', async () => {
    const lacking = await failure(
      sdk.scrape(at('/'), { formats: ['markdown', 'summary', { type: 'changeTracking', modes: ['git-diff'] }] }),
    )
    assert.deepEqual([lacking.status, lacking.code], [501, 'NOT_SUPPORTED'])
    assert.match(lacking.message, /`formats\[1\]` is not supported.*`summary`.*1 more/)
    const wrong = await failure(
      sdk.scrape(at('/'), { formats: ['links'], colour: 'red', maxAge: 'old' } as unknown as { formats: ['links'] }),
    )
    assert.deepEqual([wrong.status, wrong.code], [400, 'BAD_REQUEST'])
    assert.match(JSON.stringify(wrong.details), /`colour` is not a field.*`maxAge` must be a number/)
    const selector = await failure(sdk.scrape(at('/'), { excludeTags: ['p['] }))
    assert.match(selector.message, /^`excludeTags\[0\]` must be a CSS selector/)
    const prompt = await failure(sdk.scrape(at('/'), { formats: [{ type: 'json', prompt: 'What?' }] }))
    assert.deepEqual([prompt.status, prompt.code], [501, 'NOT_CONFIGURED'])
    assert.match(prompt.message, /SEINE_MODEL_URL/)
    const country = await failure(sdk.scrape(at('/'), { location: { country: 'DE' } }))
    assert.deepEqual([country.status, country.code], [501, 'NOT_CONFIGURED'])
  })

  it('answers failures by their kind, never by 502', async () => {
    const blocked = await failure(sdk.scrape('http://127.0.0.1:1/'))
    assert.deepEqual([blocked.status, blocked.code], [403, 'URL_BLOCKED'])
    const redirected = await failure(sdk.scrape(at('/to-forbidden')))
    assert.deepEqual([redirected.status, redirected.code], [403, 'URL_BLOCKED'])
    const slow = await failure(sdk.scrape(at('/hang'), { timeout: 1_000 }))
    assert.deepEqual([slow.status, slow.code], [408, 'SCRAPE_TIMEOUT'])
    const stranger = new Firecrawl({ apiUrl: stack.stack.file.gateway, apiKey: 'unknown-key' })
    const unauthorized = await failure(stranger.scrape(at('/')))
    assert.deepEqual([unauthorized.status, unauthorized.code], [401, 'UNAUTHORIZED'])
    const named = await failure(sdk.scrape('http://no-such-host.example.invalid/'))
    assert.ok(['SCRAPE_DNS_RESOLUTION_ERROR', 'URL_BLOCKED'].includes(named.code ?? ''), named.message)
  })

  it('answers methods of other products with an error that names the route', async () => {
    const agent = await failure(sdk.startAgent({ prompt: 'anything' }))
    assert.equal(agent.status, 404)
    assert.match(agent.message, /`POST \/v2\/agent`/)
    const extract = await failure(sdk.startExtract({ urls: [at('/')], prompt: 'x' }))
    assert.equal(extract.status, 501)
  })
})

describe('map', () => {
  it('lists the URLs of a site, the best match first', async () => {
    const { links } = await sdk.map(at('/'), { search: 'boats', limit: 10, sitemap: 'skip' })
    assert.equal(links[0]?.url, at('/boats'))
    const all = await sdk.map(at('/'))
    assert.deepEqual(new Set(all.links.map(({ url }) => url)), new Set([at('/'), at('/rivers'), at('/boats')]))
  })

  it('refuses what a map does not have', async () => {
    const error = await failure(sdk.map(at('/'), { location: { country: 'DE' } }))
    assert.deepEqual([error.status, error.code], [501, 'NOT_SUPPORTED'])
  })
})

describe('search', () => {
  it('returns web results', async () => {
    const found = await sdk.search('lighthouse', { limit: 3, tbs: 'qdr:w', sources: ['web'] })
    assert.equal(found.web?.length, 3)
    const [first] = found.web as { url: string; title: string; description: string; position: number }[]
    assert.equal(first?.position, 1)
    assert.ok(first.title !== '' && first.url.startsWith('http'))
  })

  it('reports results that cannot be loaded, and lacking sources', async () => {
    const found = await sdk.search('lighthouse', {
      limit: 2,
      scrapeOptions: { formats: ['markdown'] },
      timeout: 20_000,
    })
    assert.equal(found.web?.length, 2)
    for (const entry of found.web ?? []) assert.match(JSON.stringify(entry), /could not be loaded/)
    const error = await failure(sdk.search('lighthouse', { sources: ['news'] }))
    assert.deepEqual([error.status, error.code], [501, 'NOT_SUPPORTED'])
  })
})

/** Scrape, map and search through the official Python SDK and the loaders on top of it, against the whole stack. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Fixture } from '../browser/fixture-server.ts'
import { startStubEngines, type StubEngines } from '../serp/stub-engines.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { startClientSite } from './client-site.ts'
import { runSdkProgram, sdkSkip } from './python-sdk.ts'

interface Told {
  page: { markdown: string; html: string; raw_html: string; links: string[]; metadata: Record<string, unknown> }
  json: unknown
  cache: [string, string]
  map: string[]
  search: string[]
  errors: Record<string, [string, number, string] | null>
  langchain: [string, Record<string, unknown>][]
  langchainMap: string[]
  langchainSearch: number
  llamaindex: [string, Record<string, unknown>][]
  llamaindexMap: Record<string, unknown>[]
}

describe('the Python SDK and its loaders', { skip: sdkSkip }, () => {
  let stack: TestStack
  let site: Fixture
  let stubs: StubEngines
  let told: Told

  before(async () => {
    site = await startClientSite()
    stubs = await startStubEngines()
    stack = await startTestStack({
      egressAllow: [`127.0.0.1/32:${site.port}`, `127.0.0.1/32:${stubs.fixture.port}`],
      environment: { ...stubs.settings, SEINE_SERP_GOOGLE: 'searxng' },
    })
    const { gateway, apiKey } = stack.stack.file
    const environment = { FIRECRAWL_API_URL: gateway, FIRECRAWL_API_KEY: apiKey, SITE: site.origin }
    told = (await runSdkProgram('pages.py', environment)) as Told
  })

  after(async () => {
    await stack?.close()
    await stubs?.close()
    await site?.close()
  })

  it('reads documents with all that it sends by default', () => {
    const { markdown, html, raw_html: rawHtml, links, metadata } = told.page
    assert.match(markdown, /^# Of rivers/)
    assert.doesNotMatch(markdown, /remark/)
    assert.match(html, /<h1>Of rivers<\/h1>/)
    assert.match(rawHtml, /<nav>Menu/)
    assert.deepEqual(links, [`${site.origin}/`])
    assert.deepEqual(
      [metadata['title'], metadata['source_url'], metadata['status_code'], metadata['og_site_name']],
      ['Of rivers', `${site.origin}/rivers`, 200, 'Waters'],
    )
    assert.deepEqual(told.json, { sku: 'B-1' })
  })

  it('says whether a page came from the cache', () => {
    assert.deepEqual(told.cache, ['miss', 'hit'])
  })

  it('maps and searches', () => {
    assert.deepEqual(new Set(told.map), new Set(['/', '/rivers', '/boats'].map((path) => `${site.origin}${path}`)))
    assert.equal(told.search.length, 5)
  })

  it('raises the class of each error', () => {
    const kinds = Object.entries(told.errors).map(([name, error]) => [name, error?.[0], error?.[1]])
    assert.deepEqual(kinds, [
      ['lacking', 'FirecrawlError', 501],
      ['wrong', 'BadRequestError', 400],
      ['blocked', 'WebsiteNotSupportedError', 403],
      ['slow', 'RequestTimeoutError', 408],
      ['stranger', 'UnauthorizedError', 401],
    ])
    assert.match(told.errors['lacking']?.[2] ?? '', /`formats\[0\]` is not supported by this service/)
    assert.match(told.errors['wrong']?.[2] ?? '', /`excludeTags\[0\]` must be a CSS selector/)
  })

  it('serves LangChain', () => {
    const [content, metadata] = told.langchain[0] ?? ['', {}]
    assert.match(content, /^# Of rivers/)
    assert.equal(metadata['source_url'] ?? metadata['sourceURL'], `${site.origin}/rivers`)
    assert.deepEqual(new Set(told.langchainMap), new Set(told.map))
    assert.equal(told.langchainSearch, 2)
  })

  it('serves LlamaIndex', () => {
    const [content, metadata] = told.llamaindex[0] ?? ['', {}]
    assert.match(content, /^# Of rivers/)
    assert.equal(metadata['source_url'] ?? metadata['sourceURL'], `${site.origin}/rivers`)
    assert.equal(told.llamaindexMap.length, 3)
  })
})

/** Crawl and batch jobs through the official Python SDK and the loaders on top of it, against the whole stack. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Fixture } from '../browser/fixture-server.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { listPages, startClientSite } from './client-site.ts'
import { runSdkProgram, sdkSkip } from './python-sdk.ts'

interface Told {
  crawl: [string, number, number, number]
  pages: [number, number, string | null]
  errors: [string, string][]
  robotsBlocked: string[]
  batch: [string, string[]]
  active: [string, string, string][]
  started: string
  cancelled: [boolean, string]
  watched: [string, number][]
  lacking: [number, string] | null
  async: [string, string[]]
  langchain: [string, string][]
  llamaindex: [string, string][]
}

describe('jobs of the Python SDK and its loaders', { skip: sdkSkip }, () => {
  let stack: TestStack
  let site: Fixture
  let told: Told

  before(async () => {
    site = await startClientSite()
    stack = await startTestStack({ egressAllow: [`127.0.0.1/32:${site.port}`] })
    const { gateway, apiKey } = stack.stack.file
    const environment = { FIRECRAWL_API_URL: gateway, FIRECRAWL_API_KEY: apiKey, SITE: site.origin }
    told = (await runSdkProgram('jobs.py', environment)) as Told
  })

  after(async () => {
    await stack?.close()
    await site?.close()
  })

  const at = (path: string): string => `${site.origin}${path}`

  it('waits for a crawl and reads all of its parts', () => {
    assert.deepEqual(told.crawl, ['completed', listPages, listPages, listPages])
    assert.deepEqual(told.pages, [100, listPages - 100, null])
    assert.deepEqual(told.async, ['completed', [at('/mixed/'), at('/mixed/good')]])
  })

  it('lists errors', () => {
    assert.deepEqual(told.errors, [[at('/mixed/broken'), 'http_status']])
    assert.deepEqual(told.robotsBlocked, [at('/mixed/secret')])
  })

  it('waits for a batch and watches another', () => {
    assert.deepEqual(told.batch, ['completed', [at('/boats'), at('/rivers')]])
    assert.deepEqual(told.watched.at(-1), ['completed', 2])
  })

  it('lists running crawls and cancels one', () => {
    assert.deepEqual(told.active, [[told.started, at('/slow/'), 'default']])
    assert.deepEqual(told.cancelled, [true, 'cancelled'])
  })

  it('raises an error that names an option which the service lacks', () => {
    assert.equal(told.lacking?.[0], 501)
    assert.match(told.lacking?.[1] ?? '', /`allowExternalLinks` is not supported/)
  })

  it('serves LangChain and LlamaIndex', () => {
    for (const documents of [told.langchain, told.llamaindex]) {
      assert.deepEqual(
        documents.map(([source]) => source),
        [at('/mixed/'), at('/mixed/good')],
      )
      assert.match(documents[1]?.[1] ?? '', /This page is good/)
    }
  })
})

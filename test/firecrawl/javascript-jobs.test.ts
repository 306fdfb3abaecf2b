/** Crawl and batch jobs through the official JavaScript SDK, against the whole stack. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { Firecrawl, SdkError, type Document } from '@mendable/firecrawl-js'
import { WebSocket } from 'ws'
import type { Fixture } from '../browser/fixture-server.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { listPages, startClientSite } from './client-site.ts'

let stack: TestStack
let site: Fixture
let sdk: Firecrawl

before(async () => {
  site = await startClientSite()
  stack = await startTestStack({ egressAllow: [`127.0.0.1/32:${site.port}`] })
  sdk = new Firecrawl({ apiUrl: stack.stack.file.gateway, apiKey: stack.stack.file.apiKey })
})

after(async () => {
  await stack?.close()
  await site?.close()
})

const at = (path: string): string => `${site.origin}${path}`
const sources = (documents: readonly Document[]): string[] =>
  documents.map(({ metadata }) => String(metadata?.sourceURL)).toSorted()

/** Returns the error that a call of the SDK throws. */
async function failure(call: Promise<unknown>): Promise<SdkError> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof SdkError, String(error))
  return error
}

const waiting = { pollInterval: 1, timeout: 120 }

/** Follows a job to its end. @returns the documents in the order of their events, and the status at the end. */
async function watch(id: string, kind: 'crawl' | 'batch'): Promise<{ documents: Document[]; status: unknown }> {
  const watcher = sdk.watcher(id, { kind, pollInterval: 1, timeout: 120 })
  const documents: Document[] = []
  watcher.on('document', (document: Document) => documents.push(document))
  const done = once(watcher, 'done')
  await watcher.start()
  const [{ status }] = (await done) as [{ status: unknown }]
  return { documents, status }
}

describe('a crawl', () => {
  it('returns every document of every part of its list', async () => {
    const { data, ...job } = await sdk.crawl(at('/list/'), { limit: 500, sitemap: 'skip', ...waiting })
    assert.deepEqual(
      [job.status, job.total, job.completed, data.length],
      ['completed', listPages, listPages, listPages],
    )
    assert.equal(new Set(sources(data)).size, listPages)
    const entry = data.find(({ metadata }) => metadata?.sourceURL === at('/list/7'))
    assert.match(entry?.markdown ?? '', /Entry 7 of the list/)
    assert.deepEqual([entry?.metadata?.title, entry?.metadata?.statusCode], ['Entry 7', 200])

    const first = await sdk.getCrawlStatus(job.id, { autoPaginate: false })
    assert.equal(first.data.length, 100)
    assert.ok(first.next?.startsWith(`${stack.stack.file.gateway}/v2/crawl/${job.id}?cursor=`), String(first.next))
  })

  it('gives its documents to a watcher over a WebSocket', async () => {
    const { id } = await sdk.startCrawl(at('/list/'), { limit: 40, sitemap: 'skip' })
    const { documents, status } = await watch(id, 'crawl')
    assert.deepEqual([status, documents.length, new Set(sources(documents)).size], ['completed', 40, 40])
    // A watcher of a job that has ended gets all documents as well.
    const again = await watch(id, 'crawl')
    assert.deepEqual([again.status, sources(again.documents)], ['completed', sources(documents)])
  })

  it('lists failed pages and those that robots.txt excludes as errors', async () => {
    const job = await sdk.crawl(at('/mixed/'), { limit: 10, sitemap: 'skip', ...waiting })
    assert.deepEqual(sources(job.data), [at('/mixed/'), at('/mixed/good')])
    assert.deepEqual([job.total, job.completed], [2, 2])
    const { errors, robotsBlocked } = await sdk.getCrawlErrors(job.id)
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[at('/mixed/broken'), 'http_status']],
    )
    assert.deepEqual(robotsBlocked, [at('/mixed/secret')])
  })

  it('is listed while it runs, and can be cancelled', async () => {
    const { id, url } = await sdk.startCrawl(at('/slow/'), { limit: 10, sitemap: 'skip' })
    assert.equal(url, `${stack.stack.file.gateway}/v2/crawl/${id}`)
    await stack.api.watch(id, ({ inFlight, completed }) => inFlight > 0 && completed > 0)
    const status = await sdk.getCrawlStatus(id)
    assert.deepEqual([status.status, sources(status.data), status.next ?? null], ['scraping', [at('/slow/')], null])
    const { crawls } = await sdk.getActiveCrawls()
    assert.deepEqual(
      crawls.map((crawl) => [crawl.id, crawl.url]),
      [[id, at('/slow/')]],
    )
    const watching = watch(id, 'crawl')
    assert.equal(await sdk.cancelCrawl(id), true)
    const { documents, status: end } = await watching
    assert.deepEqual([end, sources(documents)], ['cancelled', [at('/slow/')]])
    assert.equal((await sdk.getCrawlStatus(id)).status, 'cancelled')
    await stack.api.watch(id)
    const late = await failure(sdk.cancelCrawl(id))
    assert.deepEqual([late.status, late.code], [409, 'JOB_FINISHED'])
  })

  it('answers options that it lacks, wrong ones and unknown jobs', async () => {
    const lacking = await failure(
      sdk.startCrawl(at('/'), {
        allowExternalLinks: true,
        delay: 2,
        maxConcurrency: 2,
        ignoreQueryParameters: true,
      }),
    )
    assert.deepEqual([lacking.status, lacking.code], [501, 'NOT_SUPPORTED'])
    assert.match(JSON.stringify(lacking.details), /allowExternalLinks.*delay.*maxConcurrency/)
    const wrong = await failure(
      sdk.startCrawl(at('/'), {
        includePaths: ['(?=x)'],
        scrapeOptions: { formats: ['markdown'], excludeTags: ['p['] },
      }),
    )
    assert.deepEqual([wrong.status, wrong.code], [400, 'BAD_REQUEST'])
    assert.match(JSON.stringify(wrong.details), /`includePaths\[0\]`/)
    assert.match(JSON.stringify(wrong.details), /`scrapeOptions\.excludeTags\[0\]`/)
    const unknown = await failure(sdk.getCrawlStatus('crawl-00000000-0000-4000-8000-000000000000'))
    assert.deepEqual([unknown.status, unknown.code], [404, 'JOB_NOT_FOUND'])
  })
})

describe('a batch', () => {
  it('returns a document for each page, and drops invalid URLs on request', async () => {
    const urls = [at('/rivers'), at('/boats'), 'not a url', 'http://10.0.0.1/']
    const refused = await failure(sdk.startBatchScrape(urls))
    assert.equal(refused.status, 400)
    const started = await sdk.startBatchScrape(urls, {
      ignoreInvalidURLs: true,
      options: { formats: ['markdown', 'links'] },
    })
    assert.deepEqual(started.invalidURLs, ['not a url', 'http://10.0.0.1/'])
    const { documents, status } = await watch(started.id, 'batch')
    assert.deepEqual([status, sources(documents)], ['completed', [at('/boats'), at('/rivers')]])
    assert.ok(documents.every(({ links, markdown }) => links !== undefined && markdown !== undefined))
  })

  it('waits for its end, and lists its errors', async () => {
    const job = await sdk.batchScrape([at('/rivers'), at('/gone')], { options: { formats: ['rawHtml'] }, ...waiting })
    assert.deepEqual([job.status, sources(job.data)], ['completed', [at('/rivers')]])
    assert.match(job.data[0]?.rawHtml ?? '', /<nav>/)
    const { errors } = await sdk.getBatchScrapeErrors(job.id)
    assert.deepEqual(
      errors.map(({ url, code }) => [url, code]),
      [[at('/gone'), 'http_status']],
    )
  })

  it('is started once under an idempotency key', async () => {
    const options = { idempotencyKey: 'batch-one', options: { formats: ['markdown' as const] } }
    const first = await sdk.startBatchScrape([at('/rivers')], options)
    const second = await sdk.startBatchScrape([at('/rivers')], options)
    assert.equal(second.id, first.id)
    const other = await failure(sdk.startBatchScrape([at('/boats')], options))
    assert.equal(other.status, 400)
  })
})

describe('a watcher', () => {
  /** Returns the status of the answer to an upgrade that is refused. */
  const refusal = async (path: string, key: string): Promise<number | undefined> =>
    await new Promise((resolve, reject) => {
      const socket = new WebSocket(`${stack.stack.file.gateway.replace('http', 'ws')}${path}`, key)
      socket.once('unexpected-response', (request, { statusCode }) => {
        request.destroy()
        resolve(statusCode)
      })
      socket.once('open', () => reject(new Error('the connection was accepted')))
      socket.on('error', () => {})
    })

  it('needs the key of the tenant that the job belongs to', async () => {
    const { id } = await sdk.startBatchScrape([at('/rivers')])
    assert.equal(await refusal(`/v2/batch/scrape/${id}`, 'unknown-key'), 401)
    const { apiKey } = stack.stack.file
    assert.equal(await refusal('/v2/crawl/crawl-00000000-0000-4000-8000-000000000000', apiKey), 404)
  })
})

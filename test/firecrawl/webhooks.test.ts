/** Webhooks of jobs that the official JavaScript SDK starts, against the whole stack and a receiver. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Firecrawl, type Document } from '@mendable/firecrawl-js'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { Fixture } from '../browser/fixture-server.ts'
import { failingFirst } from '../receiver/reactions.ts'
import { startReceiver, type ReceivedCall, type Receiver } from '../receiver/receiver.ts'
import { redeliver } from '../stack/delivery-log.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { startClientSite } from './client-site.ts'

/** A body as receivers of that API read it. */
interface WireEvent {
  success: boolean
  type: string
  id: string
  webhookId: string
  data: Document[]
  metadata: Record<string, string>
  error?: string
}

const eventOf = ({ body }: Pick<ReceivedCall, 'body'>): WireEvent => JSON.parse(body) as WireEvent

describe('webhooks of jobs started with the SDK', () => {
  let stack: TestStack
  let site: Fixture
  let receiver: Receiver
  let sdk: Firecrawl

  before(async () => {
    site = await startClientSite()
    receiver = await startReceiver()
    stack = await startTestStack({
      egressAllow: [`127.0.0.1/32:${site.port}`, `127.0.0.1/32:${receiver.port}`],
      environment: { SEINE_WEBHOOK_SCHEDULE: '0,0,1,1,1' },
    })
    const { gateway, apiKey, webhookSecret } = stack.stack.file
    receiver.expect([webhookSecret])
    sdk = new Firecrawl({ apiUrl: gateway, apiKey })
  })

  after(async () => {
    await stack?.close()
    await receiver?.close()
    await site?.close()
  })

  const at = (path: string): string => `${site.origin}${path}`

  /** Waits until an event has been accepted. @returns all calls about the job, their signatures checked. */
  const callsUntil = async (id: string, type: string): Promise<ReceivedCall[]> => {
    await receiver.until(() => receiver.accepted(id).some((event) => event.type === type))
    const calls = receiver.callsOf(id)
    for (const { body, headers, signedBy } of calls) {
      const expected = createHmac('sha256', stack.stack.file.webhookSecret).update(body).digest('hex')
      assert.equal(headers['x-firecrawl-signature'], `sha256=${expected}`)
      assert.deepEqual(signedBy, [true], 'signed by Standard Webhooks as well')
      assert.equal(headers['webhook-id'], eventOf({ body }).webhookId)
      assert.equal(headers['content-type'], 'application/json')
    }
    return calls
  }

  it('report a crawl with the documents of its status, and the failed page', async () => {
    receiver.react(() => ({ status: 200 }))
    const webhook = { url: receiver.url, headers: { 'X-Own': 'kept' }, metadata: { order: '17' } }
    const options = { limit: 10, sitemap: 'skip' as const, webhook }
    const { id } = await sdk.startCrawl(at('/mixed/'), {
      ...options,
      scrapeOptions: { formats: ['markdown', 'rawHtml', 'links'] },
    })
    const calls = await callsUntil(id, 'crawl.completed')
    const events = calls.map(eventOf)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['crawl.started', 'crawl.page', 'crawl.page', 'crawl.page', 'crawl.completed'],
    )
    for (const event of events) assert.deepEqual([event.id, event.metadata], [id, { order: '17' }])
    assert.ok(calls.every(({ headers }) => headers['x-own'] === 'kept'))
    assert.deepEqual([events[0]?.data, events.at(-1)?.data, events.at(-1)?.success], [[], [], true])
    const pages = events.slice(1, -1)
    const { data } = await sdk.getCrawlStatus(id)
    assert.equal(data.length, 2)
    assert.deepEqual(
      pages.filter(({ success }) => success).flatMap((event) => event.data),
      data,
    )
    const [failed, ...others] = pages.filter(({ success }) => !success)
    assert.deepEqual(others, [])
    assert.match(failed?.error ?? '', /500/)
    const [document] = failed?.data ?? []
    assert.deepEqual(
      [document?.metadata?.sourceURL, document?.metadata?.statusCode, document?.metadata?.error, document?.markdown],
      [at('/mixed/broken'), 500, failed?.error, undefined],
    )
  })

  it('of a batch have the events that were requested, and large pages without what does not fit', async () => {
    receiver.react(() => ({ status: 200 }))
    const webhook = { url: receiver.url, events: ['page', 'completed'] as ('page' | 'completed')[] }
    const { id } = await sdk.startBatchScrape([at('/rivers'), at('/large')], {
      webhook,
      options: { formats: ['markdown', 'rawHtml'] },
    })
    const calls = await callsUntil(id, 'batch_scrape.completed')
    const events = calls.map(eventOf)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['batch_scrape.page', 'batch_scrape.page', 'batch_scrape.completed'],
    )
    assert.ok(calls.every(({ body }) => Buffer.byteLength(body) <= webhookLimits.documentBodyMaxBytes))
    const documents = events.flatMap(({ data }) => data)
    const large = documents.find(({ metadata }) => metadata?.sourceURL === at('/large'))
    assert.match(large?.markdown ?? '', /A short text in a large page/)
    assert.equal(large?.rawHtml, undefined)
    assert.match(large?.warning ?? '', new RegExp(`\`rawHtml\` left out.*GET /v2/batch/scrape/${id}`))
    const small = documents.find(({ metadata }) => metadata?.sourceURL === at('/rivers'))
    assert.match(small?.rawHtml ?? '', /<nav>/)
    const { data } = await sdk.getBatchScrapeStatus(id)
    assert.ok((data.find(({ metadata }) => metadata?.sourceURL === at('/large'))?.rawHtml?.length ?? 0) > 1_000_000)
  })

  it('are sent again with the same body until they are accepted, and on request', async () => {
    receiver.react(failingFirst(2))
    const { id } = await sdk.startBatchScrape([at('/boats')], { webhook: receiver.url })
    const calls = await callsUntil(id, 'batch_scrape.completed')
    assert.equal(calls.length, 9)
    for (const webhookId of new Set(calls.map((call) => eventOf(call).webhookId))) {
      const tries = calls.filter((call) => eventOf(call).webhookId === webhookId)
      assert.deepEqual([tries.length, new Set(tries.map(({ body }) => body)).size], [3, 1])
    }
    const page = calls.find((call) => eventOf(call).type === 'batch_scrape.page')!
    assert.equal(await redeliver(stack, id, eventOf(page).webhookId), 202)
    await receiver.until(() => receiver.callsOf(id).length === 10)
    assert.equal(receiver.callsOf(id).at(-1)?.body, page.body)
  })

  it('report the end of a job that is cancelled', async () => {
    receiver.react(() => ({ status: 200 }))
    const { id } = await sdk.startCrawl(at('/slow/'), { limit: 10, sitemap: 'skip', webhook: receiver.url })
    await stack.api.watch(id, ({ inFlight, completed }) => inFlight > 0 && completed > 0)
    assert.equal(await sdk.cancelCrawl(id), true)
    const events = (await callsUntil(id, 'crawl.cancelled')).map(eventOf)
    assert.deepEqual([events[0]?.type, events.at(-1)?.type], ['crawl.started', 'crawl.cancelled'])
    assert.deepEqual([events.at(-1)?.success, events.at(-1)?.data], [false, []])
    const { completed, failed } = await stack.api.watch(id)
    assert.equal(events.length, completed + failed + 2)
  })
})

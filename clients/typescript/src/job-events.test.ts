import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cut, events, json, problem, stubService, type StubHandler } from './testing/stub-service.ts'

const page = (id: number): string => `event: page\nid: ${id}\ndata: {"url":"https://example.com/${id}"}\n\n`
const progress = 'event: progress\ndata: {"status":"crawling"}\n\n'
const final = { id: 'crawl-1', status: 'completed', completedAt: '2026-11-21T20:35:27Z' }
const end = `event: end\nid: end\ndata: ${JSON.stringify(final)}\n\n`
const soon = 'retry: 1\n\n'

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Sends events and then breaks the connection. */
const broken =
  (...text: string[]): StubHandler =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(text.join(''), () => setTimeout(() => response.destroy(), 20))
  }

describe('the events of a job', () => {
  test('come over as many connections as it takes, every page once', async (t) => {
    const half = page(3).slice(0, 25)
    const script = [
      broken(soon, progress, page(1), page(2), half),
      problem(503, 'engine_unavailable', { retryable: true }),
      events(soon, progress, page(3)),
      events(page(4).slice(0, 9), page(4).slice(9), end),
    ]
    const { client, seen } = await stubService(t, script)
    const ids: string[] = []
    let last: unknown = null
    for await (const event of client.crawlEvents('crawl-1')) {
      if (event.type === 'page') ids.push(event.id)
      last = event
    }
    assert.deepEqual(ids, ['1', '2', '3', '4'])
    assert.deepEqual(last, { type: 'end', data: final })
    assert.deepEqual(
      seen.map(({ headers }) => headers['last-event-id']),
      [undefined, '2', '2', '3'],
    )
    assert.equal(seen[0]?.headers.accept, 'text/event-stream')
  })

  test('begin behind an event that is named; 204 says that there are no more', async (t) => {
    const { client, seen } = await stubService(t, [(response) => void response.writeHead(204).end()])
    const all = await allOf(client.batchEvents('batch-1', { lastEventId: 'end' }))
    assert.deepEqual([all, seen[0]?.headers['last-event-id']], [[], 'end'])
  })

  test('a refusal is an error at once, broken streams without an event one in the end', async (t) => {
    const { client } = await stubService(t, [problem(404, 'job_not_found', { retryable: false })])
    await assert.rejects(allOf(client.crawlEvents('crawl-1')), { name: 'NotFoundError' })
    const { client: other, seen } = await stubService(t, [events(soon)])
    await assert.rejects(allOf(other.crawlEvents('crawl-1')), { name: 'ConnectionError' })
    assert.equal(seen.length, 9)
  })

  test('end with the signal, and the connection with the reader', async (t) => {
    const closed = Promise.withResolvers<void>()
    const open: StubHandler = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(page(1))
      response.once('close', () => closed.resolve())
    }
    const { client } = await stubService(t, [open])
    for await (const event of client.crawlEvents('crawl-1')) if (event.type === 'page') break
    await closed.promise
    const abort = new AbortController()
    const reading = allOf(client.crawlEvents('crawl-1', { signal: abort.signal }))
    setTimeout(() => abort.abort(), 50)
    await assert.rejects(reading, { name: 'AbortError' })
  })
})

describe('waiting for a job', () => {
  const accepted = json(202, { success: true, id: 'crawl-1' })

  test('returns the final status as soon as the stream reports the end', async (t) => {
    const { client, seen } = await stubService(t, [accepted, events(progress, page(1), end)])
    const states: string[] = []
    const status = await client.crawlAndWait(
      { url: 'https://example.com/' },
      { onStatus: (newer) => states.push(newer.status) },
    )
    assert.deepEqual([status.status, states], ['completed', ['crawling', 'completed']])
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/crawl', '/crawl/crawl-1/events'],
    )
  })

  test('looks at the job when all streams of the key are in use', async (t) => {
    const script = [
      json(202, { success: true, id: 'batch-1' }),
      ...Array.from({ length: 9 }, () =>
        problem(429, 'concurrency_limit_reached', { retryable: true, retry_after: 0 }),
      ),
      json(200, { ...final, status: 'scraping', completedAt: null }),
      json(200, { ...final, status: 'cancelled', completedAt: null }),
      json(200, final),
    ]
    const { client } = await stubService(t, script)
    // Makes the pauses between the tries short.
    t.mock.method(Math, 'random', () => -0.99)
    assert.equal((await client.batchAndWait({ urls: ['https://example.com/'] })).status, 'completed')
  })

  test('ends with the time, names the job, and cancels it when that is requested', async (t) => {
    const silent: StubHandler = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(progress)
    const { client, seen } = await stubService(t, [accepted, silent, json(200, {})])
    const body = { url: 'https://example.com/' }
    await assert.rejects(client.crawlAndWait(body, { waitTimeoutMs: 2_000, cancelOnAbort: true }), {
      name: 'WaitTimeoutError',
      id: 'crawl-1',
    })
    assert.deepEqual(
      seen.map(({ method, url }) => `${method} ${url}`),
      ['POST /crawl', 'GET /crawl/crawl-1/events', 'DELETE /crawl/crawl-1'],
    )
  })

  test('a cancellation that fails does not hide why the waiting ended', async (t) => {
    const silent: StubHandler = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(progress)
    const { client, seen } = await stubService(t, [silent, cut], { maxRetries: 0 })
    await assert.rejects(client.waitForCrawl('crawl-1', { waitTimeoutMs: 300, cancelOnAbort: true }), {
      name: 'WaitTimeoutError',
      id: 'crawl-1',
    })
    assert.equal(seen[1]?.method, 'DELETE')
  })

  test('an abort ends the waiting and not the job', async (t) => {
    const silent: StubHandler = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(progress)
    const { client, seen } = await stubService(t, [silent])
    const abort = new AbortController()
    const waiting = client.waitForCrawl('crawl-1', { signal: abort.signal, onStatus: () => abort.abort() })
    await assert.rejects(waiting, { name: 'AbortError' })
    assert.equal(seen.length, 1)
  })
})

describe('an archive', () => {
  test('is opened by its link, without the key; an expired link is replaced once', async (t) => {
    const { client, seen, baseUrl } = await stubService(t, [
      (response) => json(200, { ...final, s3PresignedUrls: { zip: `${baseUrl}/old` } })(response, seen[0]!),
      (response) => void response.writeHead(403).end(),
      (response) => json(200, { ...final, s3PresignedUrls: { zip: `${baseUrl}/new` } })(response, seen[0]!),
      (response) => void response.end('archive'),
    ])
    const answer = await client.crawlArchive('crawl-1', 'zip')
    assert.equal(await answer.text(), 'archive')
    assert.deepEqual(
      seen.map(({ url, headers }) => [url, headers.authorization]),
      [
        ['/crawl/crawl-1', 'Bearer key-1'],
        ['/old', undefined],
        ['/crawl/crawl-1', 'Bearer key-1'],
        ['/new', undefined],
      ],
    )
  })

  test('that the job does not have is named with those it has', async (t) => {
    const { client } = await stubService(t, [json(200, { ...final, s3PresignedUrls: { markdown: 'x' } })])
    await assert.rejects(client.crawlArchive('crawl-1', 'wacz'), /no archive "wacz": it has markdown/)
  })
})

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { batchUrlsKey, expiryPrefix } from '@seine/shared/storage/object-keys.ts'
import type { BatchArchiveLine } from '@seine/activities/archive/write-batch-archives.ts'
import { downloadLines } from './api-client.ts'
import { startManyHosts, type ManyHosts } from './many-hosts.ts'
import { startTestStack, storedJob, type TestStack } from './test-stack.ts'

describe('a batch', () => {
  let t: TestStack
  let hosts: ManyHosts
  before(async () => {
    hosts = await startManyHosts()
    t = await startTestStack({ egressAllow: [`127.0.0.0/8:${hosts.port}`] })
  })
  after(async () => {
    await t?.close()
    await hosts?.close()
  })

  const linesOf = (links: unknown, format: string): Promise<BatchArchiveLine[]> =>
    downloadLines((links as Record<string, string> | undefined)?.[format])

  it('gives one line for each input line, in input order, and fetches a URL once', async () => {
    hosts.reset()
    const urls = [
      hosts.url(7, '/b'),
      hosts.url(3, '/missing'),
      hosts.url(7, '/b'),
      hosts.url(2, '/a?utm_source=x'),
      hosts.url(2, '/a'),
      hosts.url(7, '/b#part'),
    ]
    const id = await t.api.startBatch({ urls, output: ['markdown', 'html'], tag: 'first' })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assert.deepEqual([final.total, final.completed, final.failed, final.limit], [6, 5, 1, 10_000])
    assert.deepEqual(final['tag'], ['first'])
    const lines = await linesOf(final.s3PresignedUrls, 'markdown')
    assert.deepEqual(
      lines.map(({ index, url }) => ({ index, url })),
      urls.map((url, index) => ({ index, url })),
    )
    assert.deepEqual(
      lines.map(({ success, status, errorCode }) => [success, status, errorCode]),
      [[true, 200, null], [false, 404, 'http_status'], ...Array.from({ length: 4 }, () => [true, 200, null])],
    )
    assert.match(String(lines[0]?.output), /page \/b of host 7/)
    assert.equal(lines[0]?.output, lines[2]?.output)
    assert.equal(lines[0]?.output, lines[5]?.output)
    assert.equal(hosts.requests.filter(({ path }) => path === '/b').length, 1)
    // Tracking parameters are kept here, since the caller listed the URL.
    assert.equal(hosts.requests.filter(({ path }) => path.startsWith('/a')).length, 2)
    assert.ok(!hosts.requests.some(({ path }) => path === '/robots.txt'))
    const states = (await t.api.ledger(id)).map(({ state }) => state)
    assert.deepEqual(states.toSorted(), ['duplicate', 'duplicate', 'failed', 'scraped', 'scraped', 'scraped'])
  })

  it('sends method and body, and follows redirects wherever they lead', async () => {
    hosts.reset()
    const urls = [hosts.url(1, '/echo'), hosts.url(4, `/to?url=${encodeURIComponent(hosts.url(5, '/end'))}`)]
    const posted = await t.api.startBatch({
      urls: urls.slice(0, 1),
      method: 'POST',
      body: { q: 'seine' },
      output: ['html'],
    })
    const [line] = await linesOf((await t.api.watch(posted)).s3PresignedUrls, 'html')
    assert.match(
      String(line?.output),
      /POST application\/json \{&quot;q&quot;:&quot;seine&quot;\}|POST application\/json \{"q":"seine"\}/,
    )
    const moved = await t.api.startBatch({ urls: urls.slice(1) })
    const final = await t.api.watch(moved)
    const [end] = await linesOf(final.s3PresignedUrls, Object.keys(final.s3PresignedUrls ?? {})[0]!)
    assert.equal(end?.finalUrl, hosts.url(5, '/end'))
  })

  it('names every URL that cannot be taken', async () => {
    const urls = [hosts.url(1, '/'), 'not a url', 'ftp://example.com/', hosts.url(2, '/'), 'http://10.0.0.1/']
    const { status, body } = await t.api.request('POST', '/batch/scrape', { urls })
    assert.equal(status, 422)
    assert.deepEqual(
      body.errors?.map(({ pointer }) => pointer),
      ['/urls/1', '/urls/2', '/urls/4'],
    )
  })

  it('refuses more URLs than its limit allows', async () => {
    const urls = Array.from({ length: 9 }, (_, at) => hosts.url(at, '/'))
    const { status, body } = await t.api.request('POST', '/batch/scrape', { urls, limit: 5 })
    assert.equal(status, 422)
    assert.match(JSON.stringify(body.errors), /limit/)
  })

  it('cancels, keeps what there is and lists the rest as cancelled', async () => {
    const urls = Array.from({ length: 1_000 }, (_, at) => hosts.url(at % 3, `/slow/${at}`))
    const id = await t.api.startBatch({ urls })
    await t.api.watch(id, ({ completed }) => completed >= 20)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    const lines = await linesOf(final.partialS3PresignedUrls, Object.keys(final.partialS3PresignedUrls ?? {})[0]!)
    assert.equal(lines.length, urls.length)
    assert.equal(lines.filter(({ success }) => success).length, final.completed)
    const cancelled = lines.filter(({ errorCode }) => errorCode === 'cancelled' || errorCode === 'job_ended')
    assert.equal(cancelled.length, urls.length - final.completed)
  })

  it('returns 2,500 URLs of 500 hosts, each once, although the worker is killed', { timeout: 900_000 }, async () => {
    hosts.reset()
    const urls = Array.from({ length: 2_500 }, (_, at) => hosts.url(at % 500, `/page/${at}`))
    const id = await t.api.startBatch({ urls, heartbeatTimeoutSecs: 3 })
    await t.api.watch(id, ({ completed }) => completed >= 500, 800_000)
    const killedMs = performance.now()
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    const final = await t.api.watch(id, undefined, 800_000)
    assert.deepEqual([final.status, final.total, final.completed, final.failed], ['completed', 2_500, 2_500, 0])
    const lines = await linesOf(final.s3PresignedUrls, Object.keys(final.s3PresignedUrls ?? {})[0]!)
    assert.deepEqual(
      lines.map(({ url }) => url),
      urls,
    )
    assert.equal(new Set(hosts.requests.map(({ host }) => host)).size, 500)
    // Pages fetched again are those in flight, and those whose segment was not written yet: one interval, plus the
    // duration of the previous write on a busy machine.
    const { segmentFlushIntervalMs, pageSlotsMax } = sliceLimits
    const late = hosts.requests.filter(({ atMs }) => atMs > killedMs - 4 * segmentFlushIntervalMs && atMs <= killedMs)
    const mostFetches = urls.length + late.length + pageSlotsMax
    assert.ok(hosts.requests.length <= mostFetches, `${hosts.requests.length} fetches, ${mostFetches} allowed`)
    assert.equal((await t.api.ledger(id, { state: 'scraped', limit: 1_000 })).length, urls.length)
    assert.ok((await t.store.list(expiryPrefix)).some((key) => key.includes(id)))
    assert.ok((await t.store.get(batchUrlsKey(storedJob(id)))) !== null)
  })
})

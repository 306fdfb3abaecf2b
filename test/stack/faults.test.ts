import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { expectedCrawl, expectedLinks, troubleTruth } from '../site/truth.ts'
import { download, type Archive } from './api-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('a job under faults', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack({ site: { latencyMs: 20 } })
  })
  after(async () => await t?.close())

  const path = (url: string) => url.slice(t.site.origin.length)
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })

  function assertWhole({ manifest, ledger }: Archive): void {
    const expected = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
    assert.deepEqual(manifest.pages.map(({ url }) => path(url)).toSorted(), expected)
    assert.equal(new Set(ledger.map(({ url }) => url)).size, ledger.length)
  }

  it('brings each page exactly once although the worker is killed again and again', async () => {
    t.site.reset()
    const id = await t.api.start({ url: t.site.url, heartbeatTimeoutSecs: 2 })
    for (const pages of [15, 120, 200]) {
      await t.api.watch(id, (body) => body.completed >= pages || body.status !== 'crawling')
      await t.stack.part('scrapeWorker').kill('SIGKILL')
    }
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
    // Three kills: the pages in flight and those of one unflushed second may be fetched again.
    const fetches = t.site.requests.filter(({ status }) => status === 200).length
    assert.ok(fetches < truth.scraped.size + truth.duplicates.size + 3 * 120, `${fetches} fetches`)
  })

  for (const delayMs of [0, 150, 400]) {
    it(`writes whole archives although the worker is killed ${delayMs} ms into the end of the job`, async () => {
      t.site.reset()
      const id = await t.api.start({ url: t.site.url, output: ['markdown', 'html', 'clean_html', 'links'] })
      await t.api.watch(id, ({ completed }) => completed > 0)
      await t.temporal.workflow.getHandle(runIdOf(id)).result()
      await sleep(delayMs)
      await t.stack.part('scrapeWorker').kill('SIGKILL')
      const final = await t.api.watch(id)
      assert.equal(final.status, 'completed')
      const links = Object.values(final.s3PresignedUrls ?? {})
      assert.equal(links.length, 4)
      for (const link of links) assertWhole(await download(link))
    })
  }

  it('hands its slices over when the worker is asked to stop', async () => {
    t.site.reset()
    const id = await t.api.start({ url: t.site.url, sitemap: 'skip' })
    await t.api.watch(id, (body) => body.completed >= 40)
    await t.stack.part('scrapeWorker').restart()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assert.equal(final.completed, expectedCrawl({ start: '/', sitemap: 'skip' }).scraped.size + truth.duplicates.size)
  })

  it('answers 503 while Temporal is away and finishes the job when it is back', async () => {
    const id = await t.api.start({ url: t.site.url })
    await t.api.watch(id, (body) => body.completed >= 30)
    const temporal = t.stack.part('temporal')
    await temporal.stop()
    const down = await t.api.request('GET', `/crawl/${id}`)
    assert.equal(down.status, 503)
    assert.equal(down.body.code, 'workflow_service_unavailable')
    assert.ok(Number(down.headers.get('retry-after')) > 0)
    const start = await t.api.request('POST', '/crawl', { url: t.site.url })
    assert.equal(start.status, 503)
    assert.equal((await t.api.request('GET', '/readyz')).status, 503)
    await temporal.start()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
  })

  it('answers 503 while the store is away and finishes the job when it is back', async () => {
    const id = await t.api.start({ url: t.site.url })
    await t.api.watch(id, (body) => body.completed >= 30)
    const store = t.stack.part('objectStore')
    await store.stop()
    const start = await t.api.request('POST', '/crawl', { url: t.site.url })
    assert.equal(start.status, 503)
    assert.equal(start.body.code, 'result_store_unavailable')
    await sleep(3_000)
    await store.start()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
    await store.stop()
    const finished = await t.api.request('GET', `/crawl/${id}`)
    assert.equal(finished.status, 503)
    assert.equal(finished.body.code, 'result_store_unavailable')
    await store.start()
  })

  it('cancels at once, keeps what there is, and changes nothing the second time', async () => {
    t.site.reset()
    const id = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
    await t.api.watch(id, (body) => body.completed >= 50)
    const cancelledAt = Date.now()
    const answer = await t.api.cancel(id)
    assert.equal(answer.status, 'cancelled')
    assert.equal(answer['success'], true)
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.equal(final.inFlight, 0)
    assert.ok(Date.now() - cancelledAt < 15_000)
    const { manifest, ledger } = await download(final.partialS3PresignedUrls?.['markdown'])
    assert.equal(manifest.pages.length, final.completed)
    assert.ok(final.completed >= 50)
    assert.ok(ledger.some(({ state }) => state === 'cancelled'))
    const late = t.site.requests.filter(({ time }) => time > cancelledAt + 2_000)
    assert.equal(late.length, 0)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const description = await t.temporal.workflow.getHandle(id).describe()
    assert.equal(description.status.name, 'CANCELLED')
  })

  it('takes back no page that it has told of when it is cancelled right after its worker died', async () => {
    t.site.reset()
    const id = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
    await t.api.watch(id, ({ completed }) => completed >= 50)
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    const told = await t.api.status(id)
    await t.api.cancel(id)
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.ok(final.total >= told.total && final.total === final.completed + final.failed)
    const { manifest } = await download(final.partialS3PresignedUrls?.['markdown'])
    assert.deepEqual([manifest.pages.length, manifest.failed.length], [final.completed, final.failed])
  })

  it('fails a job whose time budget is used up and keeps its pages', async () => {
    t.site.reset()
    const url = new URL('/many/?n=9000', t.site.url).href
    const id = await t.api.start({ url, scheduleToCloseTimeoutSecs: 4 })
    const startedAt = Date.now()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /time budget of 4 s/)
    assert.ok(Date.now() - startedAt < 15_000)
    const { manifest } = await download(final.partialS3PresignedUrls?.['markdown'])
    assert.equal(manifest.pages.length, final.completed)
    assert.ok(final.completed > 0)
    await sleep(500)
    const late = t.site.requests.filter(({ time }) => time > startedAt + 4_000 + 2_000)
    assert.equal(late.length, 0)
    assert.equal((await t.temporal.workflow.getHandle(id).describe()).status.name, 'FAILED')
    assert.equal((await t.temporal.workflow.getHandle(runIdOf(id)).describe()).status.name, 'TIMED_OUT')
  })

  it('says that a run was terminated by an operator and keeps its pages', async () => {
    const id = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
    await t.api.watch(id, (body) => body.completed >= 20)
    await t.temporal.workflow.getHandle(runIdOf(id)).terminate('test')
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /terminated/)
    assert.ok(final.completed >= 20)
  })

  it('loses one page to each kind of trouble and never the job', async () => {
    t.site.reset()
    const url = new URL('/trouble/', t.site.url).href
    const id = await t.api.start({ url, sitemap: 'skip', scrape: { timeout: 2_000 }, maxDiscoveryDepth: 1 })
    const final = await t.api.watch(id, undefined, 180_000)
    assert.equal(final.status, 'completed')
    const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
    const failed = new Map(manifest.failed.map((failure) => [path(failure.url), failure.code]))
    const scraped = new Set(manifest.pages.map((page) => path(page.url)))
    const linked = new Set(expectedLinks('/trouble/', t.site.origin))
    for (const [trouble, expected] of troubleTruth) {
      if (!linked.has(new URL(trouble, t.site.url).href)) continue
      const code = failed.get(trouble)
      const fits =
        code === undefined
          ? expected.scraped && scraped.has(trouble)
          : expected.codes.some((allowed) => allowed === code)
      assert.ok(
        fits,
        `${trouble}: ${code ?? (scraped.has(trouble) ? 'scraped' : 'missing')}, expected ${JSON.stringify(expected)}`,
      )
    }
  })
})

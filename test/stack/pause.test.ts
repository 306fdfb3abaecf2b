import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { manyPages } from '../site/many-pages.ts'
import { expectedCrawl } from '../site/truth.ts'
import { download, downloadLines, type Body } from './api-client.ts'
import { LiveView } from './live-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

/** Time after the answer to a pause beyond which no request to the site starts, milliseconds. */
const pauseMs = 2_000

describe('a job that is paused', () => {
  const usualLatencyMs = 20
  const slowMs = 700
  const site = { latencyMs: usualLatencyMs }
  let t: TestStack
  before(async () => {
    t = await startTestStack({ site })
  })
  after(async () => await t?.close())
  beforeEach(() => {
    t.site.reset()
    site.latencyMs = slowMs
  })

  const pathOf = (id: string): string => (id.startsWith('batch-') ? `/batch/scrape/${id}` : `/crawl/${id}`)
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })
  const truthPaths = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
  const few = manyPages(160)
  const crawlFew = () => ({ url: new URL(few.start, t.site.url).href, sitemap: 'skip' })
  const path = (url: string) => url.slice(t.site.origin.length)

  async function ask(id: string, what: 'pause' | 'resume'): Promise<Body> {
    for (let triesLeft = 5; ; triesLeft -= 1) {
      const { status, body } = await t.api.request('POST', `${pathOf(id)}/${what}`)
      // A worker that has died processes nothing.
      if (status === 503 && triesLeft > 0) continue
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body['paused'], what === 'pause')
      return body
    }
  }

  /** Pauses a job and observes it for a while. @returns the status at the end. */
  async function pausedFor(id: string, ms: number): Promise<Body> {
    await ask(id, 'pause')
    const answeredAt = Date.now()
    await sleep(pauseMs + ms)
    const late = t.site.requests.filter(({ time }) => time > answeredAt + pauseMs)
    assert.deepEqual(
      late.map((request) => `${request.path} +${request.time - answeredAt} ms`),
      [],
    )
    const told = await t.api.watch(id, () => true)
    assert.equal(told['paused'], true)
    assert.match(told.warnings.join(), /time budget .* keeps running: unless it is resumed, it fails at 20/)
    return told
  }

  async function assertWholeCrawl(id: string, expected = few.paths): Promise<void> {
    site.latencyMs = usualLatencyMs
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final['paused']], ['completed', false])
    assert.doesNotMatch(final.warnings.join(), /paused/)
    const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
    assert.deepEqual(manifest.pages.map(({ url }) => path(url)).toSorted(), expected)
  }

  it('sends no requests to its site, and has lost nothing after it was resumed', async () => {
    const id = await t.api.start(crawlFew())
    const live = new LiveView({ base: t.stack.file.gateway, key: t.stack.file.apiKey, path: `/crawl/${id}` })
    const followed = live.follow()
    await t.api.watch(id, ({ completed }) => completed >= 15)
    const told = await pausedFor(id, 1_500)
    assert.ok(told.completed < few.paths.length)
    assert.deepEqual(await ask(id, 'pause').then(({ total }) => total), told.total)
    await ask(id, 'resume')
    await assertWholeCrawl(id)
    await followed
    assert.equal(live.end?.completed, few.paths.length)
  })

  it('rests from its start on when it is paused at once', async () => {
    const id = await t.api.start(crawlFew())
    await pausedFor(id, 500)
    await ask(id, 'resume')
    await assertWholeCrawl(id)
  })

  it('stops to read sitemaps', async () => {
    site.latencyMs = 1_200
    const id = await t.api.start({ url: t.site.url })
    const endsAt = Date.now() + 30_000
    while (!t.site.requests.some(({ path: asked }) => asked.includes('sitemap'))) {
      assert.ok(Date.now() < endsAt, 'no sitemap is read')
      await sleep(50)
    }
    await pausedFor(id, 1_000)
    await ask(id, 'resume')
    await assertWholeCrawl(id, truthPaths)
  })

  it('continues where it was although worker and workflow service die meanwhile', async () => {
    const id = await t.api.start({ ...crawlFew(), heartbeatTimeoutSecs: 2 })
    await t.api.watch(id, ({ completed }) => completed >= 15)
    // The slices of the dying worker are left without a result.
    const worker = t.stack.part('scrapeWorker').kill('SIGKILL')
    await sleep(300)
    await worker
    await pausedFor(id, 0)
    await t.stack.part('temporal').kill('SIGKILL')
    await t.stack.part('gateway').kill('SIGKILL')
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    await t.api.watch(id, (body) => body['paused'] === true)
    await sleep(1_000)
    const requests = t.site.requests.length
    await sleep(1_000)
    assert.equal(t.site.requests.length, requests)
    await ask(id, 'resume')
    await assertWholeCrawl(id)
  })

  it('has one line for each URL of a batch, paused and resumed again and again', async () => {
    const urls = few.paths.map((each) => `${t.site.origin}${each}`)
    const id = await t.api.startBatch({ urls, output: ['markdown'] })
    for (let turn = 0; turn < 5; turn += 1) {
      await sleep(250)
      await ask(id, 'pause')
      await ask(id, 'resume')
    }
    site.latencyMs = usualLatencyMs
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    const lines = await downloadLines(final.s3PresignedUrls?.['markdown'])
    assert.deepEqual(
      lines.map(({ url, success }) => [url, success]),
      urls.map((url) => [url, true]),
    )
  })

  it('is cancelled like any other', async () => {
    const id = await t.api.start(crawlFew())
    await t.api.watch(id, ({ completed }) => completed >= 10)
    await ask(id, 'pause')
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final['paused'], final.inFlight], ['cancelled', false, 0])
    assert.ok(final.partialS3PresignedUrls?.['markdown'] !== undefined)
    const late = await t.api.request('POST', `/crawl/${id}/resume`)
    assert.deepEqual([late.status, late.body.code], [409, 'job_finished'])
  })

  it('fails with what it has when its time budget ends meanwhile', async () => {
    const id = await t.api.start({ ...crawlFew(), scheduleToCloseTimeoutSecs: 15 })
    await t.api.watch(id, ({ completed }) => completed >= 10)
    await ask(id, 'pause')
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /time budget of 15 s/)
    assert.ok(final.completed >= 10)
    assert.ok(final.partialS3PresignedUrls?.['markdown'] !== undefined)
  })
})

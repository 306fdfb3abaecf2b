import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { manyPages } from '../site/many-pages.ts'
import { expectedCrawl, expectedLinks, troubleTruth } from '../site/truth.ts'
import { download, type Archive } from './api-client.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

describe('a job under faults', () => {
  const usualLatencyMs = 20
  /** Pages of a crawl that a test ends before its end. */
  const longPages = 1_000
  const site = { latencyMs: usualLatencyMs }
  let t: TestStack
  before(async () => {
    t = await startTestStack({ site })
  })
  afterEach(() => void (site.latencyMs = usualLatencyMs))
  after(async () => await t?.close())

  const path = (url: string) => url.slice(t.site.origin.length)
  const truth = expectedCrawl({ start: '/', sitemap: 'include' })
  const truthPaths = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
  const few = manyPages(120)
  const crawlFew = () => ({ url: new URL(few.start, t.site.url).href, sitemap: 'skip' })

  /** Starts a crawl that is far from its end when a test ends it. */
  async function startLong(more: Record<string, unknown> = {}): Promise<string> {
    t.site.reset()
    site.latencyMs = 600
    return await t.api.start({ url: new URL(`/many/?n=${longPages}`, t.site.url).href, ...more })
  }

  function assertWhole({ manifest, ledger }: Archive, expected = few.paths): void {
    assert.deepEqual(manifest.pages.map(({ url }) => path(url)).toSorted(), expected)
    assert.equal(new Set(ledger.map(({ url }) => url)).size, ledger.length)
  }

  const pagesFetched = (): number => t.site.requests.filter(({ status }) => status === 200).length

  /** Number of slice attempts that failed because their worker died, or was slow enough to be considered dead. */
  async function lostAttempts(id: string): Promise<number> {
    const { events } = await t.temporal.workflow.getHandle(runIdOf(id)).fetchHistory()
    return (events ?? []).reduce(
      (lost, { activityTaskStartedEventAttributes: started }) => lost + Math.max(0, (started?.attempt ?? 1) - 1),
      0,
    )
  }

  /** Waits until the site gets no more requests. For a running crawl that happens only once it has all of its pages. */
  async function leftAlone(): Promise<void> {
    const quietMs = 2_000
    const endsAt = Date.now() + 60_000
    while (Date.now() - (t.site.requests.at(-1)?.time ?? 0) < quietMs) {
      assert.ok(Date.now() < endsAt, 'pages are still fetched')
      await sleep(100)
    }
  }

  it('returns each page exactly once although the worker is killed again and again', async () => {
    t.site.reset()
    const id = await t.api.start({ url: t.site.url, heartbeatTimeoutSecs: 2 })
    const kills = [15, 120, 200]
    // Pages in flight and those of one unflushed second may be fetched again; more of them when the store stalls.
    const againOfLoss = 120
    let again = 0
    for (const pages of kills) {
      const told = await t.api.watch(id, (body) => body.completed >= pages || body.status !== 'crawling')
      const untold = pagesFetched() - told.completed
      await t.stack.part('scrapeWorker').kill('SIGKILL')
      again += Math.max(againOfLoss, untold)
    }
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']), truthPaths)
    // A kill costs the attempts of two slices; a heartbeat delayed by a busy machine costs one more.
    const lateHeartbeats = Math.max(0, (await lostAttempts(id)) - kills.length * frontierLimits.slicesPerHostMax)
    again += lateHeartbeats * againOfLoss
    assert.ok(pagesFetched() < truth.scraped.size + truth.duplicates.size + again, `${pagesFetched()} fetches`)
  })

  for (const delayMs of [0, 150, 400]) {
    it(`writes whole archives although the worker is killed ${delayMs} ms into the end of the job`, async () => {
      t.site.reset()
      const id = await t.api.start({ ...crawlFew(), output: ['markdown', 'html', 'clean_html', 'links'] })
      await t.api.watch(id, ({ completed }) => completed > 0)
      await t.temporal.workflow.getHandle(runIdOf(id)).result()
      await sleep(delayMs)
      const job = await t.temporal.workflow.getHandle(id).describe()
      await t.stack.part('scrapeWorker').kill('SIGKILL')
      // On a fast machine the archives may be there when the later kills come.
      if (delayMs === 0) assert.equal(job.status.name, 'RUNNING')
      const final = await t.api.watch(id)
      assert.equal(final.status, 'completed')
      const links = Object.values(final.s3PresignedUrls ?? {})
      assert.equal(links.length, 4)
      for (const link of links) assertWhole(await download(link))
    })
  }

  it('hands its slices over when the worker is asked to stop', async () => {
    t.site.reset()
    const id = await t.api.start(crawlFew())
    await t.api.watch(id, (body) => body.completed >= 20)
    await t.stack.part('scrapeWorker').restart()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
  })

  it('answers 503 while Temporal is unavailable and finishes the job when it is back', async () => {
    site.latencyMs = 600
    const id = await t.api.start(crawlFew())
    await t.api.watch(id, (body) => body.completed >= 10)
    const temporal = t.stack.part('temporal')
    // Stops at once, while pages are left: the status of a finished job is served without Temporal.
    await temporal.stop({ now: true })
    const down = await t.api.request('GET', `/crawl/${id}`)
    assert.equal(down.status, 503)
    assert.equal(down.body.code, 'workflow_service_unavailable')
    assert.ok(Number(down.headers.get('retry-after')) > 0)
    const start = await t.api.request('POST', '/crawl', { url: t.site.url })
    assert.equal(start.status, 503)
    assert.equal((await t.api.request('GET', '/readyz')).status, 503)
    await temporal.start()
    site.latencyMs = usualLatencyMs
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
  })

  it('answers 503 while the store is unavailable and finishes the job when it is back', async () => {
    site.latencyMs = 600
    const id = await t.api.start(crawlFew())
    await t.api.watch(id, (body) => body.completed >= 10)
    const store = t.stack.part('objectStore')
    await store.stop()
    const start = await t.api.request('POST', '/crawl', { url: t.site.url })
    assert.equal(start.status, 503)
    assert.equal(start.body.code, 'result_store_unavailable')
    await sleep(3_000)
    await store.start()
    site.latencyMs = usualLatencyMs
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assertWhole(await download(final.s3PresignedUrls?.['markdown']))
    await store.stop()
    // A status that was just read may be served again for a moment.
    let finished = await t.api.request('GET', `/crawl/${id}`)
    for (let tries = 0; finished.status === 200 && tries < 600; tries += 1) {
      await sleep(100)
      finished = await t.api.request('GET', `/crawl/${id}`)
    }
    await store.start()
    assert.equal(finished.status, 503)
    assert.equal(finished.body.code, 'result_store_unavailable')
  })

  it('cancels at once, keeps what there is, and changes nothing the second time', async () => {
    const id = await startLong()
    await t.api.watch(id, (body) => body.completed >= 50)
    const cancelledAt = Date.now()
    const answer = await t.api.cancel(id)
    assert.equal(answer.status, 'cancelled')
    assert.equal(answer['success'], true)
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.equal(final.inFlight, 0)
    assert.ok(Date.now() - cancelledAt < 60_000)
    const { manifest, ledger } = await download(final.partialS3PresignedUrls?.['markdown'])
    assert.equal(manifest.pages.length, final.completed)
    assert.ok(final.completed >= 50)
    assert.ok(ledger.some(({ state }) => state === 'cancelled'))
    await leftAlone()
    assert.ok(t.site.requests.length < longPages, `${t.site.requests.length} requests`)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    assert.equal((await closedWorkflow(t, id)).status.name, 'CANCELLED')
  })

  it('keeps every reported page when it is cancelled right after its worker died', async () => {
    const id = await startLong()
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
    const id = await startLong({ scheduleToCloseTimeoutSecs: 10 })
    const startedAt = Date.now()
    const final = await t.api.watch(id)
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /time budget of 10 s/)
    assert.ok(Date.now() - startedAt < 90_000)
    const { manifest } = await download(final.partialS3PresignedUrls?.['markdown'])
    assert.equal(manifest.pages.length, final.completed)
    assert.ok(final.completed > 0)
    await leftAlone()
    assert.ok(t.site.requests.length < longPages, `${t.site.requests.length} requests`)
    assert.equal((await closedWorkflow(t, id)).status.name, 'FAILED')
    assert.equal((await closedWorkflow(t, runIdOf(id))).status.name, 'TIMED_OUT')
  })

  it('says that a run was terminated by an operator and keeps its pages', async () => {
    const id = await startLong()
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
    const id = await t.api.start({ url, sitemap: 'skip', scrape: { timeout: 6_000 }, maxDiscoveryDepth: 1 })
    const final = await t.api.watch(id)
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

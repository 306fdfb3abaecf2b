import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from '@temporalio/worker'
import { WorkflowNotFoundError } from '@temporalio/client'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { builtWorkflows } from './built-workflows.ts'
import { download } from './api-client.ts'
import { startWithShortHistory } from './long-history.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

describe('a job of one page', () => {
  const site = { latencyMs: 0 }
  const slowMs = 2_500
  /** Paths of a site of one page and many that robots.txt refuses. */
  const refused = Array.from({ length: 12 }, (_, at) => `/search/${at}`)
  let t: TestStack
  let searches: Fixture
  before(async () => {
    const robots = 'User-agent: *\nDisallow: /search\nAllow: /search/found\n'
    const links = [...refused, '/search/found'].map((path) => `<a href="${path}">${path}</a>`)
    searches = await startFixture({
      '/robots.txt': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(robots),
      '/': html(links.join(' ')),
      '/search/found': html('found'),
    })
    t = await startTestStack({ site, egressAllow: [`127.0.0.1/32:${searches.port}`] })
  })
  after(async () => {
    await t?.close()
    await searches?.close()
  })
  beforeEach(() => {
    t.site.reset()
    site.latencyMs = 0
  })

  const onePage = () => ({ url: t.site.url, limit: 1 })

  /** Checks that a job had no workflow besides its lifecycle, and that its history replays. */
  async function assertAlone(id: string): Promise<void> {
    await assert.rejects(t.temporal.workflow.getHandle(runIdOf(id)).describe(), WorkflowNotFoundError)
    await assertReplays(id)
  }

  async function assertReplays(id: string): Promise<void> {
    const history = await t.temporal.workflow.getHandle(id).fetchHistory()
    const workflowBundle = await builtWorkflows()
    for await (const { error } of Worker.runReplayHistories({ workflowBundle }, [{ workflowId: id, history }])) {
      assert.equal(error, undefined, error?.message)
    }
  }

  it('runs inside the workflow of the job, as a crawl and as a batch', async () => {
    const crawl = await t.api.start({ ...onePage(), sitemap: 'skip' })
    const final = await t.api.watch(crawl)
    assert.deepEqual([final.status, final.total, final.completed, final.pending], ['completed', 1, 1, 0])
    const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
    assert.equal(manifest.pages.length, 1)
    assert.equal((await closedWorkflow(t, crawl)).status.name, 'COMPLETED')
    await assertAlone(crawl)
    const { events } = await t.temporal.workflow.getHandle(crawl).fetchHistory()
    // 16, and seven more when a slow machine leaves its end to the queue.
    assert.ok((events?.length ?? Infinity) <= 23, `${events?.length} events`)
    const { status, body } = await t.api.request('POST', '/batch/scrape', { urls: [t.site.url] })
    assert.equal(status, 202)
    assert.equal((await t.api.watch(body.id)).status, 'completed')
    await assertAlone(body.id)
  })

  it('reads sitemaps when it is asked to', async () => {
    const final = await t.api.watch(await t.api.start(onePage()))
    assert.deepEqual([final.status, final.completed], ['completed', 1])
    assert.ok(t.site.requests.some(({ path }) => path === '/sitemap.xml'))
  })

  it('is seen under way, rests while it is paused, and ends whole', async () => {
    site.latencyMs = slowMs
    const id = await t.api.start(onePage())
    const paused = await t.api.request('POST', `/crawl/${id}/pause`)
    assert.deepEqual([paused.status, paused.body['paused']], [200, true])
    const told = await t.api.watch(id, () => true)
    assert.match(told.warnings.join(), /time budget .* keeps running: unless it is resumed, it fails at 20/)
    await sleep(slowMs)
    const asked = t.site.requests.length
    await sleep(slowMs)
    assert.equal(t.site.requests.length, asked)
    site.latencyMs = 0
    const resumed = await t.api.request('POST', `/crawl/${id}/resume`)
    assert.deepEqual([resumed.status, resumed.body['paused']], [200, false])
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed], ['completed', 1])
    await closedWorkflow(t, id)
    await assertAlone(id)
  })

  it('shows the page in flight, and ends as cancelled at once', async () => {
    site.latencyMs = slowMs
    const id = await t.api.start({ ...onePage(), sitemap: 'skip' })
    // After robots.txt, the page takes until it is given up.
    while (t.site.requests.length === 0) await sleep(20)
    site.latencyMs = 60_000
    await t.api.watch(id, ({ inFlight }) => inFlight === 1)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const final = await t.api.watch(id)
    assert.equal(final.status, 'cancelled')
    assert.equal((await closedWorkflow(t, id)).status.name, 'CANCELLED')
    await assertAlone(id)
  })

  it('fails when its time budget ends, while it loads or while it is paused', async () => {
    site.latencyMs = 60_000
    const id = await t.api.start({ ...onePage(), scheduleToCloseTimeoutSecs: 3 })
    const rests = await t.api.start({ ...onePage(), scheduleToCloseTimeoutSecs: 6 })
    assert.equal((await t.api.request('POST', `/crawl/${rests}/pause`)).status, 200)
    for (const [job, secs] of [
      [id, 3],
      [rests, 6],
    ] as const) {
      const final = await t.api.watch(job)
      assert.equal(final.status, 'failed')
      assert.match(final.error ?? '', new RegExp(`time budget of ${secs} s`))
      assert.equal((await closedWorkflow(t, job)).status.name, 'FAILED')
      await assertAlone(job)
    }
  })

  it('moves to a workflow of its own when refused pages, which do not count, make its history long', async () => {
    const request = { url: `${searches.origin}/`, limit: 1, includePaths: ['/search'], sitemap: 'skip' }
    const like = await t.api.start(request)
    const whole = await t.api.watch(like)
    const id = await startWithShortHistory(t, like, { historyEventsMax: 24, compactHistory: true })
    const final = await t.api.watch(id)
    for (const body of [whole, final]) {
      assert.deepEqual([body.status, body.total, body.completed, body.pending], ['completed', 1, 1, 0])
      const { ledger } = await download(body.s3PresignedUrls?.['markdown'])
      assert.equal(ledger.filter(({ state }) => state === 'robots').length, refused.length)
    }
    await assertAlone(like)
    assert.equal((await closedWorkflow(t, id)).status.name, 'COMPLETED')
    const run = await t.temporal.workflow.getHandle(runIdOf(id)).describe()
    assert.equal(run.status.name, 'COMPLETED')
    await assertReplays(id)
    await assertReplays(runIdOf(id))
  })

  it('fails with its start page', async () => {
    const final = await t.api.watch(await t.api.start({ ...onePage(), url: new URL('/absent', t.site.url).href }))
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /start page/)
  })
})

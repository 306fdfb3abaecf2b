/** Jobs of both lanes while workers die, are unavailable or are stopped, and pages crash their browser. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTemporalEngine } from '@seine/gateway/engine/temporal-engine.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { html, startFixture, type Fixture } from '../browser/fixture-server.ts'
import { until } from '../browser/pool-lab.ts'
import { startSpaSite, type SpaSite } from '../spa/spa-site.ts'
import { download, downloadLines, type Archive, type Body } from './api-client.ts'
import { startWithShortHistory } from './long-history.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

let t: TestStack
let spa: SpaSite
let fixture: Fixture

/** `PENDING_ACTIVITY_STATE_SCHEDULED` of Temporal's API: no worker has started the activity. */
const scheduled = 1

const hanging = ['/hang/1', '/hang/2']

before(async () => {
  spa = await startSpaSite({ items: 21 })
  const empty = '<!doctype html><title>Hang</title><div id="root"></div><script>for (;;) {}</script>'
  fixture = await startFixture({
    '/hang/': html(`<main><h1>Pages</h1>${hanging.map((path) => `<a href="${path}">${path}</a>`).join(' ')}</main>`),
    ...Object.fromEntries(hanging.map((path) => [path, html(empty)])),
  })
  const egressAllow = [spa, fixture].map(({ port }) => `127.0.0.1/32:${port}`)
  t = await startTestStack({ browser: true, egressAllow })
})

after(async () => {
  await t?.close()
  await spa?.close()
  await fixture?.close()
})

const mixed = (): Record<string, unknown> => ({
  url: `${spa.origin}/mixed/0`,
  sitemap: 'skip',
  crawlEntireDomain: true,
  heartbeatTimeoutSecs: 2,
})

/** Every third page is an application. */
const needsBrowser = (url: string): boolean => Number(url.split('/').at(-1)) % 3 === 1

/** Waits until the HTTP lane is finished: the remaining pages wait for a worker that is unavailable. */
async function onlyBrowserPagesLeft(id: string): Promise<Body> {
  const applications = Array.from({ length: spa.items + 1 }, (_, item) => `${spa.origin}/mixed/${item}`).filter((url) =>
    needsBrowser(url),
  ).length
  const body = await t.api.watch(
    id,
    ({ completed, inFlight }) => completed === spa.items + 1 - applications && inFlight === applications,
  )
  const states = async (): Promise<unknown[]> => {
    const { raw } = await t.temporal.workflow.getHandle(runIdOf(id)).describe()
    return (raw.pendingActivities ?? []).map(({ state }) => state)
  }
  const isWaiting = (all: unknown[]): boolean => all.length > 0 && all.every((state) => Number(state) === scheduled)
  await until('only slices for a browser are left', async () => isWaiting(await states()), 120_000)
  return body
}

/** Asserts that each URL is in the ledger once, and that the manifest matches the counts of the status. */
function assertAddsUp({ manifest, ledger }: Archive, body: Body): void {
  assert.equal(new Set(ledger.map(({ url }) => url)).size, ledger.length)
  assert.deepEqual([manifest.pages.length, manifest.failed.length], [body.completed, body.failed])
  const told = [...manifest.pages, ...manifest.failed].map(({ url }) => url)
  assert.equal(new Set(told).size, told.length)
}

describe('a job of both lanes', () => {
  it('returns each page once, with its attempts in order, although workers of both kinds are killed', async () => {
    const id = await t.api.start(mixed())
    const kills = [
      [3, ['browserWorker']],
      [11, ['scrapeWorker']],
      [16, ['browserWorker', 'scrapeWorker']],
    ] as const
    for (const [pages, parts] of kills) {
      await t.api.watch(id, ({ completed }) => completed >= pages)
      await Promise.all(parts.map(async (part) => await t.stack.part(part).kill('SIGKILL')))
    }
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', spa.items + 1, 0], JSON.stringify(body))
    const archive = await download(body.s3PresignedUrls?.['markdown'])
    assertAddsUp(archive, body)
    for (const { url, attempts, winningAttempt } of archive.manifest.pages) {
      assert.deepEqual(
        attempts.map(({ index }) => index),
        attempts.map((_, at) => at + 1),
      )
      const winner = attempts.find(({ index }) => index === winningAttempt)
      assert.deepEqual([winner?.success, winner?.engine !== 'http'], [true, needsBrowser(url)], url)
    }
  })

  it('reports pages as far as they are when it is cancelled while some wait for a browser', async () => {
    await t.stack.part('browserWorker').stop()
    const id = await t.api.start(mixed())
    const waiting = await onlyBrowserPagesLeft(id)
    assert.equal((await t.api.cancel(id)).status, 'cancelled')
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.total, body.pending], ['cancelled', waiting.total, 0])
    const archive = await download(body.partialS3PresignedUrls?.['markdown'])
    assertAddsUp(archive, body)
    assert.ok(archive.manifest.failed.length > 0)
    for (const { url, code, message, attempts } of archive.manifest.failed) {
      assert.ok(needsBrowser(url), url)
      assert.deepEqual([code, attempts], ['cancelled', 1])
      assert.match(message, /waited for a browser/)
    }
    assert.equal((await closedWorkflow(t, id)).status.name, 'CANCELLED')
    await t.stack.part('browserWorker').start()
  })

  it('waits for a browser worker that is unavailable, and shows since when', async () => {
    await t.stack.part('browserWorker').stop()
    const temporal = createTemporalClient(readConfig({ SEINE_TEMPORAL_ADDRESS: t.stack.file.temporal }))
    const engine = createTemporalEngine(temporal)
    const id = await t.api.start(mixed())
    await onlyBrowserPagesLeft(id)
    const since = (await engine.describe(runIdOf(id)))?.browserWaitSince
    const polledAt = await engine.browserPolledAt()
    assert.ok(since instanceof Date && polledAt !== null && polledAt < since)
    await t.stack.part('browserWorker').start()
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.warnings], ['completed', spa.items + 1, []])
    const polledAgain = await engine.browserPolledAt()
    await temporal.close()
    assert.ok(polledAgain !== null && polledAgain > since)
    assertAddsUp(await download(body.s3PresignedUrls?.['markdown']), body)
  })

  it('continues in a new run when the history of one has become long', async () => {
    // Only its request is used.
    const likeId = await t.api.start(mixed())
    await t.api.cancel(likeId)
    const id = await startWithShortHistory(t, likeId, { historyEventsMax: 20 })
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', spa.items + 1, 0], JSON.stringify(body))
    assertAddsUp(await download(body.s3PresignedUrls?.['markdown']), body)
    const { raw } = await t.temporal.workflow.getHandle(runIdOf(id)).describe()
    assert.notEqual(raw.workflowExecutionInfo?.execution?.runId, raw.workflowExecutionInfo?.firstRunId)
  })

  it('keeps the HTTP answer of pages that hang in the browser, with a warning', async () => {
    const id = await t.api.start({ url: `${fixture.origin}/hang/`, sitemap: 'skip', scrape: { timeout: 8_000 } })
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.completed], ['completed', hanging.length + 1], JSON.stringify(body))
    const { manifest } = await download(body.s3PresignedUrls?.['markdown'])
    for (const { attempts, winningAttempt, warnings } of manifest.pages.slice(1)) {
      assert.deepEqual(
        attempts.map(({ index, engine }) => [index, engine === 'http']),
        [
          [1, true],
          [2, false],
          [3, true],
        ],
      )
      assert.equal(winningAttempt, 3)
      assert.ok(
        warnings.some((warning) => warning.startsWith('browser: timeout')),
        JSON.stringify(warnings),
      )
    }
  })
})

describe('a batch of both lanes', () => {
  it('answers every line, repeated ones as well, although the browser worker dies', async () => {
    const items = [1, 2, 1, 4, 3, 4, 7, 10, 1]
    const urls = items.map((item) => `${spa.origin}/mixed/${item}`)
    const id = await t.api.startBatch({ urls, output: ['markdown'], heartbeatTimeoutSecs: 2 })
    await t.api.watch(id, ({ completed }) => completed > 0)
    await t.stack.part('browserWorker').kill('SIGKILL')
    const body = await t.api.watch(id)
    assert.deepEqual([body.status, body.completed, body.failed], ['completed', items.length, 0], JSON.stringify(body))
    const lines = await downloadLines(body.s3PresignedUrls?.['markdown'])
    assert.deepEqual(
      lines.map(({ url }) => url),
      urls,
    )
    for (const { output } of lines) assert.match(String(output), /stands where the river turns/)
  })
})

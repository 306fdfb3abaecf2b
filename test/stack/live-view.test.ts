import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { expectedCrawl } from '../site/truth.ts'
import { download, downloadLines } from './api-client.ts'
import { LiveView, type LiveOptions } from './live-client.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('a job followed live', () => {
  const usualLatencyMs = 50
  /** Long enough that a job is still running after the test has acted in the middle of it. */
  const longLatencyMs = 1_000
  const site = { latencyMs: usualLatencyMs }
  let t: TestStack
  before(async () => {
    t = await startTestStack({ site })
  })
  after(async () => await t?.close())
  beforeEach(() => {
    t.site.reset()
    site.latencyMs = usualLatencyMs
  })

  const view = (path: string, onPage?: LiveOptions['onPage']): LiveView =>
    new LiveView({
      base: t.stack.file.gateway,
      key: t.stack.file.apiKey,
      path,
      ...(onPage === undefined ? {} : { onPage }),
    })

  function assertEachPageOnce({ notes, end }: LiveView): void {
    assert.ok(end !== null)
    assert.deepEqual(
      notes.map(({ number }) => number),
      Array.from({ length: end.completed + end.failed }, (_, at) => at + 1),
    )
    assert.equal(new Set(notes.map(({ note }) => note.index)).size, notes.length)
    assert.equal(notes.filter(({ note }) => note.success).length, end.completed)
  }

  it('reports each page of a crawl once, although connections break off and gateways die', async () => {
    site.latencyMs = longLatencyMs
    const id = await t.api.start({ url: t.site.url })
    const gateway = t.stack.part('gateway')
    const trouble = [() => live.breakOff(), () => gateway.kill('SIGKILL'), () => gateway.restart()]
    const troubles: unknown[] = []
    const live = view(`/crawl/${id}`, ({ connections }) => {
      if (connections > trouble.length) site.latencyMs = usualLatencyMs
      if (troubles.length < Math.min(connections, trouble.length)) troubles.push(trouble[troubles.length]?.())
    })
    await live.follow()
    await Promise.all(troubles)
    assertEachPageOnce(live)
    assert.ok(live.connections >= 4, `${live.connections} connections`)
    assert.equal(live.end?.status, 'completed')
    const { manifest } = await download(live.end.s3PresignedUrls?.['markdown'])
    const truth = expectedCrawl({ start: '/', sitemap: 'include' })
    const scraped = live.notes
      .filter(({ note }) => note.success)
      .map(({ note }) => note.url.slice(t.site.origin.length))
    assert.deepEqual(scraped.toSorted(), [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted())
    assert.deepEqual(
      live.notes.flatMap(({ note }) => (note.success ? [] : [note.url])).toSorted(),
      manifest.failed.map(({ url }) => url).toSorted(),
    )
  })

  it('continues over one connection while the workflow service and the store die and come back', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 150 })
    const kills: Promise<void>[] = []
    const live = view(`/crawl/${id}`, () => {
      if (kills.length === 0)
        kills.push(...(['temporal', 'objectStore'] as const).map((name) => t.stack.part(name).kill('SIGKILL')))
    })
    await live.follow()
    await Promise.all(kills)
    assertEachPageOnce(live)
    assert.equal(live.end?.status, 'completed')
    assert.equal(live.connections, 1)
  })

  it('sends 200 listeners the same events', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 80 })
    const views = await Promise.all(Array.from({ length: 200 }, () => view(`/crawl/${id}`).follow()))
    for (const live of views) {
      assertEachPageOnce(live)
      assert.deepEqual(live.notes, views[0]?.notes)
      assert.equal(live.connections, 1)
    }
  })

  it('reports each line of a batch', async () => {
    const urls = ['/', '/docs/', '/', '/nowhere'].map((path) => t.site.origin + path)
    const id = await t.api.startBatch({ urls, output: ['markdown'] })
    const live = await view(`/batch/scrape/${id}`).follow()
    assertEachPageOnce(live)
    const lines = await downloadLines(live.end?.s3PresignedUrls?.['markdown'])
    const told = live.notes.map(({ note }) => note).toSorted((a, b) => a.index - b.index)
    assert.deepEqual(
      told.map(({ index, url, success, status, finalUrl, errorCode }) => ({
        index,
        url,
        success,
        status,
        finalUrl,
        errorCode,
      })),
      lines.map(({ index, url, success, status, finalUrl, errorCode }) => ({
        index,
        url,
        success,
        status,
        finalUrl,
        errorCode,
      })),
    )
  })

  it('ends with the end of a job that is cancelled', async () => {
    site.latencyMs = longLatencyMs
    const id = await t.api.start({ url: t.site.url })
    const live = view(`/crawl/${id}`, ({ notes }) => {
      if (notes.length === 10) void t.api.cancel(id)
    })
    await live.follow()
    assertEachPageOnce(live)
    assert.equal(live.end?.status, 'cancelled')
    const again = await view(`/crawl/${id}`).follow()
    assert.deepEqual(again.notes, live.notes)
    const headers = { authorization: `Bearer ${t.stack.file.apiKey}`, 'last-event-id': 'end' }
    const { status } = await fetch(`${t.stack.file.gateway}/crawl/${id}/events`, { headers })
    assert.equal(status, 204)
  })

  it('reports each counted page when the run is ended from outside, or by its time', async () => {
    site.latencyMs = 300
    const url = new URL('/many/?n=1000', t.site.url).href
    const ends: Record<string, (id: string) => Promise<unknown>> = {
      terminated: async (id) => await t.temporal.workflow.getHandle(runIdOf(id)).terminate('test'),
      cancelled: async (id) => await t.temporal.workflow.getHandle(runIdOf(id)).cancel(),
      time: async () => undefined,
    }
    for (const [name, end] of Object.entries(ends)) {
      const id = await t.api.start({
        url,
        ...(name === 'time' ? { scheduleToCloseTimeoutSecs: 4 } : {}),
      })
      const ended: unknown[] = []
      const live = view(`/crawl/${id}`, ({ notes }) => {
        if (notes.length === 10) ended.push(end(id))
      })
      await live.follow()
      await Promise.all(ended)
      assertEachPageOnce(live)
      assert.notEqual(live.end?.status, 'completed', name)
    }
  })

  it('reports each counted page when the worker that ends the job dies', async () => {
    site.latencyMs = longLatencyMs
    const id = await t.api.start({ url: t.site.url })
    const worker = t.stack.part('scrapeWorker')
    const kills: Promise<void>[] = []
    const live = view(`/crawl/${id}`, ({ notes }) => {
      if (notes.length !== 20) return
      kills.push(t.api.cancel(id).then(async () => await worker.kill('SIGKILL')))
    })
    await live.follow()
    await Promise.all(kills)
    assertEachPageOnce(live)
    assert.equal(live.end?.status, 'cancelled')
  })
})

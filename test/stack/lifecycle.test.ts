/** A process that receives SIGTERM while it works loses nothing and ends by itself; tested for each process. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PartName } from '@seine/tools/stack/part.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { expectedCrawl } from '../site/truth.ts'
import { download } from './api-client.ts'
import { startExtraWorker } from './extra-worker.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

interface LogLine {
  time: string
  msg: string
}

describe('a process that is asked to end', () => {
  const site = { latencyMs: 20, slowFactor: 2 }
  let t: TestStack
  before(async () => {
    t = await startTestStack({ site, browser: true, environment: { SEINE_DRAIN_DELAY_MS: '500' } })
  })
  after(async () => await t?.close())

  const logOf = (name: PartName): LogLine[] =>
    readFileSync(join(t.stack.file.logs, `${name}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogLine)

  /** Sends SIGTERM to the process itself, as an orchestrator does. @returns how long it took to drain, milliseconds. */
  async function terminate(name: PartName): Promise<number> {
    const part = t.stack.part(name)
    const { pid } = part
    assert.ok(pid !== null)
    const linesBefore = logOf(name).length
    process.kill(pid, 'SIGTERM')
    // The supervisor starts a new process, as an orchestrator would.
    while (part.pid === pid) await sleep(50)
    const said = logOf(name).slice(linesBefore)
    const left = said.find(({ msg }) => msg === 'the process is shutting down')
    const drained = said.find(({ msg }) => msg === 'the process has drained')
    assert.ok(left !== undefined && drained !== undefined, `${name} has not ended by itself: ${JSON.stringify(said)}`)
    await part.ready()
    return Date.parse(drained.time) - Date.parse(left.time)
  }

  const truth = expectedCrawl({ start: '/', sitemap: 'include' })
  const path = (url: string): string => url.slice(t.site.origin.length)

  it('hands the slices of a crawl over: every page once, none failed for it', async (ctx) => {
    t.site.reset()
    const id = await t.api.start({ url: t.site.url })
    for (const pages of [40, 150]) {
      await t.api.watch(id, (body) => body.completed >= pages || body.status !== 'crawling')
      ctx.diagnostic(`scrape worker: ${await terminate('scrapeWorker')} ms`)
    }
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assert.equal(final.failed, truth.failed.size)
    const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
    const expected = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
    assert.deepEqual(manifest.pages.map(({ url }) => path(url)).toSorted(), expected)
  })

  it('hands pages that a browser loads over', async (ctx) => {
    const id = await t.api.start({ url: t.site.url, scrape: { js_render: true }, limit: 30, sitemap: 'skip' })
    await t.api.watch(id, (body) => body.completed >= 5 || body.status !== 'crawling')
    ctx.diagnostic(`browser worker: ${await terminate('browserWorker')} ms`)
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed, final.failed], ['completed', 30, 0])
  })

  it('answers a call that it has taken, when it can in time', async () => {
    const url = `${t.site.origin}/trouble/slow`
    const answer = t.api.request('POST', '/scrape', { url, js_render: false })
    while (!t.site.requests.some((request) => request.path === '/trouble/slow')) await sleep(10)
    await terminate('scrapeWorker')
    assert.equal((await answer).status, 200)
  })

  it('gives up a call that takes too long, which then is answered 503 by the gateway', async (ctx) => {
    const url = `${t.site.origin}/trouble/hang`
    const answer = t.api.request('POST', '/scrape', { url, js_render: false, timeout: 60_000 })
    while (!t.site.requests.some((request) => request.path === '/trouble/hang')) await sleep(10)
    const ms = await terminate('scrapeWorker')
    ctx.diagnostic(`scrape worker with a call that hangs: ${ms} ms`)
    assert.ok(ms >= shutdownLimits.callsGraceMs / 2, 'it has waited for the call')
    const { status, headers, body } = await answer
    assert.deepEqual([status, body.code], [503, 'scrape_unavailable'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  })

  it('is not ready before it takes no more requests, and answers those it has', async (ctx) => {
    const url = `${t.site.origin}/trouble/slow`
    const seen = t.site.requests.length
    const answer = t.api.request('POST', '/scrape', { url, js_render: false, max_age: 0 })
    while (!t.site.requests.slice(seen).some((request) => request.path === '/trouble/slow')) await sleep(10)
    const ended = terminate('gateway')
    const probe = async () => await fetch(`${t.stack.file.ops.gateway}/readyz`, { headers: { connection: 'close' } })
    while ((await probe()).status === 200) await sleep(5)
    // Clients that have not yet learned of the shutdown are still served.
    assert.equal((await t.api.request('GET', '/version')).status, 200)
    assert.equal((await answer).status, 200)
    ctx.diagnostic(`gateway: ${await ended} ms`)
  })

  it('leaves before it has begun to work, in order', async (ctx) => {
    const nowhere = { SEINE_TEMPORAL_ADDRESS: '127.0.0.1:9' }
    // Accepts connections and never answers, like a server that hangs.
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    ctx.after(() => server.close())
    const mute = { SEINE_TEMPORAL_ADDRESS: `127.0.0.1:${(server.address() as AddressInfo).port}` }
    for (const [environment, words] of [
      [nowhere, 'Temporal does not answer yet'],
      [mute, 'scrape-worker serves'],
      // At that time the workflows are being bundled.
      [{ SEINE_WORKFLOW_BUNDLE: '' }, 'scrape-worker serves'],
    ] as const) {
      const worker = startExtraWorker(t, environment)
      await worker.says(words)
      const { code, log } = await worker.stop()
      assert.equal(code, 0, log)
      assert.doesNotMatch(log, /scrape-worker is polling/, 'it had begun')
    }
  })
})

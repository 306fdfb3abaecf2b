/** Synchronous calls that need a browser in another process, as in production: one process calls the other. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PageCall } from '@seine/activities/browser/page-task.ts'
import { renderPage } from '@seine/activities/browser/render-page.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import { createRemoteBrowser } from '@seine/activities/scrape/remote-browser.ts'
import { scrapeCall, type ScrapeCallPorts } from '@seine/activities/scrape/scrape-call.ts'
import { createScreenshotLinks } from '@seine/activities/scrape/screenshot-links.ts'
import { browserPageOptions, type GivenBrowserOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { RenderTask } from '@seine/shared/tasks/browser-page.ts'
import type { RenderMode } from '@seine/shared/tasks/job-input.ts'
import type { ScreenshotFormat } from '@seine/shared/tasks/formats.ts'
import type { ScrapeReply } from '@seine/shared/pages/worker-reply.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { jsonPieces } from '@seine/shared/worker-calls/json-pieces.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { startWorkerLab, type WorkerLab } from './worker-lab.ts'

interface Asked extends GivenBrowserOptions {
  render?: RenderMode
  screenshot?: ScreenshotFormat
  signal?: AbortSignal
}

const pngStart = '89504e470d0a1a0a'

describe('calls for pages with a browser worker behind them', () => {
  let site: Fixture
  let lab: WorkerLab
  let server: CallServer
  let browsers: WorkerSet
  let ports: ScrapeCallPorts
  const store = new MemoryStore()
  const logger = createLogger('scrape-call-test', { SEINE_LOG_LEVEL: 'silent' })
  before(async () => {
    site = await startFixture({
      '/data': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"fetched by a script"}'),
      '/app': html(`<div id="root"></div><script>
        setTimeout(async () => {
          const { text } = await (await fetch('/data')).json()
          document.getElementById('root').innerHTML = '<h1>App</h1><p>' + text + ' ' + location.hash + '</p><a href="#/b">b</a>'
        }, 200)
      </script>`),
      '/button': html(`<button onclick="document.title = 'pressed'">Press</button>`),
      '/silent': () => {},
    })
    lab = await startWorkerLab({ ports: [site.port] })
    server = await startCallServer({
      host: '127.0.0.1',
      port: 0,
      tokens: [],
      logger,
      calls: {
        '/render': async (call) => {
          const page = { ...call, queueMs: 0 } as PageCall<RenderTask>
          return { status: 200, body: (await renderPage(page, lab.ports)).reply }
        },
      },
      probes: {},
    })
    browsers = new WorkerSet({ kind: 'browser', urls: [new URL(`http://127.0.0.1:${server.port}`)], token: '' })
    const allowList = new AllowList({ entries: `127.0.0.1/32:${site.port}`, file: '', onProblem: () => undefined })
    ports = {
      egress: createEgressClient({ userAgent: 'test', allowList, logger }),
      extractor: createExtractorPool({ threads: 1, logger }),
      routes: straightOnly,
      cache: null,
      browser: createRemoteBrowser(browsers),
      screenshots: createScreenshotLinks({ store, lifetimeSecs: 60 }),
    }
  })
  after(async () => {
    browsers?.close()
    await server?.close()
    await lab?.close()
    await ports?.extractor.close()
    await ports?.egress.close()
    await site?.close()
  })

  async function asked(path: string, wish: Asked = {}): Promise<ScrapeReply> {
    const { render = 'always', screenshot = null, signal = new AbortController().signal, ...browser } = wish
    const task = {
      url: `${site.origin}${path}`,
      tenant: 'acme',
      page: {
        onlyMainContent: false,
        timeoutMs: browser.timeout ?? 20_000,
        method: 'GET' as const,
        body: null,
        render,
        browser: browserPageOptions(browser),
        includeTags: [],
        excludeTags: [],
        maxAgeSecs: 0,
      },
      formats: ['markdown' as const, 'links' as const],
      screenshot,
    }
    const reply = await scrapeCall(task, { deadlineMs: Date.now() + 60_000, signal }, ports)
    return JSON.parse(Buffer.concat(await jsonPieces(reply)).toString()) as ScrapeReply
  }

  async function scraped(path: string, wish: Asked = {}) {
    const reply = await asked(path, wish)
    assert.ok(reply.kind === 'result', JSON.stringify(reply))
    return reply.result
  }

  it('returns an application as its scripts have made it, route and all', async () => {
    const { data, attempts, winning_attempt: winning } = await scraped('/app#/a')
    assert.match(data.markdown ?? '', /# App\s+fetched by a script #\/a/)
    const [attempt] = attempts
    assert.deepEqual([winning, attempt?.index, attempt?.outcome], [1, 1, 'success'])
    assert.ok((attempt?.requests_total ?? 0) >= 2)
    assert.equal('network_calls' in (attempt ?? {}), false)
  })

  it('presses, and reports how that went', async () => {
    const { metadata, actions } = await scraped('/button', { actions: [{ action: 'click', selector: 'button' }] })
    assert.equal(metadata.title, 'pressed')
    assert.deepEqual(
      actions?.map(({ action, status }) => [action, status]),
      [['click', 'ok']],
    )
  })

  it('links to a picture', async () => {
    const { data } = await scraped('/button', { screenshot: 'screenshot_full_page' })
    const [key] = await store.list('screenshots/')
    assert.equal(data.screenshot_full_page, `memory:${key}#screenshot.png`)
    assert.equal(Buffer.from((await store.get(key!))!.subarray(0, 8)).toString('hex'), pngStart)
  })

  it('reports why a page could not be had, with the attempt', async () => {
    const silent = await asked('/silent', { timeout: 6_000 })
    assert.ok(silent.kind === 'problem')
    assert.equal(silent.code, 'all_attempts_failed')
    assert.equal(silent.attempts.at(-1)?.outcome, 'timeout')
  })

  it('ends in the browser when its caller goes away', async () => {
    const gone = new AbortController()
    const pending = asked('/silent', { signal: gone.signal })
    while (server.open === 0) await new Promise((resolve) => setImmediate(resolve))
    gone.abort(new Error('gone'))
    await assert.rejects(pending, /gone/)
    while (server.open > 0) await new Promise((resolve) => setImmediate(resolve))
  })
})

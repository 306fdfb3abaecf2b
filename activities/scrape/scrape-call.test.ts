import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ScrapeTask } from '@seine/shared/tasks/scrape-task.ts'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import { scrapeResultSchema, type ScrapeResult } from '@seine/shared/api/schemas/scrape-result.ts'
import type { ScrapeProblem, ScrapeReply } from '@seine/shared/pages/worker-reply.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { type EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { ProxyNotConfiguredError, straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { jsonPieces } from '@seine/shared/worker-calls/json-pieces.ts'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { PackedResult } from '@seine/shared/pages/extraction.ts'
import { redactHere } from '../redaction/testing/redact-here.ts'
import { BrowserUnavailableError, type BrowserView } from '@seine/shared/pages/page.ts'
import { createPageCache } from '../page/page-cache.ts'
import { scrapeCall, type ScrapeCallPorts } from './scrape-call.ts'

const url = 'https://example.com/page#/route'

const task = (change: Partial<ScrapeTask> = {}, page: Partial<ScrapeTask['page']> = {}): ScrapeTask => ({
  url,
  tenant: 'acme',
  page: defaultPageOptions({
    timeoutMs: 20_000,
    render: 'never',
    browser: defaultBrowserOptions({ timeoutMs: 20_000 }),
    ...page,
  }),
  formats: ['markdown', 'links'],
  screenshot: null,
  ...change,
})

const outputs = { markdown: '# Ünï\n'.repeat(5), links: ['https://example.com/a'] }

const packed = (written: object): PackedResult => ({
  links: [],
  linksDropped: 0,
  sketch: { exact: 0, facts: 0, least: [] },
  outputs: new Uint8Array(Buffer.from(JSON.stringify(written))),
  metadata: {
    title: 'T',
    description: null,
    language: 'en',
    canonicalUrl: url,
    robots: null,
    author: 'A',
    publishedTime: '2026-01-01',
    modifiedTime: null,
    favicon: null,
    siteName: 'S',
    og: { title: 'T' },
    jsonLd: [{ '@type': 'Article' }],
    pages: null,
    wordCount: 5,
    contentType: 'text/html',
    charset: 'utf-8',
  },
  extractor: 'blocks',
  degraded: null,
  verdict: { kind: 'success' },
  warnings: [],
  elapsedMs: 1,
})

const response = (change: Partial<EgressResponse> = {}): EgressResponse => ({
  url: 'https://example.com/final',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: new Uint8Array(Buffer.from('<h1>Hello</h1><p>words that are there to be read')),
  truncated: false,
  redirects: [],
  stoppedAt: null,
  wireBytes: 40,
  elapsedMs: 3,
  ...change,
})

const view: BrowserView = {
  attempts: [
    {
      index: 1,
      strategy: 'browser_basic',
      engine: 'headless_shell',
      proxy_tier: 'none',
      geolocation: 'FR',
      success: true,
      outcome: 'success',
    } as BrowserView['attempts'][number],
  ],
  fault: null,
  status: 200,
  finalUrl: url,
  headers: { 'content-type': 'text/html' },
  redirects: [],
  html: { text: '<h1>Hello</h1>', url, truncated: false },
  screenshot: new Uint8Array([137]),
  actions: [{ index: 0, action: 'click', status: 'ok', matched: 1, elapsed_ms: 2 }],
  warnings: [],
}

function ports(
  change: Partial<ScrapeCallPorts> = {},
  fetched: () => EgressResponse = () => response(),
): ScrapeCallPorts {
  return {
    egress: { fetch: async () => await Promise.resolve().then(fetched), close: async () => await Promise.resolve() },
    routes: straightOnly,
    extractor: {
      extract: async ({ formats }) => await Promise.resolve(packed(formats.length === 0 ? {} : outputs)),
      redact: redactHere,
      untilCapacity: async () => await Promise.resolve(),
      close: async () => await Promise.resolve(),
    },
    browser: null,
    cache: null,
    screenshots: { keep: async () => await Promise.resolve('https://store/screenshot.png') },
    ...change,
  }
}

const bounds = () => ({ deadlineMs: Date.now() + 30_000, signal: new AbortController().signal })

/** Returns the reply as its caller reads it. */
async function asked(asking: ScrapeTask, own: ScrapeCallPorts): Promise<ScrapeReply & { text: string }> {
  const text = Buffer.concat(await jsonPieces(await scrapeCall(asking, bounds(), own))).toString()
  return { ...(JSON.parse(text) as ScrapeReply), text }
}

async function result(asking: ScrapeTask, own: ScrapeCallPorts) {
  const reply = await asked(asking, own)
  assert.ok(reply.kind === 'result', reply.text)
  return { ...reply.result, text: reply.text }
}

async function problem(asking: ScrapeTask, own: ScrapeCallPorts): Promise<ScrapeProblem> {
  const reply = await asked(asking, own)
  assert.ok(reply.kind === 'problem', reply.text)
  return reply
}

const browser = (seen: () => BrowserView) => ({ view: async () => await Promise.resolve().then(seen) })
const pictured = task({ formats: [], screenshot: 'screenshot' }, { render: 'always' })

describe('a call for a page', () => {
  it('answers with the members of the API in their order, `url` first and as it was requested', async () => {
    const page = await result(task(), ports())
    assert.ok(
      page.text.startsWith(`{"kind":"result","result":{"url":${JSON.stringify(url)},"session_id":null,"final_url":`),
    )
    const { text: _text, session_id: _session, ...members } = page
    const own = new Set(['request_id', 'session_id', 'tag', 'actions'])
    const expected = Object.keys(scrapeResultSchema.properties).filter((name) => !own.has(name))
    assert.deepEqual(Object.keys(members), expected)
    assert.deepEqual([page.final_url, page.status, page.success], ['https://example.com/final', 200, true])
    assert.deepEqual(page.data, outputs)
    assert.deepEqual([page.winning_attempt, page.attempts.length, page.attempts[0]?.engine], [1, 1, 'http'])
    assert.equal(page.cached_at, null)
  })

  it('reports what the page says of itself', async () => {
    const { metadata } = await result(task(), ports())
    const names = Object.keys(scrapeResultSchema.properties.metadata.properties) as (keyof ScrapeResult['metadata'])[]
    assert.deepEqual(
      Object.keys(metadata),
      names.filter((name) => name !== 'degraded' && name !== 'json'),
    )
    assert.deepEqual([metadata.author, metadata.json_ld, metadata.extractor], ['A', [{ '@type': 'Article' }], 'blocks'])
  })

  it("takes the target's own error page for a page", async () => {
    const page = await result(
      task(),
      ports({}, () => response({ status: 404 })),
    )
    assert.deepEqual([page.status, page.success], [404, true])
  })

  it('links to a screenshot, behind the content or alone', async () => {
    const own = ports({ browser: browser(() => view) })
    const page = await result(pictured, own)
    assert.deepEqual(page.data, { screenshot: 'https://store/screenshot.png' })
    assert.equal(page.effective_geolocation, 'FR')
    assert.deepEqual(page.actions, view.actions)
    const both = await result({ ...pictured, formats: ['markdown'], screenshot: 'screenshot_full_page' }, own)
    assert.deepEqual(both.data, { ...outputs, screenshot_full_page: 'https://store/screenshot.png' })
  })

  it('reports an unavailable store, without losing the attempts', async () => {
    const keep = async () => await Promise.reject(new StoreUnavailableError('away'))
    const told = await problem(pictured, ports({ browser: browser(() => view), screenshots: { keep } }))
    assert.deepEqual([told.code, told.attempts.length], ['result_store_unavailable', 1])
  })

  it('without a browser fetches a page that may need one over HTTP, and never hands it back', async () => {
    const page = await result(task({}, { render: 'auto' }), ports())
    assert.equal(page.attempts[0]?.engine, 'http')
  })

  it('fails at once without a browser for a page that must have one', async () => {
    const told = await problem(pictured, ports())
    assert.deepEqual([told.code, told.attempts], ['browser_unavailable', []])
  })

  for (const code of ['browser_unavailable', 'concurrency_limit_reached', 'proxy_not_configured'] as const) {
    it(`gets the code ${code} of its browser`, async () => {
      const none = browser(() => {
        throw new BrowserUnavailableError(code, 'told')
      })
      const told = await problem(pictured, ports({ browser: none }))
      assert.deepEqual([told.code, told.detail], [code, 'told'])
      assert.equal(told.retryAfterSecs, code === 'concurrency_limit_reached' ? 1 : undefined)
    })
  }

  it('gets a retryable error when all browsers are busy, instead of an incomplete page', async () => {
    const shell = { ...packed(outputs), verdict: { kind: 'js_shell' as const, reasons: ['mount'] } }
    const extractor = { ...ports().extractor, extract: async () => await Promise.resolve(shell) }
    const full = browser(() => {
      const error = new BrowserUnavailableError('concurrency_limit_reached', 'all browsers are busy')
      error.cause = new WorkerCallError('busy', 'browser', 'all browsers are busy', { retryAfterSecs: 7 })
      throw error
    })
    const told = await problem(task({}, { render: 'auto' }), ports({ browser: full, extractor }))
    assert.deepEqual([told.code, told.retryAfterSecs], ['concurrency_limit_reached', 7])
  })

  it('warns of waits that are ignored where no browser may load the page', async () => {
    const { browser: asking } = task().page
    const waits = {
      ...asking,
      waitSelector: 'h1',
      waitMs: 500,
      networkIdle: true,
      loadDom: false,
      disableResources: ['image' as const],
    }
    const told = ['no_browser: wait_selector, wait_ms, network_idle, load_dom, disable_resources ignored']
    assert.deepEqual((await result(task({}, { browser: waits }), ports())).warnings, told)
    assert.deepEqual((await result(task({}, { render: 'auto', browser: waits }), ports())).warnings, told)
    assert.deepEqual((await result(task(), ports())).warnings, [])
    const loaded = await result(task({}, { render: 'always', browser: waits }), ports({ browser: browser(() => view) }))
    assert.deepEqual(loaded.warnings, [])
  })

  it('repeats the warnings of a cached page', async () => {
    const shell = { ...packed(outputs), verdict: { kind: 'js_shell' as const, reasons: ['mount'] } }
    const extractor = { ...ports().extractor, extract: async () => await Promise.resolve(shell) }
    const own = ports({ extractor, cache: createPageCache(new MemoryStore()) })
    for (const isKept of [false, true]) {
      const page = await result(task({}, { maxAgeSecs: 60 }), own)
      assert.deepEqual([page.cached_at !== null, page.warnings], [isKept, ['js_shell: mount']])
    }
  })

  it('warns when a browser has shown nothing to read', async () => {
    const bare = packed({ markdown: '' })
    bare.metadata.wordCount = 0
    const extractor = { ...ports().extractor, extract: async () => await Promise.resolve(bare) }
    const page = await result(task({}, { render: 'always' }), ports({ browser: browser(() => view), extractor }))
    assert.deepEqual(page.warnings, ['empty: there is nothing to read on the page'])
  })

  it('fails when the requested proxy is not configured', async () => {
    const routes = {
      ...straightOnly,
      tiersFor: () => {
        throw new ProxyNotConfiguredError('the proxy `premium` is not configured')
      },
    }
    assert.equal((await problem(task(), ports({ routes }))).code, 'proxy_not_configured')
  })

  for (const [fault, code] of [
    ['dns_error', 'dns_failure'],
    ['tls_error', 'tls_failure'],
    ['connection_reset', 'all_attempts_failed'],
    ['unsafe_target', 'unsafe_target'],
  ] as const) {
    it(`calls a page without an answer ${code} when the fault is ${fault}`, async () => {
      const told = await problem(
        task(),
        ports({}, () => {
          throw new EgressError(fault, 'in words')
        }),
      )
      assert.deepEqual([told.code, told.detail, told.attempts.length], [code, 'in words', 1])
    })
  }

  it('reports content that is too large for one answer', async () => {
    const large = { ...packed({}), outputs: new Uint8Array(scrapeCallLimits.contentMaxBytes + 1) }
    const extract = async () => await Promise.resolve(large)
    const told = await problem(task(), ports({ extractor: { ...ports().extractor, extract } }))
    assert.equal(told.code, 'all_attempts_failed')
    assert.match(told.detail, /fewer formats/)
  })

  it('ends with the caller', async () => {
    const gone = new AbortController()
    const reason = new Error('gone')
    const own = ports({
      browser: {
        view: async (_url, _page, _want, _deadlineMs, signal) =>
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error))
            gone.abort(reason)
          }),
      },
    })
    const call = scrapeCall(pictured, { deadlineMs: Date.now() + 30_000, signal: gone.signal }, own)
    await assert.rejects(call, reason)
  })

  it('does not hide a fault of our own', async () => {
    const extractor = { ...ports().extractor, extract: async () => await Promise.reject(new TypeError('bug')) }
    await assert.rejects(scrapeCall(task(), bounds(), ports({ extractor })), /bug/)
  })
})

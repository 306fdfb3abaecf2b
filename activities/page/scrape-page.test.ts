import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { browserPageOptions } from '@seine/shared/api/rules/browser-options.ts'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { straightOnly, type ProxyRoutes, type ProxyRoute } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { ExtractRequest, Extractor } from '@seine/shared/pages/extraction.ts'
import {
  BrowserUnavailableError,
  type BrowserView,
  type PageBrowser,
  type PagePorts,
  type PageRequest,
} from '@seine/shared/pages/page.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import { createPageCache } from './page-cache.ts'
import { scrapePage } from './scrape-page.ts'
import { FakeWeb, fakeExtractor, type FakeAnswer } from './testing/fake-web.ts'
import { pageRequest } from './testing/page-request.ts'

const url = 'http://site.test/page'

const request = (patch: Partial<PageRequest> = {}): PageRequest => pageRequest({ url, ...patch })

/** Verdicts by the first word of the page. */
const verdicts: Record<string, Verdict> = {
  shell: { kind: 'js_shell', reasons: ['mount'] },
  nothing: { kind: 'empty' },
  challenge: { kind: 'blocked', signal: { vendor: 'cloudflare', signal: 'mark', confidence: 'high' } },
}

function judgingExtractor(): Extractor & { seen: ExtractRequest[] } {
  const seen: ExtractRequest[] = []
  return {
    ...fakeExtractor,
    seen,
    async extract(asked) {
      seen.push(asked)
      const word = Buffer.from(asked.bytes).toString().split(' ')[0] ?? ''
      const verdict = asked.judged === undefined ? null : (verdicts[word] ?? { kind: 'success' as const })
      return { ...(await fakeExtractor.extract(asked, 'acme')), verdict }
    },
  }
}

const attempt = {
  index: 1,
  strategy: 'browser_basic',
  elapsed_ms: 1,
  bytes_received: 0,
  engine: 'headless_shell',
  success: true,
  outcome: 'success',
} as Attempt

const view = (patch: Partial<BrowserView> = {}): BrowserView => ({
  attempts: [{ ...attempt, success: patch.fault == null, outcome: patch.fault == null ? 'success' : 'timeout' }],
  fault: null,
  status: 200,
  finalUrl: url,
  headers: { 'content-type': 'text/html' },
  redirects: [],
  html: { text: 'rendered words', url, truncated: false },
  screenshot: null,
  actions: [],
  warnings: [],
  ...patch,
})

const browserOf = (seen: () => BrowserView): PageBrowser => ({ view: async () => await Promise.resolve(seen()) })

interface Wish extends Partial<PagePorts> {
  answer?: (at: string) => FakeAnswer
}

function portsOf({ answer, ...ports }: Wish) {
  const web = new FakeWeb(answer ?? (() => ({ body: 'plain words' })))
  const extractor = judgingExtractor()
  return {
    web,
    seen: extractor.seen,
    ports: { egress: web, routes: straightOnly, extractor, browser: null, cache: null, ...ports },
  }
}

async function scrape(patch: Partial<PageRequest>, wish: Wish) {
  const { web, seen, ports } = portsOf(wish)
  const done = await scrapePage(request(patch), ports)
  const outputs = done.answer?.extracted?.outputs
  return {
    ...done,
    web,
    seen,
    text: outputs === undefined ? '' : new TextDecoder().decode(outputs),
    way: done.attempts.map(({ index, engine, outcome, success }) => [index, engine, outcome, success]),
  }
}

/** Two providers for each of the tiers. */
function routesOf(...tiers: ProxyRoute['tier'][]): ProxyRoutes & { reports: [string | null, boolean][] } {
  const reports: [string | null, boolean][] = []
  return {
    reports,
    tiersFor: () => tiers,
    routesOf: (tier) =>
      ['one', 'two'].map((name) => ({
        tier,
        provider: `${tier}-${name}`,
        upstream: { host: `${tier}-${name}`, port: 1, credentials: null } as NonNullable<ProxyRoute['upstream']>,
      })),
    report: ({ provider }, worked) => reports.push([provider, worked]),
  }
}

const timedOut = { code: 'timeout', message: 'too slow' }

describe('a page that HTTP returns', () => {
  it('is settled with one request', async () => {
    const { way, web, winningAttempt, fault, escalation, attempts } = await scrape({}, { browser: browserOf(view) })
    assert.deepEqual(way, [[1, 'http', 'success', true]])
    assert.equal(web.requests.length, 1)
    assert.deepEqual([winningAttempt, fault, escalation], [1, null, null])
    const { strategy, proxy_tier: tier, requests_total: total, bytes_decoded: decoded } = attempts[0]!
    assert.deepEqual([strategy, tier, total, decoded], ['http_basic', 'none', 1, 11])
  })

  it('is judged only where another way is open', async () => {
    const judged = async (patch: Partial<PageRequest>) => (await scrape(patch, {})).seen[0]?.judged?.status
    assert.equal(await judged({}), 200)
    assert.equal(await judged({ render: 'never' }), 200)
  })

  it('without a body is a page without content, and a fault for jobs', async () => {
    const bare = { answer: () => ({ status: 204 }) }
    const { fault, warnings, answer } = await scrape({}, bare)
    assert.deepEqual([fault, warnings], [null, ['no_content']])
    assert.equal(new TextDecoder().decode(answer?.extracted?.outputs), '{"markdown":""}')
    assert.equal((await scrape({ errorPages: 'fail' }, bare)).fault?.code, 'empty')
  })

  it('is an error page as it stands, or the fault of its status', async () => {
    const missing = { answer: () => ({ status: 404, body: 'gone' }) }
    const read = await scrape({}, missing)
    assert.deepEqual([read.fault, read.answer?.status, read.way[0]?.[2]], [null, 404, 'success'])
    const failing = await scrape({ errorPages: 'fail' }, missing)
    assert.deepEqual([failing.fault?.code, failing.way[0]?.[2]], ['http_status', 'http_error'])
    assert.equal(failing.seen.length, 0)
  })

  it('may mean that the host requests a pause', async () => {
    const { fault, answer } = await scrape({}, { answer: () => ({ status: 429, headers: { 'retry-after': '7' } }) })
    assert.deepEqual([fault?.code, answer?.headers['retry-after']], ['target_blocked', '7'])
    const job = await scrape({ errorPages: 'fail' }, { answer: () => ({ status: 429 }) })
    assert.equal(job.fault?.code, 'http_status')
  })

  it('takes cookies and the headers of the caller along', async () => {
    const browser = browserPageOptions({ override_parameter: { headers: { Cookie: 'a=1', 'X-Own': 'yes' } } })
    const { web } = await scrape({ browser, render: 'never' }, {})
    const sent = web.sent[0]
    assert.equal(sent?.headers?.['x-own'], 'yes')
    assert.equal(sent?.headers?.['cookie'], undefined)
    assert.equal(sent?.cookies?.header(new URL(url)), 'a=1')
  })
})

describe('a page that needs a browser', () => {
  const shell = { answer: () => ({ body: 'shell of an app' }) }

  it('is handed back where there is no browser', async () => {
    const { escalation, fault, winningAttempt, way } = await scrape({}, shell)
    assert.deepEqual(escalation, { why: 'js_shell', reasons: ['mount'] })
    assert.deepEqual([fault, winningAttempt], [null, null])
    assert.deepEqual(way, [[1, 'http', 'js_shell', false]])
  })

  it('is loaded by a browser where there is one', async () => {
    const { text, way, winningAttempt, seen } = await scrape({}, { ...shell, browser: browserOf(view) })
    assert.match(text, /rendered words/)
    assert.deepEqual(way, [
      [1, 'http', 'js_shell', false],
      [2, 'headless_shell', 'success', true],
    ])
    assert.equal(winningAttempt, 2)
    assert.equal(seen[1]?.hashRoutes, true)
  })

  it('keeps the answer of HTTP when the browser fails or is not available', async () => {
    const failing = browserOf(() => view({ status: null, html: null, fault: timedOut }))
    const away: PageBrowser = {
      view: () => Promise.reject(new BrowserUnavailableError('browser_unavailable', 'all are away')),
    }
    for (const browser of [failing, away]) {
      const { fault, text, winningAttempt, warnings, way } = await scrape({}, { ...shell, browser })
      assert.deepEqual([fault, winningAttempt], [null, 1])
      assert.match(text, /shell of an app/)
      assert.equal(way[0]?.[3], true)
      assert.deepEqual(warnings.length, 2)
    }
  })

  it('keeps the answer of HTTP where the request forbids a browser', async () => {
    const { fault, warnings } = await scrape({ render: 'never' }, { ...shell, browser: browserOf(view) })
    assert.deepEqual([fault, warnings], [null, ['js_shell: mount']])
  })

  it('is loaded by a browser first where that is known to be needed, and by HTTP when the browser is lost', async () => {
    const known = await scrape({ earlier: [{ index: 1 }] }, { browser: browserOf(view) })
    assert.deepEqual(known.way, [[2, 'headless_shell', 'success', true]])
    const crashed = browserOf(() =>
      view({ status: null, html: null, fault: { code: 'browser_crashed', message: 'x' } }),
    )
    const { text, way } = await scrape({ browserFirst: true }, { browser: crashed })
    assert.match(text, /plain words/)
    assert.deepEqual(
      way.map(([, engine]) => engine),
      ['headless_shell', 'http'],
    )
  })

  it('fails without a browser where only a browser may load it', async () => {
    await assert.rejects(scrape({ render: 'always' }, {}), BrowserUnavailableError)
  })

  it('fails with the fault of the page, whatever HTTP brought', async () => {
    const missing = { code: 'wait_selector_timeout', message: 'not there' }
    const browser = browserOf(() => view({ html: null, fault: missing }))
    assert.equal((await scrape({}, { ...shell, browser })).fault?.code, 'wait_selector_timeout')
  })
})

describe('a page that blocks the service', () => {
  const challenge = { answer: () => ({ body: 'challenge page' }) }

  it('goes to a browser with a challenge, and with a bare refusal once', async () => {
    assert.equal((await scrape({}, challenge)).escalation?.why, 'blocked')
    const refused = { answer: () => ({ status: 403, body: 'no' }) }
    assert.deepEqual((await scrape({}, refused)).escalation, { why: 'blocked', reasons: ['status 403'] })
    const same = browserOf(() => view({ status: 403 }))
    const { fault, answer, winningAttempt } = await scrape({}, { ...refused, browser: same })
    assert.deepEqual([fault, answer?.status, winningAttempt], [null, 403, 2])
  })

  it('climbs the tiers without a browser, and fails as blocked at the top', async () => {
    const routes = routesOf('none', 'basic', 'premium')
    const { fault, way, attempts } = await scrape({ render: 'never' }, { ...challenge, routes })
    assert.equal(fault?.code, 'target_blocked')
    assert.deepEqual(
      attempts.map(({ proxy_tier: tier, strategy }) => [tier, strategy]),
      [
        ['none', 'http_basic'],
        ['basic', 'http_basic'],
        ['premium', 'http_premium'],
      ],
    )
    assert.ok(way.every(([, , outcome, success]) => outcome === 'blocked' && success === false))
    assert.equal(attempts[0]?.blocked_by?.vendor, 'cloudflare')
  })
})

describe('a proxy that does not answer', () => {
  const refusing = () => ({ error: new EgressError('proxy_error', 'refused') })

  it('leaves the page to the next of its tier, and then to the next tier', async () => {
    const routes = routesOf('basic', 'premium')
    let left = 3
    const { fault, attempts } = await scrape(
      { render: 'never' },
      { routes, answer: () => (left-- > 0 ? refusing() : { body: 'words' }) },
    )
    assert.equal(fault, null)
    assert.deepEqual(
      attempts.map(({ proxy_tier: tier, outcome }) => [tier, outcome]),
      [
        ['basic', 'proxy_error'],
        ['basic', 'proxy_error'],
        ['premium', 'proxy_error'],
        ['premium', 'success'],
      ],
    )
    assert.deepEqual(
      routes.reports.map(([, worked]) => worked),
      [false, false, false, true],
    )
  })

  it('is reported only where it explains the answer or its absence', async () => {
    for (const code of ['timeout', 'dns_error', 'tls_error', 'connection_reset', 'unsafe_target'] as const) {
      const routes = routesOf('basic')
      await scrape({ render: 'never' }, { routes, answer: () => ({ error: new EgressError(code, 'none') }) })
      assert.deepEqual(routes.reports, [], code)
    }
    const routes = routesOf('basic')
    await scrape({ render: 'never' }, { routes, answer: () => ({ status: 404, body: 'words' }) })
    assert.deepEqual(
      routes.reports.map(([, worked]) => worked),
      [true],
    )
  })

  it('is not the reported fault where the budget of the page ends first', async () => {
    const routes = routesOf('basic')
    const deadlineMs = Date.now() + 100
    const answer = () => {
      while (Date.now() < deadlineMs);
      return refusing()
    }
    const { fault } = await scrape({ render: 'never', deadlineMs }, { routes, answer })
    assert.deepEqual([fault?.code, routes.reports], ['budget_exceeded', []])
  })

  it('is the fault where all fail; one that is not configured is another', async () => {
    assert.equal((await scrape({}, { routes: routesOf('basic'), answer: refusing })).fault?.code, 'proxy_failure')
    const browser = browserPageOptions({ proxy_strategy: 'premium' })
    assert.equal((await scrape({ browser }, {})).fault?.code, 'proxy_not_configured')
  })
})

describe('documents that a browser finds', () => {
  it('are fetched by HTTP, and the picture is kept', async () => {
    const png = new Uint8Array([1])
    const json = () => view({ headers: { 'content-type': 'application/json' }, screenshot: png })
    const got = await scrape({ render: 'always', screenshot: 'screenshot' }, { browser: browserOf(json) })
    assert.match(got.text, /plain words/)
    assert.equal(got.screenshot, png)
    assert.equal(got.winningAttempt, 2)
    assert.equal(got.seen[0]?.judged, undefined)
  })

  it('do not carry the headers of the caller to another site', async () => {
    const browser = browserPageOptions({ override_parameter: { headers: { Authorization: 'x' } } })
    const download = view({
      html: null,
      finalUrl: 'http://other.test/a.pdf',
      fault: { code: 'unsupported_content_type', message: 'pdf' },
    })
    const attempts = [{ ...attempt, outcome: 'pdf' as const }]
    const { web } = await scrape(
      { render: 'always', browser },
      { browser: browserOf(() => ({ ...download, attempts })) },
    )
    assert.deepEqual(web.requests, ['http://other.test/a.pdf'])
    assert.equal(web.sent[0]?.headers?.['authorization'], undefined)
  })

  it('stay what the browser made of them when HTTP cannot have them', async () => {
    const text = () => view({ headers: { 'content-type': 'text/plain' } })
    const answer = () => ({ error: new EgressError('timeout', 'slow') })
    const got = await scrape({ render: 'always' }, { browser: browserOf(text), answer })
    assert.match(got.text, /rendered words/)
    assert.deepEqual([got.fault, got.winningAttempt], [null, 1])
  })
})

describe('the time of a page', () => {
  it('ends it as budget_exceeded', async () => {
    assert.equal((await scrape({ deadlineMs: monotonicNow() - 1 }, {})).fault?.code, 'budget_exceeded')
    const answer = () => ({ error: new EgressError('timeout', 'slow') })
    const cut = await scrape({ deadlineMs: Date.now() + 5_000 }, { answer })
    assert.deepEqual([cut.fault?.code, cut.way[0]?.[2]], ['budget_exceeded', 'timeout'])
  })

  it('does not change when the clock of the machine is set', async (t) => {
    const real = Date.now
    let jumpMs = 0
    t.mock.method(Date, 'now', () => real() + jumpMs)
    const answer = () => {
      jumpMs = 3_600_000
      return { error: new EgressError('timeout', 'slow') }
    }
    const cut = await scrape({ deadlineMs: monotonicNow() + 60_000 }, { answer })
    assert.equal(cut.fault?.code, 'timeout')
  })

  it('ends at once when the caller disconnects', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    await assert.rejects(scrape({ signal: gone }, {}), /gone/)
    // While the page waits for capacity, and while it is being extracted.
    for (const hanging of [
      { untilCapacity: () => new Promise<never>(() => {}) },
      { extract: () => new Promise<never>(() => {}) },
    ]) {
      const caller = new AbortController()
      const left = scrape({ signal: caller.signal }, { extractor: { ...fakeExtractor, ...hanging } })
      setImmediate(() => caller.abort(new Error('left')))
      await assert.rejects(left, /left/)
    }
  })
})

describe('pages that were loaded lately', () => {
  it('answer the same caller again, and no other', async () => {
    const cache = createPageCache(new MemoryStore())
    const first = await scrape({ maxAgeSecs: 60 }, { cache })
    assert.equal(first.cachedAt, null)
    const again = await scrape({ maxAgeSecs: 60 }, { cache })
    assert.match(again.text, /plain words/)
    assert.ok(again.cachedAt !== null)
    assert.deepEqual([again.web.requests.length, again.winningAttempt, again.attempts.length], [0, 1, 1])
    for (const patch of [
      { tenant: 'other' },
      { maxAgeSecs: 0 },
      { screenshot: 'screenshot' as const, render: 'never' as const },
    ]) {
      assert.equal((await scrape({ maxAgeSecs: 60, ...patch }, { cache })).web.requests.length, 1)
    }
  })

  it('do not answer a caller with other options', async () => {
    const cache = createPageCache(new MemoryStore())
    const shell = { answer: () => ({ body: 'shell of an app' }), cache }
    await scrape({ render: 'never', maxAgeSecs: 60 }, shell)
    const { text } = await scrape({ maxAgeSecs: 60 }, { ...shell, browser: browserOf(view) })
    assert.match(text, /rendered words/)
  })

  it('do not answer a request that chooses another proxy, or one that is not configured', async () => {
    const cache = createPageCache(new MemoryStore())
    const premium = { maxAgeSecs: 60, browser: browserPageOptions({ proxy_strategy: 'premium' }) }
    const routes = routesOf('premium')
    await scrape({ maxAgeSecs: 60 }, { cache })
    assert.equal((await scrape(premium, { cache, routes })).web.requests.length, 1)
    assert.equal((await scrape(premium, { cache, routes })).web.requests.length, 0)
    const missing = await scrape(premium, { cache })
    assert.deepEqual([missing.fault?.code, missing.cachedAt], ['proxy_not_configured', null])
    const country = { maxAgeSecs: 60, browser: browserPageOptions({ geolocation: 'de' }) }
    await scrape(country, { cache, routes })
    assert.equal((await scrape(country, { cache })).fault?.code, 'proxy_not_configured')
  })

  it('do not answer a request that refuses the URL they were redirected to', async () => {
    const cache = createPageCache(new MemoryStore())
    const target = 'http://site.test/private'
    const answer = (at: string): FakeAnswer => (at === url ? { redirect: target } : { body: 'words' })
    const refusal = { code: 'redirect_excluded', message: 'excluded' }
    const judged: string[] = []
    const judgeRedirect = async (next: URL) => {
      judged.push(next.href)
      return await Promise.resolve(refusal)
    }
    await scrape({ maxAgeSecs: 60 }, { cache, answer })
    assert.equal((await scrape({ maxAgeSecs: 60, url: `${url}#part` }, { cache, answer })).web.requests.length, 0)
    const refused = await scrape({ maxAgeSecs: 60, judgeRedirect }, { cache, answer })
    assert.deepEqual([refused.fault, refused.cachedAt, refused.web.requests], [refusal, null, [url]])
    assert.deepEqual(judged, [target, target])
  })

  it('are not kept where the site forbids it', async () => {
    const cache = createPageCache(new MemoryStore())
    const answer = () => ({ body: 'words', headers: { 'cache-control': 'max-age=60, private' } })
    await scrape({ maxAgeSecs: 60 }, { cache, answer })
    assert.equal((await scrape({ maxAgeSecs: 60 }, { cache, answer })).web.requests.length, 1)
  })
})

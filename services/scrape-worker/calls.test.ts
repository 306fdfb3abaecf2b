import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createSlots } from '@seine/activities/browser/pool/slots.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import { createRobotsLoader } from '@seine/activities/frontier/robots/robots-loader.ts'
import { createPageCache } from '@seine/activities/page/page-cache.ts'
import { HostDesk } from '@seine/activities/hosts/host-desk.ts'
import { createRemoteBrowser } from '@seine/activities/scrape/remote-browser.ts'
import { createScreenshotLinks } from '@seine/activities/scrape/screenshot-links.ts'
import { createSearchEngines } from '@seine/activities/serp/search-engines.ts'
import { readSerpSettings } from '@seine/activities/serp/settings.ts'
import type { MapTask, ProxyTask, ScrapeTask, SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import type { RenderedPage, ScrapedPage, ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { hostLimits } from '@seine/activities/hosts/host-limits.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { straightOnly } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { answering, fakeWorker } from '@seine/shared/worker-calls/testing/fake-worker.ts'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { createCallProbes } from './call-probes.ts'
import { createCalls } from './calls.ts'

const logger = createLogger('scrape-worker-test', { SEINE_LOG_LEVEL: 'silent' })
const token = 'x'.repeat(32)

async function startSite(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Worker {
  server: CallServer
  url: string
  store: MemoryStore
  /** Sends calls as the gateway does. */
  callers: WorkerSet<ScrapeProblem>
  scrape(task: ScrapeTask, signal?: AbortSignal): Promise<ScrapedPage | ScrapeProblem>
}

/** Starts a worker with all parts but Temporal. Its store is in memory, and it may fetch from this machine. */
async function startWorker(
  t: TestContext,
  options: { browser?: string; calls?: number; hosts?: HostDesk } = {},
): Promise<Worker> {
  const store = new MemoryStore()
  const allowList = new AllowList({ entries: '127.0.0.0/8', file: '', onProblem: () => undefined })
  const userAgent = 'SeineBot/0.1'
  const egress = createEgressClient({ userAgent, allowList, logger })
  const extractor = createExtractorPool({ threads: 1, logger })
  const browsers = new WorkerSet({
    kind: 'browser',
    urls: options.browser === undefined ? [] : [new URL(options.browser)],
    token: '',
  })
  const capacity = options.calls ?? 4
  const queue = createSlots({ capacity, reservedForCalls: 0, queueMax: 1 })
  // Calls wait longer for a slot here: a busy machine may need more time than production calls wait.
  const slots: typeof queue = { ...queue, take: (user, waitMs, signal) => queue.take(user, waitMs * 30, signal) }
  const mapSlots = createSlots({ capacity: Math.ceil(capacity / 2), reservedForCalls: 0, queueMax: 0 })
  const { hosts = null } = options
  const pages = { egress, extractor, routes: straightOnly, cache: createPageCache(store), hosts }
  const agentToken = 'SeineBot'
  const robots = createRobotsLoader({ egress, agentToken, userAgent, mode: 'respect', now: Date.now })
  const server = await startCallServer({
    host: '127.0.0.1',
    port: 0,
    tokens: [token],
    logger,
    calls: createCalls({
      slots,
      mapSlots,
      browserFor: (requestId, tenant) =>
        browsers.configured ? createRemoteBrowser(browsers, { requestId, tenant }) : null,
      pages: { ...pages, screenshots: createScreenshotLinks({ store, lifetimeSecs: 60 }) },
      sites: { ...pages, robots, agentToken, store },
      engines: createSearchEngines({ settings: readSerpSettings(readConfig({})), pages, logger }),
    }),
    probes: createCallProbes({
      slots,
      isDraining: () => false,
      firstPages: () => ({ total: 0, bad: 0 }),
      version: '1.2.3',
    }),
  })
  const url = `http://127.0.0.1:${server.port}`
  const callers = new WorkerSet<ScrapeProblem>({ kind: 'scrape', urls: [new URL(url)], token })
  t.after(async () => {
    callers.close()
    browsers.close()
    await server.close()
    await extractor.close()
    await egress.close()
  })
  return {
    server,
    url,
    store,
    callers,
    async scrape(task, signal = new AbortController().signal) {
      const deadlineMs = Date.now() + 60_000
      const call = { path: '/scrape', task: JSON.stringify(task), requestId: 'r-9', affinity: null, deadlineMs, signal }
      const reply = await callers.call(call)
      if (reply.kind === 'problem') return reply
      return (JSON.parse(await reply.answer.text()) as { result: ScrapedPage }).result
    },
  }
}

const taskFor = (
  url: string,
  change: Partial<ScrapeTask> = {},
  page: Partial<ScrapeTask['page']> = {},
): ScrapeTask => ({
  url,
  tenant: 'acme',
  page: defaultPageOptions({
    timeoutMs: 30_000,
    browser: defaultBrowserOptions({ timeoutMs: 30_000 }),
    ...page,
  }),
  formats: ['html', 'markdown', 'links'],
  screenshot: null,
  ...change,
})

const words = 'The river carries barges, and the barges carry sand from one bank to the other. '.repeat(10)
const article = `<!doctype html><html lang="en"><title>Barges</title><main><h1>Barges</h1><p>${words}</p><a href="/a">A</a></main>`
const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/bundle.js"></script>'

const html: RequestListener = (request, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(request.url === '/shell' ? shell : article)
}

const attempt = { strategy: 'browser_basic', engine: 'headless_shell', proxy_tier: 'none', geolocation: null }
const rendered = (url: string): RenderedPage => ({
  kind: 'rendered',
  attempts: [{ ...attempt, index: 1, success: true, outcome: 'success' } as RenderedPage['attempts'][number]],
  fault: null,
  status: 200,
  finalUrl: url,
  headers: { 'content-type': 'text/html' },
  redirects: [],
  html: { text: article, url, truncated: false },
  screenshotBase64: Buffer.from([137, 80]).toString('base64'),
  actions: [],
  warnings: [],
})

test('a page that HTTP can read is fetched once and answered with all that was requested', async (t) => {
  let requests = 0
  const site = await startSite(t, (request, response) => {
    requests += 1
    html(request, response)
  })
  const worker = await startWorker(t)
  const page = await worker.scrape(taskFor(`${site}/article`))
  assert.ok('data' in page, JSON.stringify(page))
  assert.equal(requests, 1)
  assert.deepEqual([page.url, page.status, page.attempts.length], [`${site}/article`, 200, 1])
  assert.match(page.data.markdown ?? '', /# Barges\s+The river carries/)
  assert.equal(page.data.html, article)
  assert.deepEqual(page.data.links, [`${site}/a`])
  assert.equal(page.metadata.title, 'Barges')
})

test('an application continues to a browser worker, under the id of its request', async (t) => {
  const site = await startSite(t, html)
  const browser = await fakeWorker(t, (call, res) => {
    const { url } = call.task as { url: string }
    return answering(200, rendered(url))(call, res)
  })
  const worker = await startWorker(t, { browser: browser.url })
  const page = await worker.scrape(taskFor(`${site}/shell`))
  assert.ok('data' in page, JSON.stringify(page))
  assert.deepEqual(
    page.attempts.map(({ index, engine, outcome }) => [index, engine, outcome]),
    [
      [1, 'http', 'js_shell'],
      [2, 'headless_shell', 'success'],
    ],
  )
  assert.equal(page.winning_attempt, 2)
  assert.match(page.data.markdown ?? '', /The river carries/)
  assert.equal(browser.calls[0]?.headers['x-request-id'], 'r-9')
})

test('a screenshot is kept in the store, and the answer links to it', async (t) => {
  const site = await startSite(t, html)
  const browser = await fakeWorker(t, (call, res) => answering(200, rendered(site))(call, res))
  const worker = await startWorker(t, { browser: browser.url })
  const task = taskFor(site, { formats: [], screenshot: 'screenshot' }, { render: 'always' })
  const page = await worker.scrape(task)
  assert.ok('data' in page, JSON.stringify(page))
  const [key] = await worker.store.list('screenshots/')
  assert.deepEqual(page.data, { screenshot: `memory:${key}#screenshot.png` })
  worker.store.down = true
  const away = await worker.scrape(task)
  assert.equal('code' in away ? away.code : '', 'result_store_unavailable')
})

test('without a browser worker an application is what HTTP returns, and a picture is unavailable', async (t) => {
  const site = await startSite(t, html)
  const worker = await startWorker(t)
  const page = await worker.scrape(taskFor(`${site}/shell`))
  assert.ok('data' in page, JSON.stringify(page))
  assert.ok(page.warnings.some((warning) => warning.startsWith('js_shell')))
  const none = await worker.scrape(taskFor(site, { screenshot: 'screenshot' }, { render: 'always' }))
  assert.equal('code' in none ? none.code : '', 'browser_unavailable')
})

test('a host that is not there is a problem with its attempts', async (t) => {
  const worker = await startWorker(t)
  const told = await worker.scrape(taskFor('http://127.0.0.1:1/'))
  assert.ok('code' in told)
  assert.ok(told.attempts.length > 0)
  assert.match(told.code, /^(?:all_attempts_failed|unsafe_target)$/)
})

test('a worker takes so many calls at a time, lets a few wait and refuses the rest with the time to come back', async (t) => {
  const held: (() => void)[] = []
  const site = await startSite(t, (request, response) => void held.push(() => html(request, response)))
  const worker = await startWorker(t, { calls: 1 })
  const running = worker.scrape(taskFor(`${site}/1`))
  while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const waiting = worker.scrape(taskFor(`${site}/2`))
  const pressure = async (): Promise<Record<string, unknown>> =>
    (await (await fetch(`${worker.url}/pressure`)).json()) as Record<string, unknown>
  while ((await pressure())['queued'] !== 1) await new Promise((resolve) => setImmediate(resolve))
  const refused = await fetch(`${worker.url}/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(taskFor(`${site}/3`)),
  })
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, String(scrapeCallLimits.retryAfterSecs)])
  const { running: now, capacity, queued } = (await refused.json()) as Record<string, unknown>
  assert.deepEqual([now, capacity, queued], [1, 1, 1])
  await assert.rejects(worker.scrape(taskFor(`${site}/4`)), (error) => {
    assert.ok(error instanceof WorkerCallError)
    assert.deepEqual([error.code, error.retryAfterSecs], ['busy', scrapeCallLimits.retryAfterSecs])
    return true
  })
  held[0]!()
  assert.ok('data' in (await running))
  while (held.length < 2) await new Promise((resolve) => setImmediate(resolve))
  held[1]!()
  assert.ok('data' in (await waiting))
})

const mapTask = (url: string): MapTask => ({
  url,
  tenant: 'acme',
  sitemap: 'skip',
  includeSubdomains: true,
  ignoreQueryParameters: true,
  ignoreCache: true,
  limit: 10,
  timeoutMs: 60_000,
  search: null,
})

for (const kind of ['page', 'map'] as const) {
  test(`a ${kind} that waits for its host leaves its slot to others`, async (t) => {
    const [busy, idle] = [await startSite(t, html), await startSite(t, html)]
    const hosts = new HostDesk()
    const others = hosts.join(new URL(busy).host, { tenant: 'b', work: 'job' }, () => undefined)
    const turns = Array.from({ length: hostLimits.inFlightMax }, () => others.tryStart()!)
    const worker = await startWorker(t, { calls: 1, hosts })
    const ended: string[] = []
    const page = async (url: string): Promise<void> => {
      assert.ok('data' in (await worker.scrape(taskFor(url))))
      ended.push(url)
    }
    const map = async (url: string): Promise<void> => {
      const [headers, body] = [{ authorization: `Bearer ${token}` }, JSON.stringify(mapTask(url))]
      assert.equal((await fetch(`${worker.url}/map`, { method: 'POST', headers, body })).status, 200)
      ended.push(url)
    }
    const waiting = (kind === 'page' ? page : map)(`${busy}/1`)
    const running = async (): Promise<unknown> =>
      ((await (await fetch(`${worker.url}/pressure`)).json()) as Record<string, unknown>)['running']
    await page(`${idle}/1`)
    await page(`${idle}/2`)
    assert.equal(await running(), 0)
    turns[0]!.end({ kind: 'answered' })
    await waiting
    assert.deepEqual(ended, [`${idle}/1`, `${idle}/2`, `${busy}/1`])
  })
}

test('maps leave room for pages', async (t) => {
  const asked: string[] = []
  const site = await startSite(t, (request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/page') html(request, response)
  })
  const worker = await startWorker(t, { calls: 2 })
  const gone = new AbortController()
  const map = async (): Promise<Response> =>
    await fetch(`${worker.url}/map`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(mapTask(`${site}/`)),
      signal: gone.signal,
    })
  const running = map()
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal((await map()).status, 429)
  assert.ok('data' in (await worker.scrape(taskFor(`${site}/page`))))
  gone.abort(new Error('gone'))
  await assert.rejects(running)
})

test('a search of an engine that has no back-end is a problem', async (t) => {
  const worker = await startWorker(t)
  const reply = await worker.callers.call({
    path: '/serp',
    task: JSON.stringify({ tenant: 't', query: 'a', engine: 'bing' } satisfies Partial<SerpTask>),
    requestId: null,
    affinity: null,
    deadlineMs: Date.now() + 60_000,
    signal: new AbortController().signal,
  })
  assert.equal(reply.kind === 'problem' ? reply.code : null, 'serp_engine_not_configured')
})

test('a caller who goes away ends the fetch and gives the slot back', async (t) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  const site = await startSite(t, (request) => {
    request.socket.once('close', () => close())
    ask()
  })
  const worker = await startWorker(t, { calls: 1 })
  const gone = new AbortController()
  const pending = worker.scrape(taskFor(site), gone.signal)
  await asked
  gone.abort(new Error('gone'))
  await assert.rejects(pending, /gone/)
  await closed
  const free = async (): Promise<boolean> =>
    ((await (await fetch(`${worker.url}/pressure`)).json()) as { isAvailable: boolean }).isAvailable
  while (!(await free())) await new Promise((resolve) => setImmediate(resolve))
})

test('calls need the token, probes do not', async (t) => {
  const worker = await startWorker(t)
  assert.equal((await fetch(`${worker.url}/scrape`, { method: 'POST', body: '{}' })).status, 401)
  assert.equal((await fetch(`${worker.url}/livez`)).status, 200)
  assert.equal((await fetch(`${worker.url}/readyz`)).status, 200)
  await worker.callers.ping(30_000)
})

test('a proxy that is not configured is reported without loading a page', async (t) => {
  const worker = await startWorker(t)
  const ask = async (wish: ProxyTask) => {
    const deadlineMs = Date.now() + 5_000
    const call = { path: '/proxies', task: JSON.stringify(wish), requestId: null, affinity: null, deadlineMs }
    const reply = await worker.callers.call({ ...call, signal: new AbortController().signal })
    return reply.kind === 'problem' ? reply.code : (JSON.parse(await reply.answer.text()) as { result: unknown }).result
  }
  assert.equal(await ask({ proxy: 'premium', geolocation: null }), 'proxy_not_configured')
  assert.equal(await ask({ proxy: 'auto', geolocation: 'DE' }), 'proxy_not_configured')
  assert.deepEqual(await ask({ proxy: 'auto', geolocation: null }), { tiers: ['none'] })
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { budgetHeader } from '@seine/shared/tasks/browser-page.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { defaultBrowserOptions } from '@seine/shared/api/testing/page-options.ts'
import type { RenderedPage } from '@seine/shared/pages/worker-reply.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { answering, fakeWorker, type FakeAnswer } from '@seine/shared/worker-calls/testing/fake-worker.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { BrowserUnavailableError, type BrowserView, type PageBrowser } from '@seine/shared/pages/page.ts'
import { createRemoteBrowser } from './remote-browser.ts'

const url = 'https://example.com/#/route'
const page = defaultBrowserOptions({ timeoutMs: 20_000 })
const want = { html: true, screenshot: 'viewport' } as const
const never = new AbortController().signal

/** What was written to the log. */
const logged: unknown[][] = []

function remote(t: TestContext, ...urls: string[]): PageBrowser {
  const workers = new WorkerSet({ kind: 'browser', urls: urls.map((text) => new URL(text)), token: '' })
  t.after(() => workers.close())
  return createRemoteBrowser(workers, {
    requestId: 'r-1',
    log: { warn: (...told: unknown[]) => void logged.push(told) },
  })
}

const view = async (browser: PageBrowser, deadlineMs = Date.now() + 20_000, signal = never): Promise<BrowserView> =>
  await browser.view(url, page, want, deadlineMs, signal)

const codeOf =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof BrowserUnavailableError && error.code === code

const rendered: RenderedPage = {
  kind: 'rendered',
  attempts: [],
  fault: null,
  status: 200,
  finalUrl: url,
  headers: { 'content-type': 'text/html' },
  redirects: [],
  html: { text: '<p>é</p>', url, truncated: false },
  screenshotBase64: Buffer.from([1, 2, 255]).toString('base64'),
  actions: [],
  warnings: ['w'],
}

const problem = (code: string, attempts: object[] = []): FakeAnswer =>
  answering(200, { kind: 'problem', code, detail: `told: ${code}`, attempts })

test('a page is asked of a worker with its deadline, and its picture is bytes again', async (t) => {
  const worker = await fakeWorker(t, answering(200, rendered))
  const { screenshot, ...seen } = await view(remote(t, worker.url), monotonicNow() + 9_000)
  assert.deepEqual([...(screenshot ?? [])], [1, 2, 255])
  const { kind: _kind, screenshotBase64: _picture, ...expected } = rendered
  assert.deepEqual(seen, expected)
  const [call] = worker.calls
  assert.equal(call?.path, '/render')
  assert.deepEqual(call.task, { url, page, want })
  assert.equal(call.headers['x-request-id'], 'r-1')
  const budgetMs = Number(call.headers[budgetHeader])
  assert.ok(budgetMs > 5_000 && budgetMs <= 9_000, String(budgetMs))
})

test('a render without a screenshot has no picture', async (t) => {
  const worker = await fakeWorker(t, answering(200, { ...rendered, screenshotBase64: null }))
  assert.equal((await view(remote(t, worker.url))).screenshot, null)
})

for (const [name, answer, code] of [
  ['full', answering(429, {}), 'concurrency_limit_reached'],
  ['going away', answering(503, {}), 'browser_unavailable'],
  ['broken', answering(500, {}), 'browser_unavailable'],
  ['dying', ((_call, res) => void res.destroy()) satisfies FakeAnswer, 'browser_unavailable'],
  ['without a browser', problem('browser_unavailable'), 'browser_unavailable'],
  ['at a fault of its own', problem('internal_error'), 'browser_unavailable'],
  ['without the proxy', problem('proxy_not_configured'), 'proxy_not_configured'],
] as const) {
  test(`a worker that is ${name} is reported as ${code}`, async (t) => {
    const worker = await fakeWorker(t, answer)
    await assert.rejects(view(remote(t, worker.url)), codeOf(code))
  })
}

test('a worker that dies in the middle of its answer is reported as unavailable', async (t) => {
  const text = JSON.stringify({ ...rendered, html: { text: 'x'.repeat(200_000), url, truncated: false } })
  const worker = await fakeWorker(t, (_call, res) => {
    res.writeHead(200, { 'content-length': text.length })
    res.write(text.slice(0, 100_000), () => res.destroy())
  })
  await assert.rejects(view(remote(t, worker.url)), codeOf('browser_unavailable'))
  assert.equal(worker.calls.length, 1)
})

test('unexpected failures are logged with their cause, usual ones are not', async (t) => {
  for (const [answer, lines] of [
    [answering(429, {}), 0],
    [answering(503, {}), 0],
    [answering(500, {}), 1],
    [((_call, res) => void res.end('no JSON')) satisfies FakeAnswer, 1],
  ] as const) {
    logged.length = 0
    const worker = await fakeWorker(t, answer)
    await assert.rejects(view(remote(t, worker.url)), BrowserUnavailableError)
    assert.equal(logged.length, lines)
    if (lines > 0) assert.partialDeepStrictEqual(logged[0]![0], { requestId: 'r-1' })
  }
})

test('a worker that cannot be reached is reported as unavailable', async (t) => {
  await assert.rejects(view(remote(t, 'http://127.0.0.1:1')), codeOf('browser_unavailable'))
})

test('a failed page is returned as a view, with its attempts and without the calls that captures list', async (t) => {
  const attempt = { index: 1, outcome: 'unsafe_target', network_calls: [], network_calls_total: 0 }
  for (const code of ['unsafe_target', 'budget_exceeded']) {
    const worker = await fakeWorker(t, problem(code, [{ ...attempt, network_calls_truncated: false }]))
    const { fault, attempts, status } = await view(remote(t, worker.url))
    assert.deepEqual([fault, status], [{ code, message: `told: ${code}` }, null])
    assert.deepEqual(attempts, [{ index: 1, outcome: 'unsafe_target' }])
  }
})

test('a worker that is silent past the deadline leads to a view with budget_exceeded', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const { fault } = await view(remote(t, worker.url), Date.now() - workerCallLimits.graceMs + 50)
  assert.equal(fault?.code, 'budget_exceeded')
  await worker.calls[0]?.gone
})

test('a caller that gives up cancels the call, before the answer and during it', async (t) => {
  for (const begins of [false, true]) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const worker = await fakeWorker(t, (_call, res) => {
      if (!begins) return begin()
      res.writeHead(200).write(`{"kind":"rendered","x":"${'x'.repeat(100_000)}`, () => begin())
    })
    const gone = new AbortController()
    const pending = view(remote(t, worker.url), undefined, gone.signal)
    await begun
    const reason = new Error('gone')
    gone.abort(reason)
    await assert.rejects(pending, reason)
    await worker.calls[0]?.gone
  }
})

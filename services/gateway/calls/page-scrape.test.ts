import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { test } from 'node:test'
import { scrapeResultSchema } from '@seine/shared/api/schemas/scrape-result.ts'
import type { ScrapeTask } from '@seine/shared/tasks/scrape-task.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { defaultBrowserOptions, defaultPageOptions } from '@seine/shared/api/testing/page-options.ts'
import {
  answering,
  fakeWorker,
  problemAnswer,
  scrapedPage,
  type FakeAnswer,
  vainAttempt,
} from '../testing/fake-worker.ts'
import { testGateway } from '../testing/test-gateway.ts'

const url = 'https://e.com/'

/** A base URL at which no server listens. */
const nowhere = 'http://127.0.0.1:1'

test('a page is asked of a scrape worker and answered with what it found', async (t) => {
  const worker = await fakeWorker(t)
  const { scrape } = await testGateway(t, { scrapers: [worker.url], scrapeBudgetMs: 9_000 })
  const before = Date.now()
  const body = { url: 'https://E.com#/a', tag: ['a', 'b'], output: ['markdown', 'html'], geolocation: 'de', max_age: 5 }
  const answer = await scrape(body, { headers: { 'x-request-id': 'mine' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
  const own = { request_id: 'mine', session_id: null, url: 'https://E.com#/a', tag: ['a', 'b'] }
  assert.deepEqual(answer.body, { ...scrapedPage('https://e.com/#/a'), ...own })
  assert.deepEqual(schemaErrors(scrapeResultSchema, answer.body), [])
  const [call] = worker.calls
  assert.equal(call?.path, '/scrape')
  assert.equal(call.headers.authorization, 'Bearer service-token')
  assert.equal(call.headers['x-request-id'], 'mine')
  const budgetMs = Number(call.headers['x-seine-deadline-ms']) - before
  assert.ok(budgetMs >= 9_000 && budgetMs < 19_000, String(budgetMs))
  const task: ScrapeTask = {
    url: 'https://e.com/#/a',
    tenant: 'acme',
    page: defaultPageOptions({ browser: defaultBrowserOptions({ geolocation: 'DE' }), maxAgeSecs: 5 }),
    formats: ['markdown', 'html'],
    screenshot: null,
  }
  assert.deepEqual(call.task, task)
})

test('the same page is under /v1, with no tag when none was given', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const headers = { 'content-type': 'application/json' }
  const answer = await call('POST', '/v1/scrape', { headers, body: JSON.stringify({ url }) })
  assert.deepEqual([answer.status, answer.body['tag'], answer.body['url']], [200, null, url])
})

test('an invalid request reaches no worker, and all of its problems are reported', async (t) => {
  const worker = await fakeWorker(t)
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await scrape({ url: 'nope', jsRender: true, timeout: 1 })
  assert.equal(answer.status, 422)
  const errors = answer.body['errors'] as { pointer: string }[]
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/jsRender', '/timeout', '/url'])
  assert.equal(worker.calls.length, 0)
})

test('what is no JSON, too large or without a key is refused as everywhere', async (t) => {
  const { call, scrape } = await testGateway(t)
  const headers = { 'content-type': 'application/json' }
  assert.equal((await call('POST', '/scrape', { headers, body: '{' })).status, 400)
  assert.equal((await call('POST', '/scrape', { headers: { 'content-type': 'text/plain' }, body: '{}' })).status, 415)
  assert.equal((await scrape({ url, tag: 'a'.repeat(256 * 1024) })).status, 413)
  assert.equal((await scrape({ url }, { key: null })).status, 401)
  assert.equal((await call('GET', '/scrape')).headers.get('allow'), 'POST')
})

for (const fields of [{ js_render: true }, { output: ['screenshot'] }, { actions: [{ action: 'reload' }] }]) {
  test(`without browser workers ${JSON.stringify(fields)} is refused at once, and requested with them`, async (t) => {
    const worker = await fakeWorker(t)
    const without = await testGateway(t, { scrapers: [worker.url] })
    const refused = await without.scrape({ url, ...fields })
    assert.deepEqual([refused.status, refused.body['code']], [503, 'browser_unavailable'])
    assert.equal(refused.headers.get('retry-after'), '2')
    assert.equal(worker.calls.length, 0)
    const having = await testGateway(t, { scrapers: [worker.url], workers: [nowhere] })
    assert.equal((await having.scrape({ url, ...fields })).status, 200)
    const [task] = worker.calls.map((call) => call.task as ScrapeTask)
    assert.equal(task?.page.render, 'always')
  })
}

test('without browser workers a page that may do without one is requested', async (t) => {
  const worker = await fakeWorker(t)
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  assert.equal((await scrape({ url })).status, 200)
})

const attempts = [vainAttempt('blocked')]

for (const [code, status, retryable, attemptsTold] of [
  ['all_attempts_failed', 502, true, true],
  ['target_blocked', 502, true, true],
  ['dns_failure', 502, true, true],
  ['tls_failure', 502, false, true],
  ['proxy_failure', 502, true, true],
  ['unsafe_target', 502, false, true],
  ['concurrency_limit_reached', 429, true, false],
  ['browser_unavailable', 503, true, false],
  ['proxy_not_configured', 503, false, false],
  ['result_store_unavailable', 503, true, false],
  ['budget_exceeded', 504, true, true],
  ['internal_error', 500, false, false],
] as const) {
  test(`a worker's ${code} is answered with ${status} and its attempts`, async (t) => {
    const worker = await fakeWorker(t, problemAnswer(code, attempts))
    const { scrape, log } = await testGateway(t, { scrapers: [worker.url] })
    const answer = await scrape({ url })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal(answer.headers.get('retry-after'), retryable && !attemptsTold ? '2' : null)
    const { code: told, detail, retryable: again, request_id: requestId } = answer.body
    assert.deepEqual([told, detail, again], [code, `told: ${code}`, retryable])
    assert.equal(requestId, answer.headers.get('x-request-id'))
    assert.deepEqual(answer.body['attempts'], attempts)
    assert.ok(!JSON.stringify(log).includes('"outcome"'), 'attempts are not logged')
    worker.answer = problemAnswer(code)
    assert.deepEqual((await scrape({ url })).body['attempts'], attemptsTold ? [] : undefined)
  })
}

test('a problem of a code that is not known here is an internal error', async (t) => {
  const worker = await fakeWorker(t, problemAnswer('too_tired'))
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await scrape({ url })
  assert.deepEqual([answer.status, answer.body['code']], [500, 'internal_error'])
})

test('a target that says how long it wants to be left alone is quoted', async (t) => {
  const worker = await fakeWorker(t, problemAnswer('target_blocked', attempts, { retryAfterSecs: 90 }))
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await scrape({ url })
  assert.deepEqual([answer.status, answer.body['retry_after']], [502, 90])
  assert.equal(answer.headers.get('retry-after'), '90')
})

test('busy workers are reported at once, with Retry-After', async (t) => {
  const worker = await fakeWorker(t, answering(429, {}))
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await scrape({ url })
  assert.deepEqual([answer.status, answer.body['code']], [429, 'concurrency_limit_reached'])
  assert.equal(answer.headers.get('retry-after'), '2')
  worker.answer = answering(429, {}, { 'retry-after': '7' })
  const other = await scrape({ url })
  assert.deepEqual([other.headers.get('retry-after'), other.body['retry_after']], ['7', 7])
})

test('without a scrape worker a call is answered at once', async (t) => {
  for (const scrapers of [[], [nowhere]]) {
    const { scrape, map } = await testGateway(t, { scrapers })
    for (const answer of [await scrape({ url }), await map({ url })]) {
      assert.deepEqual([answer.status, answer.body['code']], [503, 'scrape_unavailable'])
      assert.equal(answer.headers.get('retry-after'), '2')
      assert.equal(answer.body['attempts'], undefined)
    }
  }
})

test('a worker that is silent past the budget is abandoned, without attempts in the answer', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const { scrape } = await testGateway(t, { scrapers: [worker.url], scrapeBudgetMs: -1_900 })
  const answer = await scrape({ url })
  assert.deepEqual([answer.status, answer.body['code'], answer.body['attempts']], [504, 'budget_exceeded', []])
  await worker.calls[0]?.gone
})

test('a caller who hangs up ends the call of the worker, and is logged as such', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const gateway = await testGateway(t, { scrapers: [worker.url] })
  const req = request(`${gateway.url}/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'acme-key' },
  })
  req.on('error', () => {})
  req.end(JSON.stringify({ url }))
  while (worker.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  req.destroy()
  await worker.calls[0]?.gone
  const lineOf = () => gateway.log.find((line) => line['route'] === 'scrapePage')
  while (lineOf() === undefined) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(lineOf()?.['aborted'], true)
  assert.ok(!gateway.log.some((line) => line['msg'] === 'request failed'))
})

/** Answers with a page of 30 MB, in pieces. */
const large: FakeAnswer = async (_call, res) => {
  const text = JSON.stringify({ kind: 'result', result: scrapedPage(url, { data: { html: '' } }) })
  const at = text.indexOf('"html":"') + '"html":"'.length
  res.writeHead(200, { 'content-type': 'application/json' })
  res.write(text.slice(0, at))
  for (let piece = 0; piece < 30; piece += 1) {
    if (!res.write('ü'.repeat(512 * 1024))) await new Promise((resolve) => void res.once('drain', resolve))
  }
  res.end(text.slice(at))
}

test('a page of 30 MB passes through whole', async (t) => {
  const worker = await fakeWorker(t, large)
  const { scrape } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await scrape({ url })
  const { html } = answer.body['data'] as { html: string }
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  assert.equal(hashOf(html), hashOf('ü'.repeat(30 * 512 * 1024)))
  assert.equal(answer.body['tag'], null)
})

test('an answer that breaks off is not made to look whole', async (t) => {
  const worker = await fakeWorker(t, (_call, res) => {
    const text = JSON.stringify({ kind: 'result', result: scrapedPage(url, { warnings: ['a'.repeat(200_000)] }) })
    res.writeHead(200, { 'content-length': Buffer.byteLength(text) })
    res.write(text.slice(0, 100_000), () => res.destroy())
  })
  const gateway = await testGateway(t, { scrapers: [worker.url] })
  await assert.rejects(gateway.scrape({ url }))
})

test('readiness reports the workers', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const { checks } = (await call('GET', '/readyz')).body as { checks: Record<string, unknown> }
  assert.deepEqual([checks['browserWorkers'], checks['scrapeWorkers']], ['not_configured', 'ok'])
})

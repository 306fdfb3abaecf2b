import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import type { NetworkTask } from '@seine/shared/tasks/browser-page.ts'
import { answering, capturedPage, fakeWorker, problemAnswer, vainAttempt } from '../testing/fake-worker.ts'
import { testGateway } from '../testing/test-gateway.ts'

const url = 'https://e.com/'
const har = { log: { version: '1.2', creator: { name: 'Seine', version: '0' }, pages: [], entries: [] } }

test('a capture is asked of a worker and answered with what it found', async (t) => {
  const worker = await fakeWorker(t)
  const { capture } = await testGateway(t, { workers: [worker.url] })
  const before = Date.now()
  const body = { url: 'https://E.com', tag: ['a', 'b'], timeout: 5_000, wait_ms: 100, geolocation: 'de' }
  const answer = await capture(body, { headers: { 'x-request-id': 'mine' } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
  assert.deepEqual(answer.body, {
    ...capturedPage(url),
    request_id: 'mine',
    url: 'https://E.com',
    tag: ['a', 'b'],
  })
  const [call] = worker.calls
  assert.equal(call?.path, '/browser/network')
  assert.equal(call.headers.authorization, 'Bearer service-token')
  assert.equal(call.headers['x-request-id'], 'mine')
  const budgetMs = Number(call.headers['x-seine-deadline-ms']) - before
  assert.ok(budgetMs >= 6_100 && budgetMs < 16_100, String(budgetMs))
  const task: NetworkTask = {
    tenant: 'acme',
    url,
    page: {
      timeoutMs: 5_000,
      actions: [],
      waitSelector: null,
      waitMs: 100,
      networkIdle: false,
      loadDom: true,
      disableResources: [],
      headers: {},
      geolocation: 'DE',
      proxy: 'auto',
    },
    format: 'json',
    filter: { resourceTypes: [], urlPattern: null, host: null },
  }
  assert.deepEqual(call.task, task)
})

test('the query narrows what is listed', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { workers: [worker.url] })
  const path = '/v1/browser/network?resource_type=xhr,fetch&url_pattern=%2Fapi%2F&host=API.e.com'
  const headers = { 'content-type': 'application/json' }
  const answer = await call('POST', path, { headers, body: JSON.stringify({ url }) })
  assert.equal(answer.status, 200, answer.text)
  const filter = { resourceTypes: ['xhr', 'fetch'], urlPattern: '/api/', host: 'api.e.com' }
  const tasks = worker.calls.map(({ task }) => task as NetworkTask)
  assert.deepEqual(tasks[0]?.filter, filter)
})

for (const [accept, format] of [
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/html', 'json'],
  ['application/json, application/har+json;q=0.5', 'json'],
  ['application/har+json', 'har'],
  ['application/har+json, application/json;q=0.5', 'har'],
] as const) {
  test(`who accepts ${accept} gets ${format}`, async (t) => {
    const worker = await fakeWorker(t, (call, res) => {
      const asked = (call.task as NetworkTask).format
      return answering(200, asked === 'har' ? { kind: 'har', har } : { kind: 'result', result: capturedPage(url) })(
        call,
        res,
      )
    })
    const { capture } = await testGateway(t, { workers: [worker.url] })
    const answer = await capture({ url }, { headers: { accept } })
    const type = format === 'har' ? 'application/har+json' : 'application/json'
    assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`)
    if (format === 'har') assert.deepEqual(answer.body, har)
    else assert.equal(answer.body['success'], true)
  })
}

test('an invalid request reaches no worker, and all of its problems are reported, the query included', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { workers: [worker.url] })
  const answer = await call('POST', '/browser/network?host=a:1&x=1', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'nope', js_render: true }),
  })
  assert.equal(answer.status, 422)
  const errors = answer.body['errors'] as { pointer: string }[]
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/js_render', '/query/x', '/url'])
  assert.equal(worker.calls.length, 0)
})

test('what is no JSON, too large or without a key is refused as everywhere', async (t) => {
  const { call, capture } = await testGateway(t)
  const headers = { 'content-type': 'application/json' }
  assert.equal((await call('POST', '/browser/network', { headers, body: '{' })).status, 400)
  assert.equal(
    (await call('POST', '/browser/network', { headers: { 'content-type': 'text/plain' }, body: '{}' })).status,
    415,
  )
  assert.equal((await capture({ url, tag: 'a'.repeat(256 * 1024) })).status, 413)
  assert.equal((await capture({ url }, { key: null })).status, 401)
  assert.equal((await call('GET', '/browser/network')).headers.get('allow'), 'POST')
})

const attempts = [vainAttempt('unsafe_target')]

for (const [code, status, retryable] of [
  ['unsafe_target', 502, false],
  ['browser_unavailable', 503, true],
  ['proxy_not_configured', 503, false],
  ['budget_exceeded', 504, true],
  ['internal_error', 500, false],
] as const) {
  test(`a worker's ${code} is answered with ${status}`, async (t) => {
    const worker = await fakeWorker(t, problemAnswer(code, attempts))
    const { capture, log } = await testGateway(t, { workers: [worker.url] })
    const answer = await capture({ url })
    assert.equal(answer.status, status, answer.text)
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal(answer.headers.get('retry-after'), status === 503 && retryable ? '2' : null)
    const { code: told, detail, retryable: again, request_id: requestId } = answer.body
    assert.deepEqual([told, detail, again], [code, `told: ${code}`, retryable])
    assert.equal(requestId, answer.headers.get('x-request-id'))
    assert.deepEqual(answer.body['attempts'], attempts)
    assert.ok(!JSON.stringify(log).includes('"outcome"'), 'attempts are not logged')
  })
}

test('busy workers are reported at once, with Retry-After', async (t) => {
  const worker = await fakeWorker(t, answering(429, {}))
  const { capture } = await testGateway(t, { workers: [worker.url] })
  const answer = await capture({ url })
  assert.equal(answer.status, 429)
  assert.equal(answer.body['code'], 'concurrency_limit_reached')
  assert.equal(answer.headers.get('retry-after'), '2')
})

test('without a worker there is no browser', async (t) => {
  for (const workers of [[], ['http://127.0.0.1:1']]) {
    const { capture } = await testGateway(t, { workers })
    const answer = await capture({ url })
    assert.deepEqual([answer.status, answer.body['code']], [503, 'browser_unavailable'])
    assert.equal(answer.headers.get('retry-after'), '2')
  }
})

test('a caller who hangs up ends the call of the worker, and is logged as such', async (t) => {
  const worker = await fakeWorker(t, () => {})
  const gateway = await testGateway(t, { workers: [worker.url] })
  const req = request(`${gateway.url}/browser/network`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'acme-key' },
  })
  req.on('error', () => {})
  req.end(JSON.stringify({ url }))
  while (worker.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  req.destroy()
  await worker.calls[0]?.gone
  const lineOf = () => gateway.log.find((line) => line['route'] === 'captureNetwork')
  while (lineOf() === undefined) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(lineOf()?.['aborted'], true)
  assert.ok(!gateway.log.some((line) => line['msg'] === 'request failed'))
})

test('a large answer passes through whole', async (t) => {
  const warnings = Array.from({ length: 20_000 }, (_, index) => `${index} ${'ü'.repeat(200)}`)
  const page = { ...capturedPage(url), warnings }
  const worker = await fakeWorker(t, answering(200, { kind: 'result', result: page }))
  const { capture } = await testGateway(t, { workers: [worker.url] })
  const answer = await capture({ url })
  assert.deepEqual(answer.body['warnings'], warnings)
  assert.equal(answer.body['tag'], null)
})

test('an answer that breaks off is not made to look whole', async (t) => {
  const worker = await fakeWorker(t, (_call, res) => {
    const text = JSON.stringify({ kind: 'result', result: { ...capturedPage(url), warnings: ['a'.repeat(200_000)] } })
    res.writeHead(200, { 'content-length': Buffer.byteLength(text) })
    res.write(text.slice(0, 100_000), () => res.destroy())
  })
  const gateway = await testGateway(t, { workers: [worker.url] })
  await assert.rejects(gateway.capture({ url }))
})

test('readiness reports the workers', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { workers: [worker.url] })
  const answer = await call('GET', '/readyz')
  assert.equal((answer.body['checks'] as Record<string, unknown>)['browserWorkers'], 'ok')
})

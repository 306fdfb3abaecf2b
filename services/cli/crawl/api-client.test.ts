import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { ApiClient } from './api-client.ts'
import { ApiCallError, describeApiError, ServiceUnreachableError } from './api-error.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const limits = {
  requestTimeoutMs: 60_000,
  unreachableGiveUpMs: 120_000,
  retryFirstMs: 5,
  retryMaxMs: 20,
  retryAfterMaxMs: 60_000,
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function serve(t: TestContext, handler: Handler, overrides: Partial<typeof limits> = {}) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => handler(request, response, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close().closeAllConnections())
  const events: string[] = []
  const client = new ApiClient({
    gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'key-1',
    limits: { ...limits, ...overrides },
    onOutage: (reason) => events.push(`outage: ${reason}`),
    onRecovery: () => events.push('recovery'),
    onLimited: (reason) => events.push(`limited: ${reason}`),
  })
  return { client, events, server }
}

const never = new AbortController().signal

describe('the API client', () => {
  test('starts a crawl with the key, the address and the body', async (t) => {
    const seen: unknown[] = []
    const { client } = await serve(t, (request, response, body) => {
      seen.push([request.method, request.url, request.headers.authorization, JSON.parse(body)])
      answer(response, 202, { success: true, id: 'crawl-1' })
    })
    assert.equal(await client.start('http://a/', { output: ['html'], limit: 3 }, never), 'crawl-1')
    assert.deepEqual(seen, [['POST', '/crawl', 'Bearer key-1', { url: 'http://a/', output: ['html'], limit: 3 }]])
  })

  test('waits through answers of 503 with one notice', async (t) => {
    let tries = 0
    const { client, events } = await serve(t, (_request, response) => {
      tries += 1
      if (tries < 4) answer(response, 503, { detail: 'the workflow service does not answer', retryable: true })
      else answer(response, 200, { status: 'crawling', completed: 7 })
    })
    assert.equal((await client.status('crawl-1')).completed, 7)
    assert.deepEqual(events, ['outage: the workflow service does not answer', 'recovery'])
  })

  test('repeats a start under one idempotency key when the answer was lost', async (t) => {
    const keys: unknown[] = []
    const { client, events } = await serve(t, (request, response) => {
      keys.push(request.headers['idempotency-key'])
      if (keys.length === 1) request.socket.destroy()
      else answer(response, 202, { id: 'crawl-1' })
    })
    assert.equal(await client.start('http://a/', { output: ['html'] }, never), 'crawl-1')
    assert.equal(keys.length, 2)
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.equal(keys[0], keys[1])
    assert.deepEqual(events, ['outage: the connection was closed', 'recovery'])
  })

  test('waits for a gateway that refuses connections and comes back on its port', async (t) => {
    const { client, events, server } = await serve(t, (_request, response) =>
      answer(response, 200, { status: 'crawling' }),
    )
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const pending = client.status('crawl-1')
    while (events.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    assert.equal((await pending).status, 'crawling')
    assert.deepEqual(events, ['outage: connection refused', 'recovery'])
  })

  test('gives up after a long silence', async (t) => {
    const { client, events } = await serve(
      t,
      (_request, response) => answer(response, 503, { detail: 'still away' }, { 'retry-after': '1' }),
      { unreachableGiveUpMs: 2_000 },
    )
    await assert.rejects(client.status('crawl-1'), (error) => {
      assert.ok(error instanceof ServiceUnreachableError)
      assert.match(error.message, /gave no answer for \d+ s \(still away\); giving up/)
      return true
    })
    assert.deepEqual(events, ['outage: still away'])
  })

  test('a refusal for a time is waited for as long as it says, and is no outage', async (t) => {
    const limited = { code: 'rate_limited', detail: 'too many requests', retryable: true, retry_after: 1 }
    let tries = 0
    const { client, events } = await serve(t, (_request, response) => {
      tries += 1
      if (tries % 2 === 1) answer(response, 429, limited)
      else answer(response, 200, { status: 'crawling' })
    })
    const beganMs = performance.now()
    await client.status('crawl-1')
    assert.ok(performance.now() - beganMs >= 990)
    assert.equal(tries, 2)
    await client.status('crawl-1')
    assert.deepEqual([tries, events], [4, ['limited: too many requests']])
  })

  test('a refusal for longer than the client waits is an error with its own words', async (t) => {
    const limited = { code: 'concurrency_limit_reached', detail: 'too many jobs', retryable: true }
    const { client } = await serve(
      t,
      (request, response) => answer(response, 429, { ...limited, retry_after: request.method === 'POST' ? 61 : 1 }),
      { unreachableGiveUpMs: 500 },
    )
    await assert.rejects(client.start('http://a/', { output: ['html'] }, never), { name: 'ApiError', status: 429 })
    await assert.rejects(client.status('crawl-1'), { name: 'ApiError', message: 'too many jobs' })
  })

  test('an abort ends the wait for a refusal to end', async (t) => {
    const { client, events } = await serve(t, (_request, response) =>
      answer(response, 429, { code: 'rate_limited', detail: 'wait', retryable: true, retry_after: 30 }),
    )
    const abort = new AbortController()
    const pending = client.status('crawl-1', abort.signal)
    while (events.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await assert.rejects(pending, { name: 'AbortError' })
  })

  test('a gateway that accepts and stays silent counts as away', async (t) => {
    const { client, events } = await serve(t, () => undefined, { requestTimeoutMs: 30, unreachableGiveUpMs: 2_000 })
    await assert.rejects(client.cancel('crawl-1'), ServiceUnreachableError)
    assert.deepEqual(events, ['outage: no answer within 0 s'])
  })

  test('an abort ends the waiting for a start', async (t) => {
    const { client, events } = await serve(t, (_request, response) => answer(response, 503, {}), {
      retryFirstMs: 60_000,
      retryMaxMs: 60_000,
      unreachableGiveUpMs: 120_000,
    })
    const abort = new AbortController()
    const pending = client.start('http://a/', { output: ['html'] }, abort.signal)
    while (events.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await assert.rejects(pending, { name: 'AbortError' })
  })

  test('a refusal carries every problem with its place, and is not tried again', async (t) => {
    let tries = 0
    const { client } = await serve(t, (_request, response) => {
      tries += 1
      answer(response, 422, {
        code: 'validation_failed',
        detail: 'two fields are wrong',
        errors: [
          { pointer: '/limit', code: 'maximum', message: 'must be <= 10000' },
          { pointer: '/includePaths/0', message: 'lookahead is not supported' },
        ],
      })
    })
    const error = await client.start('http://a/', { output: ['html'] }, never).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ApiCallError)
    assert.deepEqual(describeApiError(error), [
      'the gateway refused the request: two fields are wrong (validation_failed, HTTP 422)',
      '  /limit: must be <= 10000',
      '  /includePaths/0: lookahead is not supported',
    ])
    assert.equal(tries, 1)
  })

  test('a 503 that says it is permanent is a refusal', async (t) => {
    const { client } = await serve(t, (_request, response) =>
      answer(response, 503, { code: 'not_configured', detail: 'no mail server', retryable: false }),
    )
    await assert.rejects(client.status('crawl-1'), { name: 'ApiError', code: 'not_configured' })
  })

  test('an answer that is no JSON is still an error in words', async (t) => {
    const { client } = await serve(t, (_request, response) => response.writeHead(404).end('<html>'))
    await assert.rejects(client.cancel('crawl-1'), { message: 'HTTP 404 without an explanation', code: 'http_404' })
  })
})

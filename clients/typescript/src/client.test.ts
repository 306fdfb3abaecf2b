import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, test } from 'node:test'
import { SeineClient } from './client.ts'
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  TargetError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './errors.ts'
import { cut, json, problem, stubService } from './testing/stub-service.ts'
import { clientVersion } from './version.ts'

const accepted = { success: true, id: 'crawl-1', url: '/crawl/crawl-1', request_id: 'req-1' }

describe('a request', () => {
  test('carries the key, the body and its agent', async (t) => {
    const { client, seen } = await stubService(t, [json(202, accepted)])
    assert.deepEqual(await client.startCrawl({ url: 'https://example.com/', limit: 3 }), accepted)
    const [request] = seen
    assert.deepEqual([request?.method, request?.url], ['POST', '/crawl'])
    assert.deepEqual(JSON.parse(request?.body ?? ''), { url: 'https://example.com/', limit: 3 })
    assert.equal(request?.headers.authorization, 'Bearer key-1')
    assert.equal(request?.headers['user-agent'], `seine-client-ts/${clientVersion}`)
    assert.match(String(request?.headers['idempotency-key']), /^[0-9a-f]{32}$/)
  })

  test('takes the address and the key from the environment, and a path before the routes', async (t) => {
    const { baseUrl, seen } = await stubService(t, [json(200, { status: 'ok' })])
    t.after(() => {
      delete process.env['SEINE_URL']
      delete process.env['SEINE_KEY']
    })
    process.env['SEINE_URL'] = `${baseUrl}/v1/`
    process.env['SEINE_KEY'] = 'key-2'
    await new SeineClient().health()
    assert.deepEqual([seen[0]?.url, seen[0]?.headers.authorization], ['/v1/healthz', 'Bearer key-2'])
  })

  test('needs an address', () => {
    assert.throws(() => new SeineClient({ baseUrl: 'example.com' }), /baseUrl must be an http or https URL/)
  })

  test('a key or an address that cannot be used is refused without being repeated', () => {
    const baseUrl = 'http://127.0.0.1:1'
    const wrong: [options: { baseUrl: string; apiKey?: string }, message: RegExp][] = [
      [{ baseUrl, apiKey: 'secret\nkey' }, /apiKey must consist of visible ASCII characters/],
      [{ baseUrl, apiKey: 'secret-ä' }, /apiKey must consist/],
      [{ baseUrl: 'http://user:secret@127.0.0.1/' }, /must not contain a user or a password/],
      [{ baseUrl: 'http://127.0.0.1/?key=secret' }, /must not contain a query or a fragment/],
      [{ baseUrl: 'http://127.0.0.1/#secret' }, /must not contain a query or a fragment/],
      [{ baseUrl: 'http://secret host' }, /baseUrl must be an http or https URL/],
      [{ baseUrl: 'secret' }, /baseUrl must be an http or https URL/],
    ]
    for (const [options, message] of wrong) {
      assert.throws(
        () => new SeineClient(options),
        (error) => error instanceof TypeError && message.test(error.message) && !inspect(error).includes('secret'),
      )
    }
  })

  test('white space around a key, as at the end of a file, is not sent', async (t) => {
    const { client, seen } = await stubService(t, [json(200, {})], { apiKey: ' key-3\r\n' })
    await client.readKey()
    assert.equal(seen[0]?.headers.authorization, 'Bearer key-3')
  })

  test('a version becomes an If-Match header', async (t) => {
    const { client, seen } = await stubService(t, [json(200, {})])
    await client.replaceWatch('watch-1', { name: 'n', schedule: { every_seconds: 60 } }, { ifMatch: 3 })
    await client.deleteWatch('watch-1', { ifMatch: '*' })
    assert.deepEqual(
      seen.map(({ headers }) => headers['if-match']),
      ['"3"', '*'],
    )
  })

  test('hooks see requests and answers, without the key', async (t) => {
    const log: string[] = []
    const { client } = await stubService(t, [problem(503, 'engine_unavailable', { retry_after: 0 }), json(200, {})], {
      onRequest: (request) => log.push(`${request.try} ${inspect(request)}`),
      onResponse: ({ status, try: tries }) => log.push(`${tries} ${status}`),
    })
    await client.readCrawl('crawl-1')
    assert.deepEqual([log[1], log[3]], ['1 503', '2 200'])
    assert.doesNotMatch(log.join('\n'), /key-1/)
  })

  test('the key is in no print of the client', async (t) => {
    const { client } = await stubService(t, [json(200, {})])
    assert.doesNotMatch(inspect(client, { depth: 10, showHidden: true }) + JSON.stringify(client), /key-1/)
  })
})

describe('retries', () => {
  test('a start is repeated under one key after 429, 503 and a lost connection', async (t) => {
    const script = [problem(429, 'rate_limited', { retryable: true, retry_after: 0 }), cut, json(202, accepted)]
    const { client, seen } = await stubService(t, script)
    assert.equal((await client.startCrawl({ url: 'https://example.com/' })).id, 'crawl-1')
    const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']))
    assert.deepEqual([seen.length, keys.size], [3, 1])
  })

  test("the caller's own key is the one that is sent", async (t) => {
    const { client, seen } = await stubService(t, [json(202, accepted)])
    await client.startBatch({ urls: ['https://example.com/'] }, { idempotencyKey: 'order-17' })
    assert.equal(seen[0]?.headers['idempotency-key'], 'order-17')
  })

  test('the time in Retry-After is waited', async (t) => {
    const script = [problem(503, 'store_unavailable'), json(200, { status: 'crawling' })]
    const { client } = await stubService(t, [
      (response, request) => {
        response.setHeader('retry-after', '1')
        return script[0]!(response, request)
      },
      script[1]!,
    ])
    const began = performance.now()
    await client.readCrawl('crawl-1')
    assert.ok(performance.now() - began >= 1_000)
  })

  test('a longer wait than a minute is an error at once', async (t) => {
    const { client, seen } = await stubService(t, [problem(429, 'concurrency_limit_reached', { retry_after: 61 })])
    await assert.rejects(client.startCrawl({ url: 'https://example.com/' }), RateLimitError)
    assert.equal(seen.length, 1)
  })

  test('the service decides what is worth another try', async (t) => {
    const { client, seen } = await stubService(t, [problem(503, 'not_configured', { retryable: false })])
    await assert.rejects(client.readCrawl('crawl-1'), { name: 'NotConfiguredError', code: 'not_configured' })
    assert.equal(seen.length, 1)
  })

  test('a page is not loaded again after a lost connection, as it may have had effects', async (t) => {
    const { client, seen } = await stubService(t, [cut])
    await assert.rejects(client.scrape({ url: 'https://example.com/' }), ConnectionError)
    assert.equal(seen.length, 1)
  })

  test('a page is requested again when it was refused', async (t) => {
    const { client, seen } = await stubService(t, [
      problem(503, 'scrape_unavailable', { retry_after: 0 }),
      json(200, {}),
    ])
    await client.scrape({ url: 'https://example.com/' })
    assert.equal(seen.length, 2)
  })

  test('a free request is repeated after a lost connection when its method changes nothing, or under a key', async (t) => {
    const script = [cut, json(200, {})]
    const sentBy = async (method: string, idempotencyKey?: string): Promise<number> => {
      const { client, seen } = await stubService(t, script)
      const options = idempotencyKey === undefined ? {} : { idempotencyKey }
      await client.request(method, '/watches/watch-1', {}, options).catch(() => undefined)
      return seen.length
    }
    assert.deepEqual(await Promise.all(['GET', 'PUT', 'DELETE', 'POST'].map((method) => sentBy(method))), [2, 1, 1, 1])
    assert.equal(await sentBy('POST', 'order-17'), 2)
  })

  test('an answer that breaks off in the middle is read again', async (t) => {
    const half = (response: Parameters<typeof cut>[0]): void => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"status":"cr', () => response.destroy())
    }
    const { client, seen } = await stubService(t, [half, json(200, { status: 'crawling' })])
    assert.equal((await client.readCrawl('crawl-1')).status, 'crawling')
    assert.equal(seen.length, 2)
  })

  test('there are as many as requested', async (t) => {
    const { client, seen } = await stubService(t, [problem(503, 'engine_unavailable', { retry_after: 0 })])
    await assert.rejects(client.readCrawl('a', { maxRetries: 1 }), UnavailableError)
    assert.equal(seen.length, 2)
  })
})

describe('errors', () => {
  test('carry everything that the service says', async (t) => {
    const errors = [{ pointer: '/limit', code: 'validation_failed', message: 'must be >= 1' }]
    const { client } = await stubService(t, [problem(422, 'validation_failed', { errors, retryable: false })])
    const error: unknown = await client.startCrawl({ url: 'x' }).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof ValidationError && error instanceof ApiError)
    assert.deepEqual(
      [error.status, error.code, error.request_id, error.errors, error.message, error.retryable],
      [422, 'validation_failed', 'req-1', errors, 'about validation_failed', false],
    )
  })

  test('have a class for each family', async (t) => {
    const families = [
      [401, AuthenticationError],
      [404, NotFoundError],
      [413, ValidationError],
      [502, TargetError],
      [504, TargetError],
    ] as const
    for (const [status, ErrorClass] of families) {
      const { client } = await stubService(t, [problem(status, 'any', { retryable: false })])
      await assert.rejects(client.readCrawl('crawl-1'), ErrorClass)
    }
  })

  test('an answer of something else than the service is an error in words', async (t) => {
    const html = (status: number) => (response: Parameters<typeof cut>[0]) =>
      void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>')
    const { client } = await stubService(t, [html(404), html(200)])
    await assert.rejects(client.readCrawl('a'), { code: 'http_404', message: /404 without an explanation/ })
    await assert.rejects(client.readCrawl('a'), { code: 'unexpected_answer', message: /no JSON: text\/html/ })
  })

  test('a service that is not there', async () => {
    const client = new SeineClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 })
    await assert.rejects(client.version(), { name: 'ConnectionError', message: /^127\.0\.0\.1:1 could not be reached/ })
  })

  test('no answer in time', async (t) => {
    const { client } = await stubService(t, [() => undefined])
    await assert.rejects(client.version({ timeoutMs: 30, maxRetries: 0 }), TimeoutError)
  })

  test('a service that cannot serve is no error of the question', async (t) => {
    const { client } = await stubService(t, [json(503, { status: 'not_ready' })])
    assert.equal((await client.readiness()).status, 'not_ready')
  })

  test('an aborted call rejects with the reason', async (t) => {
    const abort = new AbortController()
    const { client } = await stubService(t, [() => abort.abort(new Error('enough'))])
    await assert.rejects(client.version({ signal: abort.signal }), { message: 'enough' })
  })

  test('an abort ends the pause before the next try', async (t) => {
    const abort = new AbortController()
    const { client, seen } = await stubService(t, [problem(503, 'engine_unavailable', { retry_after: 30 })], {
      onResponse: () => void setTimeout(() => abort.abort(), 20),
    })
    await assert.rejects(client.version({ signal: abort.signal }), { name: 'AbortError' })
    assert.equal(seen.length, 1)
  })

  test('a call that is aborted before it begins sends nothing', async (t) => {
    const { client, seen } = await stubService(t, [json(200, {})])
    await assert.rejects(client.version({ signal: AbortSignal.abort() }), { name: 'AbortError' })
    assert.equal(seen.length, 0)
  })
})

test('the version is that of the package and of the service', () => {
  for (const folder of ['..', '../../..']) {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, folder, 'package.json'), 'utf8')) as {
      version: string
    }
    assert.equal(version, clientVersion)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { EngineRefusedError, JobEngineUnavailableError } from './engine/job-engine.ts'
import { inputOf, lifecycleView, newJobId, putJob, putRecord } from './testing/fake-ports.ts'
import { testGateway, type Answer } from './testing/test-gateway.ts'

const json = { 'content-type': 'application/json' }

function assertProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
  const { body } = answer
  assert.equal(body['code'], code)
  assert.equal(body['status'], status)
  assert.equal(body['success'], false)
  assert.equal(body['type'], `https://seine.invalid/problems/${code}`)
  assert.ok(typeof body['detail'] === 'string' && body['detail'] !== '')
  assert.equal(body['message'], body['detail'])
  assert.equal(body['error'], body['detail'])
  assert.equal(body['request_id'], answer.headers.get('x-request-id'))
  assert.equal(typeof body['retryable'], 'boolean')
}

test('a crawl is accepted: the input object is written, then the workflow started', async (t) => {
  const { start, engine, store } = await testGateway(t)
  const answer = await start({ url: 'https://e.com/docs/#a', limit: 5 }, { headers: { 'x-request-id': 'mine' } })
  assert.equal(answer.status, 202, answer.text)
  const { id, runId, ...rest } = answer.body
  assert.ok(typeof id === 'string' && isJobId('crawl', id))
  assert.ok(typeof runId === 'string' && runId !== '')
  assert.deepEqual(rest, { success: true, url: `/crawl/${id}`, workflowId: id, request_id: 'mine' })
  assert.equal(answer.headers.get('location'), `/crawl/${id}`)
  const written = inputOf(store, id) as CrawlJobInput
  assert.equal(written.tenant, 'acme')
  assert.equal(written.requestId, 'mine')
  assert.equal(written.url, 'https://e.com/docs/')
  assert.deepEqual(engine.started, [written])
})

test('the routes are there under /v1 too', async (t) => {
  const { call, engine, start } = await testGateway(t)
  const id = newJobId()
  putJob(engine, id, lifecycleView(), null)
  assert.equal((await call('GET', `/v1/crawl/${id}`)).status, 200)
  assert.equal((await start({})).status, 422)
  const answer = await call('POST', '/v1/crawl', { headers: json, body: '{"url":"https://e.com/"}' })
  assert.equal(answer.status, 202)
  assert.match(answer.headers.get('location') ?? '', /^\/v1\/crawl\/crawl-/)
})

test('an invalid request starts nothing and lists every problem', async (t) => {
  const { start, engine, store } = await testGateway(t)
  const answer = await start({ url: 'nope', limit: 0, include_paths: [] })
  assertProblem(answer, 422, 'validation_failed')
  const errors = answer.body['errors'] as { pointer: string }[]
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/include_paths', '/limit', '/url'])
  assert.deepEqual(engine.started, [])
  assert.equal(store.objects.size, 0)
})

test('crawls and watches take the limit that the operator allows', async (t) => {
  const { call, engine } = await testGateway(t, { environment: { SEINE_CRAWL_LIMIT_MAX: '50000' } })
  const send = async (path: string, body: object) =>
    await call('POST', path, { headers: json, body: JSON.stringify(body) })
  const crawl = (limit: number) => ({ url: 'https://e.com/', limit })
  const watch = (limit: number) => ({ name: 'a', schedule: { every_seconds: 3_600 }, crawl: crawl(limit) })
  const accepted = await send('/crawl', crawl(50_000))
  assert.deepEqual([accepted.status, engine.started[0]?.limit], [202, 50_000])
  assert.equal((await send('/watches', watch(50_000))).status, 201)
  for (const [path, body, name] of [
    ['/crawl', crawl(50_001), 'limit'],
    ['/watches', watch(50_001), 'crawl.limit'],
  ] as const) {
    const answer = await send(path, body)
    assertProblem(answer, 422, 'validation_failed')
    assert.equal(answer.body['detail'], `\`${name}\` must be an integer from 1 to 50000, got 50001`)
  }
  const batch = await send('/batch/scrape', { urls: ['https://e.com/'], limit: 10_001 })
  assertProblem(batch, 422, 'validation_failed')
})

test('a prompt without a language model is refused when it is submitted', async (t) => {
  const { start, startBatch, scrape } = await testGateway(t)
  const url = 'https://e.com/'
  const wish = { prompt: 'the price', schema: { price: 'number' } }
  for (const answer of [
    await start({ url, output: ['json'], scrape: wish }),
    await startBatch({ urls: [url], output: ['json'], ...wish }),
    await scrape({ url, output: ['json'], ...wish }),
  ]) {
    assertProblem(answer, 503, 'not_configured')
    assert.equal(answer.body['retryable'], false)
  }
})

test('a prompt is taken where there is a language model', async (t) => {
  const { start } = await testGateway(t, { model: true })
  const answer = await start({ url: 'https://e.com/', output: ['json'], scrape: { prompt: 'the price' } })
  assert.equal(answer.status, 202, answer.text)
})

test('a status is read and a job is cancelled by its id', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId()
  putRecord(store, id)
  const read = await call('GET', `/crawl/${id}`)
  assert.equal(read.body['status'], 'completed')
  assert.equal(read.body['request_id'], read.headers.get('x-request-id'))
  const cancelled = await call('DELETE', `/crawl/${id}`)
  assert.deepEqual(cancelled.body, {
    success: true,
    id,
    status: 'completed',
    request_id: cancelled.headers.get('x-request-id'),
  })
})

test('a foreign job and an unknown one answer the same 404', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId()
  putRecord(store, id)
  const answers = await Promise.all([
    call('GET', `/crawl/${id}`, { key: 'other-key' }),
    call('GET', `/crawl/${newJobId()}`),
    call('GET', '/crawl/nonsense'),
    call('DELETE', `/crawl/${id}`, { key: 'other-key' }),
  ])
  const bodies = answers.map(({ body: { request_id: _id, instance: _instance, ...rest } }) => rest)
  for (const answer of answers) assertProblem(answer, 404, 'job_not_found')
  for (const body of bodies) assert.deepEqual(body, bodies[0])
})

test('unknown paths and broken percent-encoding are 404 in JSON', async (t) => {
  const { call } = await testGateway(t)
  assertProblem(await call('GET', '/nothing'), 404, 'not_found')
  assertProblem(await call('GET', '/CRAWL/x', { key: null }), 404, 'not_found')
  assertProblem(await call('GET', '/crawl/%zz'), 404, 'not_found')
})

test('a known path with another method is 405 and names what it takes', async (t) => {
  const { call } = await testGateway(t)
  const answer = await call('PUT', `/crawl/${newJobId()}`)
  assertProblem(answer, 405, 'method_not_allowed')
  assert.equal(answer.headers.get('allow'), 'GET, HEAD, DELETE')
  assert.equal((await call('GET', '/crawl')).headers.get('allow'), 'POST')
  assert.equal((await call('POST', '/v1/healthz', { key: null })).headers.get('allow'), 'GET, HEAD')
})

test('a body must be JSON, well formed, and within the limit', async (t) => {
  const { call, engine } = await testGateway(t)
  const send = (headers: Record<string, string>, body?: string) =>
    call('POST', '/crawl', body === undefined ? { headers } : { headers, body })
  assertProblem(await send({ 'content-type': 'text/plain' }, '{"url":"https://e.com/"}'), 415, 'unsupported_media_type')
  assertProblem(await send({}), 415, 'unsupported_media_type')
  assertProblem(
    await send({ 'content-type': 'application/json; charset=latin-9' }, '{}'),
    415,
    'unsupported_media_type',
  )
  assertProblem(await send({ ...json, 'content-encoding': 'compress' }, '{}'), 415, 'unsupported_media_type')
  assertProblem(await send(json, '{"url":'), 400, 'malformed_json')
  assertProblem(await send(json), 400, 'malformed_json')
  assertProblem(await send(json, '5'), 422, 'validation_failed')
  assertProblem(await send(json, JSON.stringify({ url: 'x'.repeat(300_000) })), 413, 'body_too_large')
  assert.deepEqual(engine.started, [])
})

test('JSON media types with parameters or a suffix are JSON', async (t) => {
  const { call } = await testGateway(t)
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.seine+json']) {
    const answer = await call('POST', '/crawl', { headers: { 'content-type': type }, body: '{"url":"https://e.com/"}' })
    assert.equal(answer.status, 202, type)
  }
})

test('while a service is unavailable the answer is 503 with Retry-After, and never 500', async (t) => {
  const { call, start, engine, store } = await testGateway(t)
  const id = newJobId()
  engine.fault = new JobEngineUnavailableError('away')
  for (const answer of [
    await start({ url: 'https://e.com/' }),
    await call('GET', `/crawl/${id}`),
    await call('DELETE', `/crawl/${id}`),
  ]) {
    assertProblem(answer, 503, 'workflow_service_unavailable')
    assert.equal(answer.body['retryable'], true)
    assert.equal(answer.headers.get('retry-after'), String(answer.body['retry_after']))
  }
  engine.fault = null
  store.fault = new StoreUnavailableError('away')
  for (const answer of [
    await start({ url: 'https://e.com/' }),
    await call('GET', `/crawl/${id}`),
    await call('DELETE', `/crawl/${id}`),
  ]) {
    assertProblem(answer, 503, 'result_store_unavailable')
    assert.ok(answer.headers.get('retry-after'))
  }
  assert.deepEqual(engine.started, [])
})

test('a crawl reports its labels, where it has any and they can be read', async (t) => {
  const { start, call, store } = await testGateway(t)
  const statusOf = async (id: unknown) => (await call('GET', `/crawl/${String(id)}`)).body
  const { id } = (await start({ url: 'https://e.com/', scrape: { tag: ['a', 'b'] } })).body
  assert.deepEqual((await statusOf(id))['tag'], ['a', 'b'])
  const { id: plain } = (await start({ url: 'https://e.com/' })).body
  assert.ok(!('tag' in (await statusOf(plain))))
  const { id: unread } = (await start({ url: 'https://e.com/', scrape: { tag: 'c' } })).body
  store.fault = new StoreUnavailableError('away')
  assert.ok(!('tag' in (await statusOf(unread))))
  assert.deepEqual((await statusOf(id))['tag'], ['a', 'b'])
})

test('a running job is readable while the store is unavailable', async (t) => {
  const { call, engine, store } = await testGateway(t)
  const id = newJobId()
  putJob(engine, id, lifecycleView(), null)
  store.fault = new StoreUnavailableError('away')
  assert.equal((await call('GET', `/crawl/${id}`)).status, 200)
})

test('an engine without its search attributes is distinguished from an unavailable one', async (t) => {
  const { start, engine } = await testGateway(t)
  engine.fault = new EngineRefusedError('search attributes are missing')
  const answer = await start({ url: 'https://e.com/' })
  assertProblem(answer, 503, 'not_configured')
  assert.equal(answer.body['retryable'], false)
  assert.equal(answer.headers.get('retry-after'), null)
})

test('a fault of ours is 500 without details, and logged with them', async (t) => {
  const { call, engine, log } = await testGateway(t)
  engine.fault = new TypeError('c4n4ry is not a function')
  const answer = await call('GET', `/crawl/${newJobId()}`)
  assertProblem(answer, 500, 'internal_error')
  assert.ok(!answer.text.includes('c4n4ry'))
  const line = log.find((each) => each['code'] === 'internal_error')
  assert.equal(line?.['requestId'], answer.body['request_id'])
  assert.ok(JSON.stringify(line).includes('c4n4ry'))
})

test('requests are logged with their id and caller, without keys, bodies and queries', async (t) => {
  const { start, call, log } = await testGateway(t)
  await start({ url: 'https://e.com/c4n4ry' }, { headers: { 'x-request-id': 'log-me' } })
  await call('GET', '/crawl/x?token=c4n4ry')
  const lineOf = () => log.find((each) => each['requestId'] === 'log-me' && each['msg'] === 'request')
  // The line is written after the response has been sent, so the client may see the response first.
  while (lineOf() === undefined) await new Promise((resolve) => setImmediate(resolve))
  const line = lineOf()
  assert.equal(line?.['status'], 202)
  assert.equal(line?.['route'], 'startCrawl')
  assert.equal(line?.['tenant'], 'acme')
  assert.equal(line?.['keyId'], 'id-acme-key')
  const all = JSON.stringify(log)
  assert.ok(!all.includes('c4n4ry') && !all.includes('"acme-key"') && !all.includes('Bearer'))
})

test('the routes about the process need no key', async (t) => {
  const { call, engine, readiness } = await testGateway(t)
  assert.equal((await call('GET', '/healthz', { key: null })).body['status'], 'ok')
  assert.equal((await call('GET', '/version', { key: null })).body['version'], '0.0.0-test')
  assert.equal((await call('GET', '/openapi.json', { key: null })).body['openapi'], '3.1.0')
  assert.equal((await call('GET', '/readyz', { key: null })).body['status'], 'ready')
  readiness.stopAccepting()
  const closing = await call('GET', '/readyz', { key: null })
  assert.equal(closing.status, 503)
  assert.deepEqual(closing.body['checks'], {
    workflowService: 'ok',
    resultStore: 'ok',
    browserWorkers: 'not_configured',
    scrapeWorkers: 'not_configured',
    accepting: false,
  })
  engine.fault = new JobEngineUnavailableError('away')
  assert.equal((await call('GET', '/healthz', { key: null })).status, 200)
})

test('answers are neither cached nor sniffed', async (t) => {
  const { call } = await testGateway(t)
  const { headers } = await call('GET', '/version')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-powered-by'), null)
})

test('a conditional request is answered in full: no answer has a validator', async (t) => {
  const { call } = await testGateway(t)
  // Without `Cache-Control: max-age`, `fetch` adds `no-cache` to the request.
  const headers = { 'If-None-Match': '*', 'Cache-Control': 'max-age=60' }
  for (const path of ['/version', '/docs', '/openapi.json']) {
    assert.equal((await call('GET', path, { headers })).status, 200, path)
  }
})

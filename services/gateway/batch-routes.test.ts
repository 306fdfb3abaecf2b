import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BatchJobInput } from '@seine/shared/tasks/job-input.ts'
import { batchUrlsKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { JobEngineUnavailableError } from './engine/job-engine.ts'
import { inputOf, lifecycleView, newJobId, putJob, putRecord, runView } from './testing/fake-ports.ts'
import { testGateway } from './testing/test-gateway.ts'

const urls = ['https://e.com/a', 'https://e.com/b#part', 'https://e.com/a']
const under = (key: string) => ({ headers: { 'idempotency-key': key } })

test('a batch is accepted: input and list are written, then the workflow started', async (t) => {
  const { startBatch, engine, store } = await testGateway(t)
  const answer = await startBatch({ urls, tag: 'mine' })
  assert.equal(answer.status, 202, answer.text)
  const id = String(answer.body['id'])
  assert.ok(isJobId('batch', id), id)
  assert.equal(answer.body['url'], `/batch/scrape/${id}`)
  assert.equal(answer.body['workflowId'], id)
  assert.equal(answer.headers.get('location'), `/batch/scrape/${id}`)
  const written = inputOf(store, id) as BatchJobInput
  assert.deepEqual([written.kind, written.lines, written.tag], ['batch', 3, ['mine']])
  assert.deepEqual(JSON.parse(store.objects.get(batchUrlsKey({ tenant: 'acme', id })) ?? ''), urls)
  assert.deepEqual(engine.started, [written])
})

test('a batch of 10,000 long URLs is accepted', async (t) => {
  const { startBatch } = await testGateway(t)
  const many = Array.from({ length: 10_000 }, (_, at) => `https://e.com/${at}?${'q'.repeat(2_000)}`)
  assert.equal((await startBatch({ urls: many })).status, 202)
})

test('a repeated batch is answered as the first was, another list under its key is refused', async (t) => {
  const { startBatch, start, engine } = await testGateway(t)
  const first = await startBatch({ urls }, under('k'))
  const again = await startBatch({ urls }, under('k'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body['id'], first.body['id'])
  assert.equal(again.body['runId'], first.body['runId'])
  const other = await startBatch({ urls: urls.toReversed().with(0, 'https://e.com/c') }, under('k'))
  assert.deepEqual([other.status, other.body['code']], [422, 'idempotency_key_reused'])
  // A crawl under the same idempotency key is a separate job.
  assert.equal((await start({ url: urls[0] }, under('k'))).status, 202)
  assert.equal(engine.started.length, 2)
})

test('a batch that died between input, list and workflow is completed by its repeat', async (t) => {
  const { startBatch, engine, store } = await testGateway(t)
  const put = store.put.bind(store)
  store.put = async () => {
    throw new StoreUnavailableError('away')
  }
  assert.equal((await startBatch({ urls }, under('k'))).body['code'], 'result_store_unavailable')
  assert.deepEqual(engine.started, [])
  store.put = put
  const again = await startBatch({ urls }, under('k'))
  assert.equal(again.status, 202, again.text)
  assert.equal(again.headers.get('idempotent-replayed'), null)
  assert.deepEqual(
    JSON.parse(store.objects.get(batchUrlsKey({ tenant: 'acme', id: String(again.body['id']) })) ?? ''),
    urls,
  )
  assert.equal(engine.started.length, 1)
})

test('a batch that is wrong is refused with every problem, and nothing is written', async (t) => {
  const { startBatch, engine, store } = await testGateway(t)
  const answer = await startBatch({ urls: ['https://e.com/', 'nonsense', 'http://127.0.0.1/'], limit: 0, nope: 1 })
  assert.equal(answer.status, 422)
  const pointers = (answer.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer)
  assert.deepEqual(pointers.toSorted(), ['/limit', '/nope', '/urls/1', '/urls/2'])
  for (const body of [{}, { urls: [] }, { urls: 'https://e.com/' }, [], { urls, limit: 2 }]) {
    assert.equal((await startBatch(body)).status, 422, JSON.stringify(body))
  }
  assert.deepEqual(engine.started, [])
  assert.equal(store.objects.size, 0)
})

test('a crawl does not accept a body as large as a batch may have, and no route accepts more', async (t) => {
  const { start, startBatch } = await testGateway(t)
  const large = 'x'.repeat(300_000)
  assert.equal((await start({ url: large })).status, 413)
  assert.equal((await startBatch({ urls: [large] })).status, 422)
  assert.equal((await startBatch({ urls: ['x'.repeat(24 * 1024 * 1024)] })).status, 413)
})

test('a batch that was just started waits with all its lines, and reports its labels', async (t) => {
  const { startBatch, call, store } = await testGateway(t)
  const id = String((await startBatch({ urls, tag: ['a', 'b'], limit: 7 })).body['id'])
  const { body } = await call('GET', `/batch/scrape/${id}`)
  const { request_id: _id, duration: _duration, createdAt: _createdAt, ...rest } = body
  assert.deepEqual(rest, {
    success: true,
    id,
    status: 'scraping',
    paused: false,
    limit: 7,
    total: 0,
    completed: 0,
    failed: 0,
    pending: 3,
    inFlight: 0,
    stalls: 0,
    completedAt: null,
    url: 'https://e.com/a',
    currentUrl: null,
    expiresAt: null,
    warnings: [],
    s3PresignedUrls: null,
    partialS3PresignedUrls: null,
    error: null,
    tag: ['a', 'b'],
    retryOf: null,
    deliveries: [],
  })
  // After the first read, the labels are cached and need no store.
  store.fault = new StoreUnavailableError('away')
  assert.equal((await call('GET', `/batch/scrape/${id}`)).status, 200)
})

test('a finished batch answers from its record, with links to JSON lines', async (t) => {
  const { call, store } = await testGateway(t)
  const id = newJobId('batch')
  putRecord(store, id, { kind: 'batch', tag: ['x'], archives: { html: `jobs/${id}/archive/html.jsonl` } })
  const { status, body } = await call('GET', `/batch/scrape/${id}`)
  assert.equal(status, 200)
  assert.deepEqual([body['status'], body['total'], body['tag'], body['error']], ['completed', 3, ['x'], null])
  assert.equal(body['partialS3PresignedUrls'], null)
  const link = new URL((body['s3PresignedUrls'] as Record<string, string>)['html'] ?? '')
  assert.equal(link.searchParams.get('fileName'), 'batch-html.jsonl')
  assert.equal(link.searchParams.get('contentType'), 'application/x-ndjson')
  assert.equal((await call('DELETE', `/batch/scrape/${id}`)).body['status'], 'completed')
})

test('a running batch is cancelled', async (t) => {
  const { startBatch, call, engine } = await testGateway(t)
  const id = String((await startBatch({ urls })).body['id'])
  engine.onCancel = () => {
    putJob(engine, id, lifecycleView({ state: 'cancelled', closedAt: new Date() }), null)
  }
  const { status, body } = await call('DELETE', `/batch/scrape/${id}`)
  assert.deepEqual([status, body['status'], body['id']], [200, 'cancelled', id])
  assert.deepEqual(engine.cancelled, [id])
})

test('a batch that closed without a record keeps its labels', async (t) => {
  const { startBatch, call, engine } = await testGateway(t)
  const id = String((await startBatch({ urls, tag: 'kept' })).body['id'])
  const counters = { total: 2, completed: 1, failed: 0, pending: 1 }
  const lifecycle = lifecycleView({ state: 'terminated', closedAt: new Date() })
  putJob(engine, id, lifecycle, runView(counters, { state: 'terminated' }))
  const { body } = await call('GET', `/batch/scrape/${id}`)
  assert.deepEqual([body['status'], body['total'], body['failed'], body['tag']], ['failed', 2, 1, ['kept']])
})

test('jobs of another tenant or of the other kind are not found on any route', async (t) => {
  const { start, startBatch, call, engine } = await testGateway(t)
  const crawl = String((await start({ url: 'https://e.com/' })).body['id'])
  const batch = String((await startBatch({ urls })).body['id'])
  const other = { key: 'other-key' }
  const answers = await Promise.all([
    call('GET', `/batch/scrape/${batch}`, other),
    call('DELETE', `/batch/scrape/${batch}`, other),
    call('GET', `/batch/scrape/${batch}/urls`, other),
    call('GET', `/crawl/${crawl}/urls`, other),
    call('GET', `/crawl/${batch}`),
    call('DELETE', `/crawl/${batch}`),
    call('GET', `/crawl/${batch}/urls`),
    call('GET', `/batch/scrape/${crawl}`),
    call('DELETE', `/batch/scrape/${crawl}`),
    call('GET', `/batch/scrape/${crawl}/urls`),
    call('GET', `/batch/scrape/${newJobId('batch')}`),
    call('GET', `/batch/scrape/${newJobId('batch')}/urls`),
    call('GET', '/batch/scrape/nonsense/urls'),
  ])
  const bodies = answers.map(({ body: { request_id: _id, instance: _instance, ...rest } }) => rest)
  for (const body of bodies) assert.deepEqual(body, bodies[0])
  assert.deepEqual([bodies[0]?.['status'], bodies[0]?.['code']], [404, 'job_not_found'])
  assert.deepEqual(engine.cancelled, [])
})

test('the routes of a batch need a key, and are there under /v1 too', async (t) => {
  const { call, startBatch } = await testGateway(t)
  const id = String((await startBatch({ urls })).body['id'])
  const keyless = { key: null }
  for (const [method, path] of [
    ['POST', '/batch/scrape'],
    ['GET', '/batch/scrape/active'],
    ['GET', `/batch/scrape/${id}`],
    ['GET', `/batch/scrape/${id}/urls`],
    ['DELETE', `/batch/scrape/${id}`],
    ['GET', '/crawl/active'],
    ['GET', `/crawl/${id}/urls`],
  ] as const) {
    assert.equal((await call(method, path, keyless)).status, 401, path)
  }
  assert.equal((await call('GET', `/v1/batch/scrape/${id}`)).status, 200)
  assert.equal((await call('GET', '/v1/batch/scrape/active')).status, 200)
})

test('a batch cannot be started while a service is unavailable', async (t) => {
  const { startBatch, engine } = await testGateway(t)
  engine.fault = new JobEngineUnavailableError('away')
  const answer = await startBatch({ urls })
  assert.deepEqual([answer.status, answer.body['code']], [503, 'workflow_service_unavailable'])
  assert.ok(answer.headers.get('retry-after'))
})

test('a job whose pages need a browser is refused where there is no browser worker', async (t) => {
  const without = await testGateway(t)
  for (const answer of [
    await without.startBatch({ urls, jsRender: true }),
    await without.start({ url: urls[0], output: ['screenshot'] }),
  ]) {
    assert.deepEqual([answer.status, answer.body['code']], [503, 'browser_unavailable'])
  }
  assert.deepEqual(without.engine.started, [])
  const { startBatch } = await testGateway(t, { workers: ['http://127.0.0.1:1'] })
  assert.equal((await startBatch({ urls, jsRender: true })).status, 202)
})

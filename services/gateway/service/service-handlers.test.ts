import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { testGateway } from '../testing/test-gateway.ts'

/** A worker that answers its probes. */
async function worker(t: TestContext, isReady: boolean): Promise<string> {
  const server = createServer((request, response) => {
    const isPressure = request.url === '/pressure'
    const body = isPressure
      ? { running: 3, queued: 1, capacity: 8, version: '1.2.3', firstPages: { total: 20, bad: 1 } }
      : { problems: isReady ? [] : ['the worker is shutting down'] }
    response.writeHead(isPressure || isReady ? 200 : 503).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a key reads what it is, what it may use, and what it uses', async (t) => {
  const { call, start } = await testGateway(t, { quotas: { starts_per_minute: 7, concurrent_jobs: 3 }, streamsMax: 5 })
  assert.equal((await start({ url: 'https://example.com/' })).status, 202)
  const { status, body } = await call('GET', '/key')
  assert.equal(status, 200)
  const { request_id: _requestId, ...facts } = body
  assert.deepEqual(facts, {
    key_id: 'id-acme-key',
    tenant: 'acme',
    operator: false,
    quotas: {
      starts_per_minute: 7,
      reads_per_minute: 300_000,
      calls_per_minute: 6_000,
      concurrent_jobs: 3,
      streams: 5,
      watches: watchLimits.perKeyMax,
    },
    usage: {
      starts_per_minute: 1,
      reads_per_minute: 1,
      calls_per_minute: 0,
      concurrent_jobs: 1,
      streams: 0,
      watches: 0,
    },
  })
  assert.equal((await call('GET', '/v1/key', { key: 'operator-key' })).body['operator'], true)
  assert.equal((await call('GET', '/key', { key: null })).status, 401)
})

test('a watch counts for the key that made it', async (t) => {
  const { call } = await testGateway(t)
  const watch = { name: 'Prices', crawl: { url: 'https://example.com/' }, schedule: { every_seconds: 3_600 } }
  const headers = { 'content-type': 'application/json' }
  assert.equal((await call('POST', '/watches', { headers, body: JSON.stringify(watch) })).status, 201)
  const usageOf = async (key: string) => (await call('GET', '/key', { key })).body['usage'] as Record<string, number>
  assert.equal((await usageOf('acme-key'))['watches'], 1)
  assert.equal((await usageOf('other-key'))['watches'], 0)
})

test('a tenant sees itself and nothing of the service', async (t) => {
  const { call, serviceEngine } = await testGateway(t, { scrapers: [await worker(t, true)] })
  serviceEngine.jobs.set('acme', { crawl: 2, batch_scrape: 0 }).set('other', { crawl: 5, batch_scrape: 4 })
  const { status, body, text } = await call('GET', '/service')
  assert.equal(status, 200)
  assert.equal(body['scope'], 'tenant')
  assert.deepEqual(body['running'], { crawl: 2, batch_scrape: 0 })
  assert.deepEqual(body['failures'], [])
  for (const name of ['tenants', 'processes', 'queues', 'service_levels', 'temporal_ui'])
    assert.equal(body[name], null, name)
  assert.doesNotMatch(text, /other/)
})

test('an operator sees all tenants, processes and queues', async (t) => {
  const [well, leaving] = [await worker(t, true), await worker(t, false)]
  const away = 'http://127.0.0.1:1'
  const { call, serviceEngine } = await testGateway(t, { scrapers: [well, away], workers: [leaving] })
  serviceEngine.jobs.set('acme', { crawl: 2, batch_scrape: 0 }).set('other', { crawl: 5, batch_scrape: 4 })
  const queue = { name: 'seine-pages', tasks: 'activities' as const, backlog: 9, oldest_seconds: 1.5, workers: 2 }
  serviceEngine.described.push(queue)
  const { status, body } = await call('GET', '/service', { key: 'operator-key' })
  assert.equal(status, 200)
  assert.equal(body['scope'], 'all')
  assert.deepEqual(body['running'], { crawl: 7, batch_scrape: 4 })
  const tenants = body['tenants'] as { tenant: string; running: unknown }[]
  assert.deepEqual(
    tenants.map(({ tenant }) => tenant),
    ['acme', 'operations', 'other'],
  )
  assert.deepEqual(tenants[2]?.running, { crawl: 5, batch_scrape: 4 })
  assert.deepEqual(body['queues'], [queue])
  assert.equal(body['temporal_ui'], 'http://temporal.test:8233')
  const levels = body['service_levels'] as { name: string; status: string }[]
  assert.deepEqual(
    levels.map(({ name, status: state }) => [name, state]),
    [
      ['api_availability', 'no_data'],
      ['job_start', 'no_data'],
      ['api_latency', 'no_data'],
      ['first_page', 'met'],
      ['job_completion', 'no_data'],
      ['capture_success', 'no_data'],
    ],
  )
  const processes = body['processes'] as { kind: string; address: string; status: string }[]
  assert.deepEqual(processes.slice(1), [
    {
      kind: 'scrape_worker',
      address: new URL(well).host,
      version: '1.2.3',
      status: 'ready',
      problem: null,
      slots: { used: 3, waiting: 1, capacity: 8 },
    },
    { kind: 'scrape_worker', address: '127.0.0.1:1', version: null, status: 'unavailable', problem: null, slots: null },
    {
      kind: 'browser_worker',
      address: new URL(leaving).host,
      version: '1.2.3',
      status: 'not_ready',
      problem: 'the worker is shutting down',
      slots: { used: 3, waiting: 1, capacity: 8 },
    },
  ])
  assert.deepEqual([processes[0]?.kind, processes[0]?.status], ['gateway', 'ready'])
})

test('parts that do not answer are null, and the rest is there', async (t) => {
  const { call, serviceEngine, sessionObjects, watchObjects, engine } = await testGateway(t)
  serviceEngine.fault = new Error('Temporal does not answer')
  engine.fault = serviceEngine.fault
  sessionObjects.down = true
  watchObjects.down = true
  const { status, body } = await call('GET', '/service', { key: 'operator-key' })
  assert.equal(status, 200)
  assert.equal(body['workflow_service'], 'unavailable')
  for (const name of ['running', 'pages', 'failures', 'quotas', 'usage', 'queues']) assert.equal(body[name], null, name)
  assert.equal((body['processes'] as unknown[]).length, 1)
  assert.equal((await call('GET', '/key')).status, 503)
})

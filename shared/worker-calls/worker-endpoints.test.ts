import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workerCallLimits } from '../config/browser-limits.ts'
import { readWorkerUrls, WorkerEndpoints, WorkerUrlError } from './worker-endpoints.ts'

test('the setting is a list of base URLs', () => {
  assert.deepEqual(readWorkerUrls('SEINE_SCRAPE_WORKERS', ''), [])
  const urls = readWorkerUrls('SEINE_SCRAPE_WORKERS', ' http://127.0.0.1:8430 , https://workers.example/base/,')
  assert.deepEqual(
    urls.map(({ href }) => href),
    ['http://127.0.0.1:8430/', 'https://workers.example/base/'],
  )
  for (const wrong of ['127.0.0.1:8430', 'ftp://a/', 'http://', 'http://a/?b', 'http://user@a/', 'http://a/,b']) {
    assert.throws(() => readWorkerUrls('SEINE_SCRAPE_WORKERS', wrong), WorkerUrlError, wrong)
  }
})

test('a literal address is not looked up', async () => {
  const endpoints = new WorkerEndpoints(
    readWorkerUrls('SEINE_SCRAPE_WORKERS', 'http://127.0.0.1:1,http://[::1]:2/base/'),
    () => {
      throw new Error('looked up')
    },
  )
  assert.deepEqual(await endpoints.read(), [
    { key: 'http://127.0.0.1:1 127.0.0.1', base: 'http://127.0.0.1:1', address: '127.0.0.1' },
    { key: 'http://[::1]:2/base ::1', base: 'http://[::1]:2/base', address: '::1' },
  ])
})

test('a name stands for all its addresses, each once', async () => {
  const lookup = async () => await Promise.resolve(['10.0.0.1', '10.0.0.2', '10.0.0.1'])
  const endpoints = new WorkerEndpoints(readWorkerUrls('SEINE_SCRAPE_WORKERS', 'http://pods:1,http://pods:1'), lookup)
  assert.deepEqual(
    (await endpoints.read()).map(({ address }) => address),
    ['10.0.0.1', '10.0.0.2'],
  )
  assert.equal(endpoints.configured, true)
  assert.equal(new WorkerEndpoints([]).configured, false)
})

test('addresses are looked up once in a while, by all who ask at once; the last ones stand in for a lookup that fails', async (t) => {
  let clockMs = 1_000
  t.mock.method(performance, 'now', () => clockMs)
  let answer: string[] | null = ['10.0.0.1']
  let lookups = 0
  const endpoints = new WorkerEndpoints(readWorkerUrls('SEINE_SCRAPE_WORKERS', 'http://pods:1'), async () => {
    lookups += 1
    return await (answer === null ? Promise.reject(new Error('no name server')) : Promise.resolve(answer))
  })
  const addresses = async (): Promise<string[]> => (await endpoints.read()).map(({ address }) => address)
  assert.deepEqual(await Promise.all([addresses(), addresses()]), [['10.0.0.1'], ['10.0.0.1']])
  assert.equal(lookups, 1)
  answer = ['10.0.0.2']
  assert.deepEqual(await addresses(), ['10.0.0.1'])
  clockMs += workerCallLimits.endpointsTtlMs
  assert.deepEqual(await addresses(), ['10.0.0.2'])
  answer = null
  clockMs += workerCallLimits.endpointsTtlMs
  assert.deepEqual(await addresses(), ['10.0.0.2'])
  assert.equal(lookups, 3)
})

test('a name server that does not answer delays no call', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { promise, resolve } = Promise.withResolvers<string[]>()
  const endpoints = new WorkerEndpoints(
    readWorkerUrls('SEINE_SCRAPE_WORKERS', 'http://pods:1'),
    async () => await promise,
  )
  const addresses = async (): Promise<string[]> => (await endpoints.read()).map(({ address }) => address)
  const held = addresses()
  t.mock.timers.tick(workerCallLimits.lookupTimeoutMs)
  assert.deepEqual(await held, [])
  resolve(['10.0.0.1'])
  t.mock.method(performance, 'now', () => workerCallLimits.endpointsTtlMs * 1_000_000)
  assert.deepEqual(await addresses(), ['10.0.0.1'])
})

test('where services show certificates to each other, a URL without TLS is refused by name', () => {
  const read = (setting: string) => readWorkerUrls('SEINE_SCRAPE_WORKERS', setting, true)
  assert.equal(read('https://workers:8440')[0]?.protocol, 'https:')
  assert.throws(
    () => read('https://workers:8440,http://workers:8441'),
    /SEINE_SCRAPE_WORKERS: "http:\/\/workers:8441" must begin with https/,
  )
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { answering, fakeWorker, problemAnswer } from '../testing/fake-worker.ts'
import { testGateway } from '../testing/test-gateway.ts'

const url = 'https://e.com/'
const sealing = () => readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })

/** Every way in which a request can pin a proxy or a country. */
const pinned: [path: string, body: object][] = [
  ['/crawl', { url, scrape: { proxy_strategy: 'premium' } }],
  ['/crawl', { url, scrapeOptions: { proxyStrategy: 'premium' } }],
  ['/crawl', { url, scrape: { override_parameter: { proxy: 'premium' } } }],
  ['/crawl', { url, scrape: { geolocation: 'DE' } }],
  ['/batch/scrape', { urls: [url], proxyStrategy: 'premium' }],
  ['/batch/scrape', { urls: [url], overrideParameter: { proxy: 'premium' } }],
  ['/sessions', { domain: 'e.com', playbook: { proxy_strategy: 'premium' } }],
]

const post = (body: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('a proxy that is not configured is refused when it is requested, and nothing is stored', async (t) => {
  const worker = await fakeWorker(t, problemAnswer('proxy_not_configured', []))
  const { call, engine, store, sessionObjects } = await testGateway(t, { scrapers: [worker.url], sealing: sealing() })
  for (const [path, body] of pinned) {
    const answer = await call('POST', path, post(body))
    const told = [answer.status, answer.body['code'], answer.body['retryable']]
    assert.deepEqual(told, [503, 'proxy_not_configured', false], `${path} ${JSON.stringify(body)} ${answer.text}`)
  }
  const asked = worker.calls.map(({ path, task }) => [path, (task as { proxy: string }).proxy])
  assert.equal(asked.length, pinned.length)
  assert.ok(asked.every(([path, proxy]) => path === '/proxies' && (proxy === 'premium' || proxy === 'auto')))
  assert.deepEqual([engine.started, store.objects.size, sessionObjects.objects.size], [[], 0, 0])
})

test('a proxy that is configured passes, and `auto` is not requested', async (t) => {
  const worker = await fakeWorker(t, answering(200, { kind: 'result', result: { tiers: ['premium'] } }))
  const { start, call } = await testGateway(t, { scrapers: [worker.url], sealing: sealing() })
  for (const [path, body] of pinned) {
    const answer = await call('POST', path, post(body))
    assert.ok(answer.status === 202 || answer.status === 201, answer.text)
  }
  assert.equal((await start({ url, scrape: { proxy_strategy: 'auto' } })).status, 202)
  assert.equal(worker.calls.length, pinned.length)
})

test('where no worker can say, a job is accepted', async (t) => {
  const unknowing = await fakeWorker(t, answering(404, {}))
  for (const scrapers of [[], ['http://127.0.0.1:1'], [unknowing.url]]) {
    const { start } = await testGateway(t, { scrapers })
    assert.equal((await start({ url, scrape: { proxy_strategy: 'premium' } })).status, 202)
  }
})

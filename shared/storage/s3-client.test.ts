import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { storeLimits } from '../config/limits.ts'
import { metrics, readGauges } from '../observability/metrics.ts'
import { watchingCalls } from './calls-under-way.ts'
import { ObjectStore, StoreUnavailableError } from './object-store.ts'
import { storeConfigFor } from './testing/store-config.ts'

const socketMs = 300
/** A request timeout that no test waits for: a call that ends earlier has ended by the socket timeout. */
const farTimeout = { SEINE_S3_REQUEST_TIMEOUT_MS: 60_000 }
const farMs = 30_000

/** Starts a store with the given request handler on a free port, and a client with short timeouts. */
async function storeServing(t: TestContext, answer: RequestListener, settings = {}) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const store = new ObjectStore({
    ...storeConfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    SEINE_S3_CONNECT_TIMEOUT_MS: 1_000,
    SEINE_S3_SOCKET_TIMEOUT_MS: socketMs,
    SEINE_S3_REQUEST_TIMEOUT_MS: 1_500,
    ...settings,
  })
  t.after(() => {
    store.close()
    server.closeAllConnections()
    server.close()
  })
  return { store, requests: () => requests }
}

async function tookMs(work: Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await assert.rejects(work, StoreUnavailableError)
  return performance.now() - startedMs
}

test('a store that takes a request and says nothing costs one timeout, not one for each repeat', async (t) => {
  const { store, requests } = await storeServing(t, () => undefined, farTimeout)
  for (const call of [() => store.put('a', 'text'), () => store.get('a'), () => store.list('a/')]) {
    const before = requests()
    const ms = await tookMs(call())
    assert.ok(ms >= socketMs && ms < farMs, `${ms} ms`)
    assert.equal(requests() - before, 1)
  }
})

test('calls during which a store works in silence have the request timeout', async (t) => {
  const { store } = await storeServing(t, () => undefined)
  const many = Array.from({ length: storeLimits.quickDeletionKeys + 1 }, (_, at) => `${at}`)
  const ms = await tookMs(store.delete(many))
  assert.ok(ms >= 1_400, `${ms} ms`)
  const patient = await storeServing(t, () => undefined, farTimeout)
  assert.ok((await tookMs(patient.store.delete(['a']))) < farMs)
})

test('a body that stalls is cut, one that trickles is not', async (t) => {
  const stallMs = 1_500
  const trickling: RequestListener = (request, response) => {
    response.writeHead(200, { 'content-length': 8 })
    response.write('1')
    if (request.url?.startsWith('/test/stalls')) return
    let written = 1
    const timer = setInterval(() => {
      written += 1
      response.write('1')
      if (written < 8) return
      clearInterval(timer)
      response.end()
    }, stallMs / 6)
  }
  const { store } = await storeServing(t, trickling, { ...farTimeout, SEINE_S3_SOCKET_TIMEOUT_MS: stallMs })
  assert.ok((await tookMs(store.get('stalls'))) < farMs)
  assert.equal(Buffer.from((await store.get('trickles'))!).toString(), '11111111')
})

test('a write whose answer was lost is known again by its bytes', async (t) => {
  let written: Buffer | null = null
  const { store } = await storeServing(t, (request, response) => {
    if (request.method !== 'PUT') response.end(request.method === 'GET' ? written : undefined)
    else if (written !== null) response.writeHead(412).end()
    else {
      written = Buffer.from('ours')
      request.socket.destroy()
    }
  })
  assert.equal(await store.putIfAbsent('a', 'ours'), true)
  assert.equal(await store.putIfAbsent('a', 'ours'), false, 'an earlier call has written it')
})

test('calls under way and the age of the oldest can be seen', async (t) => {
  const { store } = await storeServing(t, () => undefined, {
    SEINE_S3_SOCKET_TIMEOUT_MS: 2_000,
    SEINE_S3_REQUEST_TIMEOUT_MS: 2_000,
  })
  await watchingCalls(async (hangs) => {
    const call = assert.rejects(store.put('a', 'text'), StoreUnavailableError)
    await sleep(500)
    readGauges()
    const valueOf = async (metric: typeof metrics.storeCalls): Promise<number> =>
      (await metric.get()).values.find(({ labels }) => labels.operation === 'PutObject')!.value
    assert.equal(await valueOf(metrics.storeCalls), 1)
    assert.ok((await valueOf(metrics.storeOldestSeconds)) >= 0.4)
    assert.equal(hangs(), false, 'within its timeouts')
    await call
    readGauges()
    assert.equal(await valueOf(metrics.storeCalls), 0)
    assert.equal(await valueOf(metrics.storeOldestSeconds), 0)
  })
})

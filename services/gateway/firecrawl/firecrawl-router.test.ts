import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { WebSocket } from 'ws'
import { finish, quick, runTo, runningJob, until } from '../testing/event-jobs.ts'
import { fakeWorker, problemAnswer } from '../testing/fake-worker.ts'
import { testGateway, type TestGateway } from '../testing/test-gateway.ts'
import type { DocumentPage } from './job-documents.ts'

/** Calls a route with the key of tenant `acme`. */
async function ask({ url }: TestGateway, method: string, path: string, body?: unknown, key = 'acme-key') {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

const page = (index: number, patch: Partial<DocumentPage> = {}): DocumentPage => ({
  id: `p/${index}`,
  success: true,
  url: `https://e.com/${index}`,
  finalUrl: `https://e.com/${index}`,
  status: 200,
  output: { markdown: `# ${index}` },
  metadata: { title: String(index) },
  warnings: [],
  ...patch,
})

const pages = (count: number): DocumentPage[] => Array.from({ length: count }, (_, index) => page(index))

/** Starts a crawl that has ended with the given pages. */
function endedJob(gateway: TestGateway, all: DocumentPage[]): string {
  const id = runningJob(gateway, all.length)
  finish(gateway, id)
  gateway.finishedPages.ofJob.set(id, all)
  gateway.finishedPages.ended.add(id)
  return id
}

test('unknown routes and foreign jobs are answered in this form', async (t) => {
  const gateway = await testGateway(t)
  const agent = await ask(gateway, 'POST', '/v2/agent', {})
  assert.deepEqual([agent.status, agent.body['success'], agent.body['code']], [404, false, 'NOT_FOUND'])
  const id = endedJob(gateway, pages(1))
  const foreign = await ask(gateway, 'GET', `/v2/crawl/${id}`, undefined, 'other-key')
  assert.deepEqual([foreign.status, foreign.body['code']], [404, 'JOB_NOT_FOUND'])
  const nameless = await ask(gateway, 'GET', `/v2/crawl/${id}`, undefined, 'no-key')
  assert.deepEqual([nameless.status, nameless.body['code']], [401, 'UNAUTHORIZED'])
})

test('a crawl takes the limit that the operator allows', async (t) => {
  const gateway = await testGateway(t, { environment: { SEINE_CRAWL_LIMIT_MAX: '50000' } })
  const crawl = async (limit: number) => await ask(gateway, 'POST', '/v2/crawl', { url: 'https://e.com/', limit })
  assert.equal((await crawl(50_000)).status, 200)
  assert.equal(gateway.engine.started[0]?.limit, 50_000)
  const { status, body } = await crawl(50_001)
  assert.deepEqual([status, body['code']], [400, 'BAD_REQUEST'])
  assert.match(JSON.stringify(body), /limit\W+must be an integer from 1 to 50000, got 50001/)
})

test('a browser that the service does not have is a missing setting', async (t) => {
  const gateway = await testGateway(t)
  const { status, body } = await ask(gateway, 'POST', '/v2/scrape', { url: 'https://e.com/', formats: ['screenshot'] })
  assert.deepEqual([status, body['code']], [501, 'NOT_CONFIGURED'])
})

test('a search with wrong options for its pages is refused before it is made', async (t) => {
  const worker = await fakeWorker(t)
  const gateway = await testGateway(t, { scrapers: [worker.url] })
  const search = async (scrapeOptions: unknown) =>
    await ask(gateway, 'POST', '/v2/search', { query: 'boats', scrapeOptions })
  const { status, body } = await search({ formats: [{ type: 'json' }] })
  assert.deepEqual([status, body['code']], [400, 'BAD_REQUEST'])
  assert.match(JSON.stringify(body['details']), /"field":"scrapeOptions\.formats\[0\]/)
  const prompt = await search({ formats: [{ type: 'json', prompt: 'the price' }] })
  assert.deepEqual([prompt.status, prompt.body['code']], [501, 'NOT_CONFIGURED'])
  const picture = await search({ formats: ['screenshot'] })
  assert.deepEqual([picture.status, picture.body['code']], [501, 'NOT_CONFIGURED'])
  assert.deepEqual(worker.calls, [])

  worker.answer = problemAnswer('proxy_not_configured', [])
  const proxied = await search({ formats: ['markdown'], proxy: 'stealth' })
  assert.deepEqual([proxied.status, proxied.body['code']], [501, 'NOT_CONFIGURED'])
  assert.deepEqual(
    worker.calls.map(({ path }) => path),
    ['/proxies'],
  )
})

test('a job that has ended gives its documents part by part, without the failed pages', async (t) => {
  const gateway = await testGateway(t)
  const id = endedJob(gateway, [page(-1, { success: false }), ...pages(150)])
  const first = await ask(gateway, 'GET', `/v2/crawl/${id}`)
  assert.equal((first.body['data'] as unknown[]).length, 100)
  const next = new URL(String(first.body['next']))
  assert.equal(next.origin, gateway.url)
  const second = await ask(gateway, 'GET', next.pathname + next.search)
  assert.equal((second.body['data'] as unknown[]).length, 50)
  assert.deepEqual([second.body['next'], second.body['success']], [undefined, true])
})

test('the URL of the next part has the scheme that the caller used', async (t) => {
  const gateway = await testGateway(t)
  const id = endedJob(gateway, pages(150))
  const headers = { authorization: 'Bearer acme-key', 'x-forwarded-proto': 'https' }
  const answer = await fetch(`${gateway.url}/v2/crawl/${id}`, { headers })
  assert.match(((await answer.json()) as { next: string }).next, /^https:/)
})

test('a running job gives its first documents and no next part', async (t) => {
  const gateway = await testGateway(t)
  const id = runningJob(gateway, 150)
  gateway.finishedPages.ofJob.set(id, pages(150))
  const { body } = await ask(gateway, 'GET', `/v2/crawl/${id}`)
  assert.deepEqual([body['status'], (body['data'] as unknown[]).length, body['next']], ['scraping', 100, undefined])
})

test('beyond the rate, a first read is refused, and a further part is held back until the window ends', async (t) => {
  const gateway = await testGateway(t, { quotas: { reads_per_minute: 1 } })
  const id = endedJob(gateway, pages(150))
  const first = await ask(gateway, 'GET', `/v2/crawl/${id}`)
  const again = await ask(gateway, 'GET', `/v2/crawl/${id}`)
  assert.deepEqual([again.status, again.body['code']], [429, 'RATE_LIMIT_EXCEEDED'])
  assert.notEqual(again.headers.get('retry-after'), null)
  const headers = { authorization: 'Bearer acme-key' }
  const held = fetch(String(first.body['next']), { headers, signal: AbortSignal.timeout(300) })
  await assert.rejects(held, { name: 'TimeoutError' })
})

test('a further part is refused when it could wait for ever, or has a wrong cursor', async (t) => {
  const none = await testGateway(t, { quotas: { reads_per_minute: 0 } })
  const refused = await ask(none, 'GET', `/v2/crawl/${endedJob(none, pages(150))}?cursor=100`)
  assert.deepEqual([refused.status, refused.body['code']], [429, 'RATE_LIMIT_EXCEEDED'])
  const one = await testGateway(t, { quotas: { reads_per_minute: 1 } })
  const id = endedJob(one, pages(150))
  await ask(one, 'GET', `/v2/crawl/${id}`)
  const wrong = await ask(one, 'GET', `/v2/crawl/${id}?cursor=x`)
  assert.deepEqual([wrong.status, wrong.body['code']], [400, 'BAD_REQUEST'])
})

test('cancels here and at our own routes share the places of their tenant', async (t) => {
  const gateway = await testGateway(t)
  const open = Promise.withResolvers<boolean>()
  let begun = 0
  gateway.engine.cancel = async () => {
    begun += 1
    return await open.promise
  }
  const cancel = (prefix: string) => ask(gateway, 'DELETE', `${prefix}/crawl/${runningJob(gateway, 1)}`)
  const own = Array.from({ length: gatewayLimits.cancelsAtOnce }, () => cancel('/v1'))
  await until(() => begun === gatewayLimits.cancelsAtOnce)
  const theirs = cancel('/v2')
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(begun, gatewayLimits.cancelsAtOnce)
  open.resolve(true)
  await Promise.all([...own, theirs])
  assert.equal(begun, gatewayLimits.cancelsAtOnce + 1)
})

test('a job keeps the form and the events of its webhook', async (t) => {
  const sealing = { seal: (text: string) => text, open: (text: string) => text }
  const gateway = await testGateway(t, { sealing })
  const webhook = { url: 'https://h.com/hook', metadata: { order: '7' }, events: ['page', 'cancelled'] }
  const crawl = await ask(gateway, 'POST', '/v2/crawl', { url: 'https://e.com/', webhook })
  const batch = await ask(gateway, 'POST', '/v2/batch/scrape', { urls: ['https://e.com/'], webhook: webhook.url })
  assert.deepEqual([crawl.status, batch.status], [200, 200])
  const events = { started: false, page: true, completed: false, failed: false, cancelled: true }
  const inputs = gateway.engine.started.map(({ notifyPlan, sealed = '{}' }) => ({
    plan: notifyPlan?.webhook,
    hook: (JSON.parse(sealed) as { notify: { webhook: object } }).notify.webhook,
  }))
  const { url, metadata } = webhook
  assert.deepEqual(inputs[0], { plan: events, hook: { url, metadata, headers: {}, events, form: 'firecrawl' } })
  assert.deepEqual(Object.values(inputs[1]?.plan ?? {}), [true, true, true, true, true])
  const refused = await ask(gateway, 'POST', '/v2/crawl', { url: 'https://e.com/', webhook: 'http://10.0.0.1/' })
  assert.deepEqual([refused.status, refused.body['code']], [403, 'URL_BLOCKED'])
  assert.match(JSON.stringify(refused.body['details']), /"field":"webhook"/)
})

/** Connects a watcher and collects its messages. */
function watch(
  gateway: TestGateway,
  id: string,
): { socket: WebSocket; messages: { type: string; data: Record<string, unknown> }[] } {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v2/crawl/${id}`, 'acme-key')
  const messages: { type: string; data: Record<string, unknown> }[] = []
  socket.on('message', (bytes: Buffer) => messages.push(JSON.parse(bytes.toString()) as (typeof messages)[number]))
  return { socket, messages }
}

test('a watcher gets documents as they come, each once, and then the end', async (t) => {
  const gateway = await testGateway(t, { feedTimes: quick })
  const id = runningJob(gateway, 1)
  gateway.finishedPages.ofJob.set(id, pages(1))
  const { socket, messages } = watch(gateway, id)
  const closed = once(socket, 'close')
  while (!messages.some(({ type }) => type === 'document')) await once(socket, 'message')
  gateway.finishedPages.ofJob.set(id, pages(3))
  runTo(gateway, id, 3)
  while (messages.filter(({ type }) => type === 'document').length < 3) await once(socket, 'message')
  gateway.finishedPages.ended.add(id)
  finish(gateway, id)
  const [code] = (await closed) as [number]
  assert.deepEqual([code, socket.protocol], [1000, 'acme-key'])
  assert.equal(messages[0]?.type, 'catchup')
  const documents = messages.filter(({ type }) => type === 'document').map(({ data }) => data['markdown'])
  assert.deepEqual(documents, ['# 0', '# 1', '# 2'])
  const last = messages.at(-1)
  assert.deepEqual([last?.type, last?.data['completed']], ['done', 3])
})

test('a watcher of a job that failed gets that status', async (t) => {
  const gateway = await testGateway(t, { feedTimes: quick })
  const id = runningJob(gateway, 0)
  finish(gateway, id, 'failed')
  gateway.finishedPages.ended.add(id)
  const { socket, messages } = watch(gateway, id)
  await once(socket, 'close')
  assert.deepEqual([messages.at(-1)?.type, messages.at(-1)?.data['status']], ['snapshot', 'failed'])
})

test('a watcher is closed when the process leaves, so that it polls another one', async (t) => {
  const gateway = await testGateway(t, { feedTimes: quick })
  const { socket } = watch(gateway, runningJob(gateway, 0))
  await once(socket, 'message')
  gateway.feeds.close()
  const [code] = (await once(socket, 'close')) as [number]
  assert.equal(code, 1001)
})

test('a malformed handshake is refused and keeps no place', { timeout: 20_000 }, async (t) => {
  const gateway = await testGateway(t, { feedTimes: quick, streamsMax: 1 })
  const id = runningJob(gateway, 0)
  const sound = { 'sec-websocket-key': Buffer.alloc(16).toString('base64'), 'sec-websocket-version': '13' }
  for (const headers of [
    { ...sound, 'sec-websocket-key': '' },
    { ...sound, 'sec-websocket-version': '7' },
    { ...sound, 'sec-websocket-protocol': 'twice, twice' },
  ]) {
    const handshake = request(`${gateway.url}/v2/crawl/${id}`, {
      headers: { connection: 'upgrade', upgrade: 'websocket', authorization: 'Bearer acme-key', ...headers },
    }).end()
    const [answer] = (await once(handshake, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 400, JSON.stringify(headers))
    answer.resume()
    await once(answer, 'close')
    await until(() => gateway.feeds.size === 0)
  }
  const { socket } = watch(gateway, id)
  await once(socket, 'message')
  socket.close()
  await until(() => gateway.feeds.size === 0)
})

test('a watcher needs a place, and other upgrades are served as HTTP', async (t) => {
  const gateway = await testGateway(t, { feedTimes: quick, streamsMax: 0 })
  const { socket } = watch(gateway, runningJob(gateway, 0))
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  assert.equal(response.statusCode, 429)
  socket.terminate()
  const headers = { connection: 'upgrade', upgrade: 'websocket' }
  const plain = request(`${gateway.url}/healthz`, { headers }).end()
  const [answer] = (await once(plain, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 200)
  plain.destroy()
})

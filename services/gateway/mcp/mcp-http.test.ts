import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { answering, fakeWorker } from '../testing/fake-worker.ts'
import { testGateway, type TestGateway } from '../testing/test-gateway.ts'
import { toolTable } from './tools/tool-table.ts'

const eras = { 2025: {}, 2026: { versionNegotiation: { mode: 'auto' } } } as const

/** Connects a client that ends with the test. */
async function connected(t: TestContext, { url }: TestGateway, era: keyof typeof eras = 2025, key = 'acme-key') {
  const client = new Client({ name: 'test', version: '0' }, eras[era])
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  t.after(async () => await client.close())
  return client
}

interface Part {
  text?: string
}

type Called = Awaited<ReturnType<Client['callTool']>>

const texts = ({ content }: Called): string[] => (content as Part[]).map(({ text = '' }) => text)

const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} ${'x'.repeat(100)}`).join('\n\n')

const page = {
  session_id: null,
  final_url: 'https://e.com/',
  status: 200,
  success: true,
  effective_geolocation: null,
  winning_attempt: 1,
  attempts: [],
  data: { markdown: paragraphs },
  metadata: { title: 'Example' },
  warnings: [],
}

for (const era of [2025, 2026] as const) {
  test(`a page is read in portions without loading it again (${era})`, async (t) => {
    const worker = await fakeWorker(t, answering(200, { kind: 'result', result: { url: 'https://e.com/', ...page } }))
    const client = await connected(t, await testGateway(t, { scrapers: [worker.url] }), era)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolTable.map(({ name }) => name),
    )
    assert.match(client.getInstructions() ?? '', /foreign input/)
    let called = await client.callTool({
      name: 'scrape',
      arguments: { url: 'https://e.com/', max_characters: 1_000 },
    })
    const portions: string[] = []
    for (;;) {
      assert.notEqual(called.isError, true, texts(called).join())
      const [words = '', text = ''] = texts(called)
      assert.ok(text.length <= 1_000)
      portions.push(text)
      const facts = called.structuredContent as Record<string, unknown> & { next_cursor: string | null }
      const { next_cursor: cursor } = facts
      assert.deepEqual([facts['title'], facts['status']], ['Example', 200])
      if (cursor === null) break
      assert.ok(words.includes(cursor))
      assert.match(text, /\n\n$/)
      called = await client.callTool({ name: 'scrape', arguments: { cursor, max_characters: 1_000 } })
    }
    assert.equal(portions.join(''), paragraphs)
    assert.equal(worker.calls.length, 1)
  })
}

test('another tenant cannot read on', async (t) => {
  const worker = await fakeWorker(t, answering(200, { kind: 'result', result: { url: 'https://e.com/', ...page } }))
  const gateway = await testGateway(t, { scrapers: [worker.url] })
  const own = await connected(t, gateway)
  const called = await own.callTool({ name: 'scrape', arguments: { url: 'https://e.com/', max_characters: 1_000 } })
  const { next_cursor: cursor } = called.structuredContent as { next_cursor: string }
  const other = await connected(t, gateway, 2025, 'other-key')
  const refused = await other.callTool({ name: 'scrape', arguments: { cursor } })
  assert.equal(refused.isError, true)
  assert.match(texts(refused).join(), /^cursor_expired: /)
})

test('an unknown argument, a missing one and a bad value are named', async (t) => {
  const client = await connected(t, await testGateway(t))
  const unknown = await client.callTool({ name: 'scrape', arguments: { uri: 'https://e.com/', options: { x: 1 } } })
  assert.equal(unknown.isError, true)
  assert.match(texts(unknown).join(), /^unknown_field: `uri` is not an argument .*`options.x`.*`url` is required/)
  const bad = await client.callTool({ name: 'crawl_start', arguments: { url: 'https://e.com/', limit: 0 } })
  assert.equal(bad.isError, true)
  assert.match(texts(bad).join(), /\/limit.*\nNext: Correct the arguments/s)
})

test('starts count by the rate of their route', async (t) => {
  const gateway = await testGateway(t, { environment: { SEINE_LIMIT_STARTS_PER_MINUTE: '1' } })
  const client = await connected(t, gateway)
  const first = await client.callTool({ name: 'crawl_start', arguments: { url: 'https://e.com/' } })
  assert.match((first.structuredContent as { id: string }).id, /^crawl-/)
  const second = await client.callTool({ name: 'crawl_start', arguments: { url: 'https://e.com/' } })
  assert.match(texts(second).join(), /^rate_limited: .*\nNext: Wait \d+ seconds/s)
})

test('a key is required', async (t) => {
  const gateway = await testGateway(t)
  for (const key of [null, 'wrong']) {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    const answer = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers })
    await answer.body?.cancel()
    assert.equal(answer.status, 401)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  }
})

/** Sends a handshake with these headers. */
const handshakeStatus = async (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  await new Promise((resolve, reject) => {
    const call = request(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': 'acme-key',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
    call.once('error', reject).once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '0' } }
    call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  })

test('foreign hosts and origins are refused', async (t) => {
  const { url } = await testGateway(t)
  assert.equal(await handshakeStatus(url, {}), 200)
  assert.equal(await handshakeStatus(url, { origin: url }), 200)
  assert.equal(await handshakeStatus(url, { origin: 'https://evil.example' }), 403)
  assert.equal(await handshakeStatus(url, { host: 'evil.example' }), 403)
})

for (const era of [2025, 2026] as const) {
  test(`who goes away ends the attempt (${era})`, async (t) => {
    const asked = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const worker = await fakeWorker(t, (_call, res) => {
      res.once('close', () => ended.resolve())
      asked.resolve()
    })
    const client = await connected(t, await testGateway(t, { scrapers: [worker.url] }), era)
    const leave = new AbortController()
    const called = client.callTool({ name: 'scrape', arguments: { url: 'https://e.com/' } }, { signal: leave.signal })
    const refused = assert.rejects(called)
    await asked.promise
    leave.abort()
    await refused
    if (era === 2025) await client.close()
    await ended.promise
  })
}

test('a watch that is created again under a key has the same first run', async (t) => {
  const gateway = await testGateway(t)
  const client = await connected(t, gateway)
  const runs: unknown[] = []
  for (const key of ['k', 'k', 'other']) {
    const called = await client.callTool({
      name: 'watch_create',
      arguments: { name: 'Shop', url: 'https://e.com/', every_seconds: 600, idempotency_key: key },
    })
    assert.notEqual(called.isError, true, texts(called).join())
    const { watch_id: id } = called.structuredContent as { watch_id: string }
    runs.push(gateway.watches.running.get(id)?.runId)
    gateway.watches.running.clear()
  }
  assert.match(String(runs[0]), /^run-/)
  assert.equal(runs[1], runs[0])
  assert.notEqual(runs[2], runs[0])
})

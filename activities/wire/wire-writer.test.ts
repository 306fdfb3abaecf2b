import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { redactHere } from '../redaction/testing/redact-here.ts'
import { wireRecords } from './wire-object.ts'
import { WireWriter } from './wire-writer.ts'

const job = { tenant: 'one', id: 'crawl-1' }
const nothing = { headers: new Set<string>(), requestBodies: false, secrets: [] }
const facts = { via: null, depth: 0, seq: 0, fetchMs: 5 }

const exchange = (over: Partial<WireExchange> = {}): WireExchange => ({
  url: 'https://e.com/a',
  method: 'GET',
  startedAtMs: Date.UTC(2026, 0, 1),
  requestHeaders: [],
  requestBody: null,
  status: 200,
  reason: 'OK',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: Buffer.from('body'),
  isDecoded: false,
  cut: null,
  isDocument: true,
  ...over,
})

function lab(attempt = 1) {
  const store = new MemoryStore()
  const threads = { redact: async (...given: Parameters<typeof redactHere>) => await redactHere(...given) }
  const writer = new WireWriter({
    store,
    job,
    recorder: `000002-000${attempt}`,
    threads: { redact: async (texts, redaction) => await threads.redact(texts, redaction, job.tenant) },
  })
  const texts = (): string[] =>
    [...store.objects.values()].flatMap((object) => {
      const { entries, bytes } = wireRecords(object)!
      let at = 0
      return entries.map((entry) => gunzipSync(bytes.subarray(at, (at += entry.bytes))).toString())
    })
  return { store, writer, texts }
}

test('the records of a page are stored as one object, and the page knows its own', async () => {
  const { store, writer, texts } = lab()
  const page = writer.page()
  await page.add(exchange({ url: 'https://e.com/', status: 302 }), nothing)
  await page.add(exchange(), nothing)
  await page.add(exchange({ isDocument: false, startedAtMs: Date.UTC(2026, 0, 2) }), nothing)
  const place = await page.end('https://e.com/a#part', facts)
  assert.deepEqual(place, { url: 'https://e.com/a', date: '2026-01-01T00:00:00.000Z' })
  await writer.flush()
  await writer.flush()
  assert.deepEqual([...store.objects.keys()], ['jobs/one/crawl-1/pages/wire/000002-0001-0000.warcs'])
  assert.deepEqual(
    texts().map((text) => /WARC-Type: (\w+)/.exec(text)![1]),
    ['response', 'request', 'response', 'request', 'response', 'request', 'metadata'],
  )
  const { entries } = wireRecords([...store.objects.values()][0]!)!
  assert.deepEqual(entries[2]!.answer, {
    url: 'https://e.com/a',
    date: '2026-01-01T00:00:00.000Z',
    status: 200,
    mime: 'text/html',
    digest: 'sha256:230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5',
  })
  assert.equal(await writer.page().end('https://e.com/a', facts), null)
})

test('an object that the store refuses is stored by the next call, once', async () => {
  const { store, writer, texts } = lab()
  const put = store.put.bind(store)
  store.put = async () => await Promise.reject(new StoreUnavailableError('away'))
  const page = writer.page()
  await page.add(exchange(), nothing)
  await page.end(null, facts)
  await assert.rejects(writer.flush(), StoreUnavailableError)
  store.put = put
  const other = writer.page()
  await other.add(exchange({ url: 'https://e.com/b' }), nothing)
  await other.end(null, facts)
  await writer.flush()
  assert.deepEqual(
    texts()
      .filter((text) => text.includes('WARC-Type: response'))
      .map((text) => /WARC-Target-URI: (\S+)/.exec(text)![1]),
    ['https://e.com/a', 'https://e.com/b'],
  )
})

test('records of a long page are stored before its end, and once when the store refuses them first', async (context) => {
  const limits = wireLimits as unknown as Record<string, number>
  const { objectBytes } = limits
  context.after(() => Object.assign(limits, { objectBytes }))
  Object.assign(limits, { objectBytes: 1 })
  const { store, writer, texts } = lab()
  const put = store.put.bind(store)
  store.put = async () => await Promise.reject(new StoreUnavailableError('away'))
  const page = writer.page()
  await page.add(exchange(), nothing)
  await nextTurn()
  store.put = put
  await page.add(exchange({ url: 'https://e.com/b' }), nothing)
  await nextTurn()
  assert.equal(texts().filter((text) => text.includes('WARC-Type: response')).length, 2)
  await page.end(null, facts)
  await writer.flush()
  assert.equal(texts().filter((text) => text.includes('WARC-Type: response')).length, 2)
})

test('equal exchanges give equal bytes, and attempts have ids of their own', async () => {
  const bytesOf = async (attempt: number): Promise<Buffer> => {
    const { store, writer } = lab(attempt)
    const page = writer.page()
    await page.add(exchange(), nothing)
    await page.end('https://e.com/a', facts)
    await writer.flush()
    return [...store.objects.values()][0]!
  }
  assert.ok((await bytesOf(1)).equals(await bytesOf(1)))
  assert.ok(!(await bytesOf(1)).equals(await bytesOf(2)))
})

test('an exchange with a secret in its host name is left out, and its page continues', async () => {
  const { writer, texts } = lab()
  const page = writer.page()
  const hidden = { ...nothing, requestBodies: true, secrets: ['tenant-secret'] }
  await page.add(exchange({ url: 'https://tenant-secret.e.com/' }), hidden)
  await page.add(exchange(), hidden)
  assert.equal((await page.end('https://e.com/a', facts))?.url, 'https://e.com/a')
  await writer.flush()
  assert.equal(texts().filter((text) => text.includes('WARC-Type: response')).length, 1)
  assert.ok(!texts().join('').includes('tenant-secret'))
})

test('bodies of requests are recorded, and indexed as queries, unless the caller may have typed them', async () => {
  const { writer, texts, store } = lab()
  const page = writer.page()
  const asked = exchange({
    url: 'https://e.com/api',
    method: 'POST',
    requestHeaders: [['content-type', 'application/json']],
    requestBody: Buffer.from('{"q":"a b"}'),
  })
  await page.add(asked, nothing)
  await page.add({ ...asked, requestBody: Buffer.from('{"q":"typed"}') }, { ...nothing, requestBodies: true })
  await page.end(null, facts)
  await writer.flush()
  const [, first, , second] = texts()
  assert.match(
    first!,
    /POST \/api HTTP\/1\.1\r\ncontent-type: application\/json\r\nContent-Length: 11\r\n\r\n\{"q":"a b"\}/,
  )
  assert.match(second!, /POST \/api HTTP\/1\.1\r\ncontent-type: application\/json\r\n\r\n\r\n\r\n$/)
  const answers = wireRecords([...store.objects.values()][0]!)!.entries.flatMap(({ answer }) => answer ?? [])
  assert.deepEqual(
    answers.map(({ method, requestBody }) => [method, requestBody]),
    [
      ['POST', 'q=a+b'],
      ['POST', undefined],
    ],
  )
})

test('secrets of a session are removed from URLs, headers and bodies, coded ones too', async () => {
  const secret = 'hunter2-of-the-session'
  const hidden = { headers: new Set(['x-token']), requestBodies: true, secrets: [secret] }
  const { writer, texts } = lab()
  const page = writer.page()
  const text = `<p>é ${secret} 🦆</p>`
  const binary = Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(secret), Buffer.from([0x80])])
  await page.add(
    exchange({
      url: `https://e.com/a?t=${secret}`,
      requestHeaders: [
        ['referer', `https://e.com/${secret}`],
        ['x-token', secret],
      ],
      headers: [['X-Echo', secret]],
      body: Buffer.from(text),
    }),
    hidden,
  )
  await page.add(exchange({ headers: [['Content-Encoding', 'gzip']], body: gzipSync(text) }), hidden)
  await page.add(exchange({ headers: [['Content-Encoding', 'br']], body: brotliCompressSync(text) }), hidden)
  await page.add(
    exchange({ headers: [['Content-Encoding', 'gzip']], body: gzipSync(text).subarray(0, 20), cut: 'time' }),
    hidden,
  )
  await page.add(exchange({ body: binary }), hidden)
  assert.equal((await page.end(`https://e.com/a?t=${secret}`, facts))!.url.includes(secret), false)
  await writer.flush()
  const responses = texts().filter((each) => each.includes('WARC-Type: response'))
  assert.equal(responses.length, 5)
  for (const each of texts()) assert.ok(!each.includes('hunter2'), each)
  assert.match(responses[1]!, /X-Orig-Content-Encoding: gzip[^]*<p>é .* 🦆<\/p>/)
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../config/config.ts'
import { tracingLimits } from './tracing-limits.ts'
import { activeTraceParent, pastSpan, withSpan, withSpanOf } from './spans.ts'
import { collectorHeaders, startTracing, tracesUrl } from './tracing.ts'

const logger = pino({ level: 'silent' })

/** Starts a collector that counts spans. @param answers false: it never answers */
async function startCollector(answers = true) {
  const spans: { name: string; traceId: string; parentSpanId?: string }[] = []
  let requests = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests += 1
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: typeof spans }[] }[]
      }
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
      if (answers) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    config: readConfig({ SEINE_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` }),
    spans,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const nothing = async (): Promise<void> => undefined

test('without a collector there is no tracing, and nothing of it is loaded', async () => {
  assert.equal(await startTracing(readConfig({}), 'test', logger), null)
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve: (name, context, next) => (loaded.add(name), next(name, context)) })
    const { startTracing } = await import(${JSON.stringify(import.meta.resolve('./tracing.ts'))})
    await import(${JSON.stringify(import.meta.resolve('../temporal/connection.ts'))})
    await import(${JSON.stringify(import.meta.resolve('../temporal/tracing-worker.ts'))})
    const tracing = await startTracing({ SEINE_OTLP_ENDPOINT: '' }, 'test', null)
    console.log(JSON.stringify({ tracing, loaded: [...loaded].filter((name) => name.includes('opentelemetry')) }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  assert.deepEqual(JSON.parse(said), { tracing: null, loaded: ['@opentelemetry/api'] })
})

test('outside of a trace work is done without a span', async () => {
  assert.equal(await withSpan('work', {}, async (span) => span), null)
  assert.equal(activeTraceParent(), null)
  pastSpan('earlier', 1, 2, {}, null)
})

test('spans of one trace hang together and reach the collector when the process ends', async () => {
  await using collector = await startCollector()
  const tracing = await startTracing(collector.config, 'test', logger)
  await withSpanOf('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'call', {}, async () => {
    assert.match(activeTraceParent() ?? '', /^00-4bf92f3577b34da6a3ce929d0e0e4736-.*-01$/)
    await withSpan('page', {}, nothing)
    pastSpan('attempt', Date.now() - 5, Date.now(), {}, null)
  })
  await tracing?.close()
  assert.deepEqual(collector.spans.map(({ name }) => name).toSorted(), ['attempt', 'call', 'page'])
  assert.equal(new Set(collector.spans.map(({ traceId }) => traceId)).size, 1)
  // Tracing is off again.
  assert.equal(await withSpan('work', {}, async (span) => span), null)
})

test('a failure is recorded by its name alone, and is rethrown', async () => {
  await using collector = await startCollector()
  const tracing = await startTracing(collector.config, 'test', logger)
  const failing = withSpanOf(
    null,
    'call',
    {},
    async () => await Promise.reject(new TypeError('https://secret.example')),
  )
  await assert.rejects(failing, TypeError)
  await tracing?.close()
  const told = JSON.stringify(collector.spans)
  assert.match(told, /TypeError/)
  assert.doesNotMatch(told, /secret/)
})

test('more spans than can wait are dropped', async () => {
  await using collector = await startCollector()
  const tracing = await startTracing(collector.config, 'test', logger)
  const parent = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true }
  const span = {
    name: 'run',
    parent,
    spanId: 'c'.repeat(16),
    startedAtMs: 1,
    endedAtMs: 2,
    attributes: {},
    error: null,
  }
  for (let count = 0; count < 3 * tracingLimits.queueMaxSpans; count += 1) tracing?.add(span)
  await tracing?.close()
  assert.ok(collector.spans.length > 0)
  // The spans of one request are in flight.
  const most = tracingLimits.queueMaxSpans + tracingLimits.batchMaxSpans
  assert.ok(collector.spans.length <= most, `${collector.spans.length} spans`)
})

test('a collector that does not answer does not keep a process from ending', async () => {
  await using collector = await startCollector(false)
  const tracing = await startTracing(collector.config, 'test', logger)
  await withSpanOf(null, 'call', {}, nothing)
  await tracing?.close()
  assert.equal(collector.requests(), 1)
})

test('an unavailable collector is logged once, without its text', async () => {
  const collector = await startCollector()
  await collector[Symbol.asyncDispose]()
  const lines: string[] = []
  const telling = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const tracing = await startTracing(collector.config, 'test', telling)
  for (let count = 0; count < 3 * tracingLimits.batchMaxSpans; count += 1) await withSpanOf(null, 'call', {}, nothing)
  await tracing?.close()
  assert.ok(lines.length <= 1, lines.join(''))
})

test('the collector is a plain URL, with what it is shown in headers', () => {
  assert.equal(tracesUrl('http://127.0.0.1:4318'), 'http://127.0.0.1:4318/v1/traces')
  assert.equal(tracesUrl('https://traces.example/otlp/'), 'https://traces.example/otlp/v1/traces')
  for (const url of [
    'traces',
    'ftp://traces.example',
    'http://me:secret@traces.example',
    'http://traces.example?key=1',
  ]) {
    assert.throws(() => tracesUrl(url), /SEINE_OTLP_ENDPOINT/)
  }
  assert.deepEqual(collectorHeaders('authorization=Bearer%20key, x-team = rivers'), {
    authorization: 'Bearer key',
    'x-team': 'rivers',
  })
  for (const list of ['authorization', '=key', 'a b=c', 'key=%zz']) {
    assert.throws(
      () => collectorHeaders(list),
      (error: Error) => !error.message.includes('zz'),
    )
  }
})

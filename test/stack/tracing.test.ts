/** Traces of a whole stack: one trace per request, from the gateway to the fetches, across all processes. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleWorkflowCode, Worker } from '@temporalio/worker'
import { workflowsPath } from '@seine/scrape-worker/bundle.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { tracingSinks } from '@seine/shared/temporal/tracing-worker.ts'
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '../receiver/trace-collector.ts'
import { builtWorkflows } from './built-workflows.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

const traceId = (digit: string): string => digit.repeat(32)
const callersSpan = 'c'.repeat(16)
const traceparent = (id: string, sampled = true): string => `00-${id}-${callersSpan}-0${sampled ? 1 : 0}`

const canaries = {
  query: 'canary-in-query',
  path: 'canary-in-path',
  header: 'canary-in-page-header',
  cookie: 'canary-in-page-cookie',
  webhook: 'canary-in-webhook-url',
  collector: 'canary-for-the-collector',
}

/** Waits until spans that satisfy `holds` have arrived. */
async function arrived(collector: TraceCollector, id: string, holds: (spans: CollectedSpan[]) => boolean) {
  const spans = (): CollectedSpan[] => collector.spans.filter((span) => span.traceId === id)
  for (let tries = 0; !holds(spans()) && tries < 600; tries += 1) await sleep(100)
  return spans()
}

const has = (spans: readonly CollectedSpan[], name: string): boolean => spans.some((span) => span.name === name)

/**
 * Asserts that each span except the caller's has a parent chain up to the caller's span, and that none was sent twice.
 * The span of a workflow may be: its last task runs again when an event arrives in the meantime. The id is the same.
 */
function assertConnected(spans: readonly CollectedSpan[]): void {
  const known = new Set([...spans.map(({ spanId }) => spanId), callersSpan])
  const lost = spans.filter(({ parentSpanId }) => !known.has(parentSpanId))
  assert.deepEqual(
    lost.map(({ service, name }) => `${service} ${name}`),
    [],
  )
  const twice = spans.filter((span, at) => spans.findIndex(({ spanId }) => spanId === span.spanId) < at)
  assert.deepEqual(
    twice.map(({ name }) => name).filter((name) => !name.startsWith('RunWorkflow:')),
    [],
    'a span was sent twice',
  )
}

/** Returns the names from a span up to the root. */
function pathOf(spans: readonly CollectedSpan[], from: CollectedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === from.parentSpanId)
  return [from.name, ...(parent === undefined ? [] : pathOf(spans, parent))]
}

describe('a stack with a collector', () => {
  let t: TestStack
  let collector: TraceCollector
  let receiver: Server
  let crawl: string
  before(async () => {
    collector = await startTraceCollector()
    receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    t = await startTestStack({
      browser: true,
      egressAllow: [`127.0.0.1/32:${(receiver.address() as AddressInfo).port}`],
      environment: {
        SEINE_OTLP_ENDPOINT: collector.url,
        SEINE_OTLP_HEADERS: `authorization=Bearer%20${canaries.collector}`,
      },
    })
  })
  after(async () => {
    await t?.close()
    receiver.closeAllConnections()
    receiver.close()
    await collector.close()
  })

  /** Sends a request to the gateway within a trace of the caller. */
  async function ask(path: string, body: object, id: string, sampled = true): Promise<Record<string, unknown>> {
    const response = await fetch(new URL(path, t.stack.file.gateway), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': t.stack.file.apiKey,
        traceparent: traceparent(id, sampled),
      },
      body: JSON.stringify(body),
    })
    assert.ok(response.ok, `${response.status} ${await response.clone().text()}`)
    return (await response.json()) as Record<string, unknown>
  }

  it('has one trace of a crawl, from the request to each fetch', async () => {
    const { port } = receiver.address() as AddressInfo
    const started = await ask(
      '/crawl',
      {
        url: `${t.site.url}?token=${canaries.query}`,
        limit: 12,
        webhook: { url: `http://127.0.0.1:${port}/${canaries.webhook}` },
        scrape: {
          override_parameter: { headers: { 'X-Canary': canaries.header, Cookie: `session=${canaries.cookie}` } },
        },
      },
      traceId('a'),
    )
    crawl = String(started['id'])
    await t.api.watch(crawl)
    await closedWorkflow(t, crawl)
    const ends = ['RunWorkflow:jobLifecycle', 'RunWorkflow:crawlRun', 'RunWorkflow:webhookDelivery', 'POST /crawl']
    const spans = await arrived(collector, traceId('a'), (some) => ends.every((name) => has(some, name)))
    for (const name of ends) assert.ok(has(spans, name), `${name} is not among ${spans.map((s) => s.name).join(', ')}`)
    assertConnected(spans)
    const fetched = spans.find(({ name, parentSpanId }) => {
      const parent = spans.find(({ spanId }) => spanId === parentSpanId)
      return name === 'GET' && parent?.name.startsWith('attempt ') === true
    })
    assert.ok(fetched !== undefined, 'no fetch of an attempt')
    assert.deepEqual(pathOf(spans, fetched), [
      'GET',
      'attempt http_basic',
      'page',
      'RunActivity:scrapeSlice',
      'RunWorkflow:crawlRun',
      'RunWorkflow:jobLifecycle',
      'StartWorkflow:jobLifecycle',
      'POST /crawl',
    ])
    const pages = spans.filter(({ name }) => name === 'page')
    assert.equal(pages.length, 12)
    assert.equal(pages[0]?.attributes['server.address'], new URL(t.site.url).host)
    const root = spans.find(({ name }) => name === 'POST /crawl')
    assert.equal(root?.parentSpanId, callersSpan)
    assert.equal(root.attributes['http.response.status_code'], 202)
    assert.equal(root.attributes['http.route'], '/crawl')
  })

  it('has one trace of a synchronous scrape', async () => {
    await ask('/scrape', { url: `${t.site.url}?${canaries.path}` }, traceId('b'))
    const spans = await arrived(collector, traceId('b'), (some) => has(some, 'POST /scrape') && has(some, '/scrape'))
    assertConnected(spans)
    const fetched = spans.find(({ name }) => name === 'GET')
    assert.ok(fetched !== undefined)
    assert.deepEqual(pathOf(spans, fetched), ['GET', 'attempt http_basic', 'page', '/scrape', 'POST /scrape'])
    assert.deepEqual(new Set(spans.map(({ service }) => service)), new Set(['seine-gateway', 'seine-scrape-worker']))
  })

  it('has the attempts of a browser below their page, and the call of the browser worker', async () => {
    await ask('/scrape', { url: t.site.url, js_render: true }, traceId('f'))
    const ends = ['POST /scrape', '/scrape', '/render']
    const spans = await arrived(collector, traceId('f'), (some) => ends.every((name) => has(some, name)))
    assertConnected(spans)
    const attempt = spans.find(({ name }) => name.startsWith('attempt '))
    const rendered = spans.find(({ name }) => name === '/render')
    assert.ok(attempt !== undefined && rendered !== undefined)
    assert.equal(attempt.attributes['seine.outcome'], 'success')
    assert.equal(rendered.service, 'seine-browser-worker')
    for (const span of [attempt, rendered]) {
      assert.deepEqual(pathOf(spans, span).slice(1), ['page', '/scrape', 'POST /scrape'])
    }
  })

  it('records nothing for a caller who records nothing', async () => {
    await ask('/scrape', { url: t.site.url }, traceId('d'), false)
    await ask('/scrape', { url: t.site.url }, traceId('e'))
    // Spans are exported in the order in which they end.
    await arrived(collector, traceId('e'), (some) => has(some, 'POST /scrape') && has(some, '/scrape'))
    assert.deepEqual(await arrived(collector, traceId('d'), () => true), [])
  })

  it('sends the collector no secrets, and shows it its own', () => {
    const { collector: shown, ...others } = canaries
    for (const body of collector.bodies) {
      for (const canary of [...Object.values(others), shown, t.stack.file.apiKey])
        assert.ok(!body.includes(canary), canary)
    }
    for (const { path, headers } of collector.requests) {
      assert.equal(path, '/v1/traces')
      assert.equal(headers.authorization, `Bearer ${shown}`)
    }
  })

  it('has histories that replay with the interceptor of traces and without it', async () => {
    const ids = [crawl, runIdOf(crawl)]
    const histories = await Promise.all(
      ids.map(async (workflowId) => ({
        workflowId,
        history: await t.temporal.workflow.getHandle(workflowId).fetchHistory(),
      })),
    )
    const [first] = histories[0]?.history.events ?? []
    assert.ok(first?.workflowExecutionStartedEventAttributes?.header?.fields?.['_tracer-data'] != null)
    const quiet = (): undefined => undefined
    const logger = { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet }
    for (const workflowBundle of [await builtWorkflows(), await bundleWorkflowCode({ workflowsPath, logger })]) {
      const options = { workflowBundle, sinks: tracingSinks }
      for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
        assert.equal(error, undefined, `${workflowId}: ${error?.message}`)
      }
    }
  })
})

describe('a collector that does not answer', () => {
  it('holds up neither jobs nor the end of processes', async () => {
    const collector = await startTraceCollector({ answers: false })
    const t = await startTestStack({ environment: { SEINE_OTLP_ENDPOINT: collector.url } })
    try {
      const id = await t.api.start({ url: t.site.url, limit: 30 })
      assert.equal((await t.api.watch(id)).status, 'completed')
    } finally {
      await t.close()
      await collector.close()
    }
  })
})

describe('a share of traces', () => {
  it('of nothing sends nothing, whatever callers ask for', async () => {
    const collector = await startTraceCollector()
    const environment = { SEINE_OTLP_ENDPOINT: collector.url, SEINE_TRACE_RATIO: '0' }
    const t = await startTestStack({ environment })
    try {
      const id = await t.api.start({ url: t.site.url, limit: 5 })
      assert.equal((await t.api.watch(id)).status, 'completed')
    } finally {
      // Processes export their remaining spans when they end.
      await t.close()
      await collector.close()
    }
    assert.deepEqual(collector.requests, [])
  })
})

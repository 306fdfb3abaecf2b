import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { refusedSchemas, dearSchemas } from '@seine/shared/api/testing/hostile-schemas.ts'
import type { Schema } from '@seine/shared/api/output-schema/output-shape.ts'
import { testGateway, type Answer } from '../testing/test-gateway.ts'

const url = 'https://93.184.216.34/'
const wrong = { type: 'object', properties: { a: { type: 'strin' } } }
const pointersOf = ({ body }: Answer): unknown[] =>
  ((body['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer)

test('problems of a schema are reported with their place in the body, beside all other problems', async (t) => {
  const gateway = await testGateway(t)
  const crawl = await gateway.start({ url, limit: 0, scrapeOptions: { schema: wrong } })
  assert.deepEqual([crawl.status, pointersOf(crawl)], [422, ['/limit', '/scrapeOptions/schema/properties/a/type']])
  const scrape = await gateway.scrape({ url, schema: wrong })
  assert.deepEqual([scrape.status, pointersOf(scrape)], [422, ['/schema/properties/a/type']])
  const batch = await gateway.startBatch({ urls: [url], schema: { properties: { a: { pattern: '(?=a)' } } } })
  assert.deepEqual([batch.status, pointersOf(batch)], [422, ['/schema/properties/a/pattern']])
  assert.equal(gateway.engine.started.length, 0)
})

test(
  'while schemas that cost as much as they can come at full rate, other calls are answered',
  { timeout: 600_000 },
  async (t) => {
    const gateway = await testGateway(t)
    const schemas: Schema[] = [...Object.values(dearSchemas), ...Object.values(refusedSchemas)]
    // The first schema starts the thread.
    await gateway.start({ url, scrape: { schema: wrong } })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const over = new AbortController()
    const codes = new Map<number, number>()
    const attack = async (first: number): Promise<void> => {
      for (let at = first; !over.signal.aborted; at += 7) {
        const schema = { ...schemas[at % schemas.length]!, $comment: `${at}` }
        const { status } = await gateway.start({ url, scrape: { schema } })
        codes.set(status, (codes.get(status) ?? 0) + 1)
      }
    }
    const attacks = Array.from({ length: 7 }, async (_, first) => await attack(first))
    const times: number[] = []
    for (let call = 0; call < 60; call += 1) {
      const startedMs = performance.now()
      assert.equal((await gateway.call('GET', '/healthz')).status, 200)
      times.push(performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    // The other tenant's schema waits for at most one of the attacker's schemas, not for the attacker's whole queue.
    const other = await gateway.start({ url, scrape: { schema: { title: 'string' } } }, { key: 'other-key' })
    over.abort()
    await Promise.all(attacks)
    delay.disable()
    const longest = Math.max(...times)
    t.diagnostic(`healthz: longest ${Math.round(longest)} ms; loop: p99 ${Math.round(delay.percentile(99) / 1e6)} ms`)
    t.diagnostic(JSON.stringify([...codes]))
    assert.equal(other.status, 202)
    // Before the fix, three such schemas blocked it for 17 seconds.
    assert.ok(longest < 5_000, `${longest} ms`)
    assert.ok(
      [...codes.keys()].every((status) => [202, 422, 429].includes(status)),
      JSON.stringify([...codes]),
    )
  },
)

test('a tenant with too many waiting schemas gets 429', async (t) => {
  const gateway = await testGateway(t)
  const schemas = Array.from({ length: 60 }, (_, at) => ({ ...dearSchemas['1,900 properties'], $comment: `${at}` }))
  const answers = await Promise.all(schemas.map(async (schema) => await gateway.start({ url, scrape: { schema } })))
  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0 && answers.some(({ status }) => status === 202))
  for (const { body, headers } of refused) {
    assert.equal(body['code'], 'schema_busy')
    assert.ok(Number(headers.get('retry-after')) > 0)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { serpResultSchema } from '@seine/shared/api/schemas/serp-result.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { answering, fakeWorker, noResults, problemAnswer } from '../testing/fake-worker.ts'
import { testGateway } from '../testing/test-gateway.ts'

test('a search is asked of a scrape worker and answered with what it found', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const before = Date.now()
  const answer = await call('GET', '/serp?q=%20light%20%20house&country=de&language=PT-br&safe_search=true&mode=fast', {
    headers: { 'x-request-id': 'mine' },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, { request_id: 'mine', ...noResults })
  assert.deepEqual(schemaErrors(serpResultSchema, answer.body), [])
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
  const [asked] = worker.calls
  assert.equal(asked?.path, '/serp')
  const budgetMs = Number(asked.headers['x-seine-deadline-ms']) - before
  assert.ok(budgetMs >= serpLimits.fastBudgetMs && budgetMs < serpLimits.fastBudgetMs + 10_000, String(budgetMs))
  const task: SerpTask = {
    tenant: 'acme',
    query: 'light house',
    engine: 'google',
    country: 'DE',
    language: 'pt-BR',
    numResults: 10,
    page: 1,
    safeSearch: 'strict',
    timeRange: null,
    device: 'desktop',
    mode: 'fast',
  }
  assert.deepEqual(asked.task, task)
})

test('a search that is invalid reaches no worker', async (t) => {
  const worker = await fakeWorker(t)
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await call('GET', '/serp?query=a&q=b&page=0&Num_Results=5')
  assert.equal(answer.status, 422)
  const errors = answer.body['errors'] as { pointer: string }[]
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/query/Num_Results', '/query/page', '/query/q'])
  assert.match(answer.text, /spells it `num_results`/)
  assert.equal(worker.calls.length, 0)
})

test('an engine that keeps us out is a problem that says when to come again', async (t) => {
  const worker = await fakeWorker(t, problemAnswer('serp_blocked', [], { retryAfterSecs: 300 }))
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await call('GET', '/serp?q=a')
  assert.deepEqual(
    [answer.status, answer.body['code'], answer.headers.get('retry-after')],
    [502, 'serp_blocked', '300'],
  )
})

test('an engine that is not configured is 503', async (t) => {
  const worker = await fakeWorker(t, problemAnswer('serp_engine_not_configured'))
  const { call } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await call('GET', '/serp?q=a&engine=bing')
  assert.deepEqual([answer.status, answer.body['code']], [503, 'serp_engine_not_configured'])
})

test('busy and unavailable workers are reported as for every call', async (t) => {
  const full = await fakeWorker(t, answering(429, { error: 'full' }, { 'retry-after': '1' }))
  const busy = await testGateway(t, { scrapers: [full.url] })
  assert.equal((await busy.call('GET', '/serp?q=a')).body['code'], 'concurrency_limit_reached')
  const { call } = await testGateway(t, { scrapers: [] })
  assert.equal((await call('GET', '/serp?q=a')).body['code'], 'scrape_unavailable')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapResultSchema } from '@seine/shared/api/schemas/map-result.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import { schemaErrors } from '@seine/shared/api/testing/schema-errors.ts'
import { answering, fakeWorker, mappedSite, problemAnswer, vainAttempt } from '../testing/fake-worker.ts'
import { testGateway } from '../testing/test-gateway.ts'

const url = 'https://e.com/'

test('a map is asked of a scrape worker and answered with what it found', async (t) => {
  const worker = await fakeWorker(t)
  const { map } = await testGateway(t, { scrapers: [worker.url] })
  const before = Date.now()
  const body = { url: 'https://E.com#a', sitemap: 'only', limit: 5, timeout: 2_000, search: ' a b ', ignoreCache: true }
  const answer = await map(body, { headers: { 'x-request-id': 'mine' } })
  assert.equal(answer.status, 200, answer.text)
  const { url: _url, ...found } = mappedSite(url)
  assert.deepEqual(answer.body, { ...found, request_id: 'mine' })
  assert.deepEqual(schemaErrors(mapResultSchema, answer.body), [])
  assert.equal(answer.headers.get('content-length'), String(Buffer.byteLength(answer.text)))
  const [call] = worker.calls
  assert.equal(call?.path, '/map')
  const budgetMs = Number(call.headers['x-seine-deadline-ms']) - before
  assert.ok(budgetMs >= 7_000 && budgetMs < 17_000, String(budgetMs))
  const task: MapTask = {
    url,
    tenant: 'acme',
    sitemap: 'only',
    includeSubdomains: true,
    ignoreQueryParameters: true,
    ignoreCache: true,
    limit: 5,
    timeoutMs: 2_000,
    search: 'a b',
  }
  assert.deepEqual(call.task, task)
})

test('a worker that sends its URL last is understood too', async (t) => {
  const { url: told, ...found } = mappedSite(url)
  const worker = await fakeWorker(t, answering(200, { kind: 'result', result: { ...found, url: told } }))
  const { map } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await map({ url }, { headers: { 'x-request-id': 'mine' } })
  assert.deepEqual(answer.body, { ...found, request_id: 'mine' })
})

test('an invalid request reaches no worker', async (t) => {
  const worker = await fakeWorker(t)
  const { map } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await map({ url: 'nope', limit: 0, ignore_cache: true })
  assert.equal(answer.status, 422)
  const errors = answer.body['errors'] as { pointer: string }[]
  assert.deepEqual(errors.map(({ pointer }) => pointer).toSorted(), ['/ignore_cache', '/limit', '/url'])
  assert.match(answer.text, /spells it `ignoreCache`/)
  assert.equal(worker.calls.length, 0)
})

test('a site that cannot be reached is a problem with attempts', async (t) => {
  const attempts = [vainAttempt('dns_error')]
  const worker = await fakeWorker(t, problemAnswer('dns_failure', attempts))
  const { map } = await testGateway(t, { scrapers: [worker.url] })
  const answer = await map({ url })
  assert.deepEqual([answer.status, answer.body['code'], answer.body['attempts']], [502, 'dns_failure', attempts])
})

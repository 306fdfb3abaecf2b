import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { BadCursorError } from '@seine/activities/archive/ledger/ledger-reader.ts'
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { eventIdOf } from '@seine/shared/api/schemas/webhook-event.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { newJobId, pageNote, putRecord } from '../testing/fake-ports.ts'
import { testGateway, type Answer } from '../testing/test-gateway.ts'

const sealing = { seal: (text: string) => `sealed:${text.length}`, open: (text: string) => text }
const url = 'https://h.com/hook'

const delivered: DeliveryTry = {
  event_id: 'evt_1',
  type: 'crawl.started',
  sequence: 1,
  state: 'delivered',
  try: 1,
  at: '2026-01-01T00:00:00.000Z',
  elapsed_ms: 12,
  http_status: 204,
  error: null,
  next_try_at: null,
  redelivery: false,
}

/** Starts a gateway with a crawl that has a webhook for these events. */
async function withJob(t: TestContext, events: string[] = []) {
  const app = await testGateway(t, { sealing })
  const id = String((await app.start({ url: 'https://e.com/', webhook: { url, events } })).body['id'])
  const path = `/crawl/${id}/webhooks`
  const redeliver = (eventId: string, key = 'acme-key'): Promise<Answer> =>
    app.call('POST', `${path}/${eventId}/redeliver`, { key })
  const statusOf = async (sequence: number) => (await redeliver(eventIdOf(id, sequence))).status
  return { ...app, id, path, redeliver, statusOf }
}

test('the delivery log is returned in pages of the requested size', async (t) => {
  const { call, deliveries, id, path } = await withJob(t)
  deliveries.answer = { tries: [delivered], nextCursor: 'next' }
  const answer = await call('GET', `${path}?state=given_up&cursor=abc&limit=1`)
  assert.equal(answer.status, 200, answer.text)
  const { request_id: requestId, ...rest } = answer.body
  assert.deepEqual(rest, { data: [delivered], next_cursor: 'next' })
  assert.equal(requestId, answer.headers.get('x-request-id'))
  assert.deepEqual(deliveries.asked, [[id, { state: 'given_up', cursor: 'abc', limit: 1 }]])
})

test('a job without a webhook has an empty log, a batch has one too', async (t) => {
  const { start, startBatch, call, deliveries } = await testGateway(t, { sealing })
  const plain = String((await start({ url: 'https://e.com/', email: 'a@e.com' })).body['id'])
  const { body } = await call('GET', `/crawl/${plain}/webhooks`)
  assert.deepEqual([body['data'], body['next_cursor']], [[], null])
  assert.deepEqual(deliveries.asked, [])
  const batch = String((await startBatch({ urls: ['https://e.com/'], webhook: { url } })).body['id'])
  assert.equal((await call('GET', `/batch/scrape/${batch}/webhooks`)).status, 200)
  assert.deepEqual(deliveries.asked, [[batch, { state: null, cursor: null, limit: 100 }]])
})

test('the log of a foreign job, of an unknown one and of one of another kind is the same 404', async (t) => {
  const { call, id, path } = await withJob(t)
  const answers = [
    await call('GET', path, { key: 'other-key' }),
    await call('GET', `/crawl/${newJobId()}/webhooks`),
    await call('GET', `/batch/scrape/${id}/webhooks`),
    await call('GET', '/crawl/nonsense/webhooks'),
    await call('POST', `${path}/${eventIdOf(id, 1)}/redeliver`, { key: 'other-key' }),
  ]
  const [first, ...others] = answers.map(({ body: { request_id: _id, instance: _at, ...rest } }) => rest)
  assert.deepEqual([first?.['status'], first?.['code']], [404, 'job_not_found'])
  for (const other of others) assert.deepEqual(other, first)
})

test('parameters and cursors that are wrong are refused by name', async (t) => {
  const { call, path, deliveries } = await withJob(t)
  const wrong = [
    ['state=done', '/query/state'],
    ['limit=0', '/query/limit'],
    ['type=page', '/query/type'],
  ] as const
  for (const [query, pointer] of wrong) {
    const { status, body } = await call('GET', `${path}?${query}`)
    assert.deepEqual([status, (body['errors'] as { pointer: string }[])[0]?.pointer], [422, pointer])
  }
  assert.deepEqual(deliveries.asked, [])
  deliveries.answer = new BadCursorError('no')
  const { status, body } = await call('GET', `${path}?cursor=abc`)
  assert.deepEqual([status, (body['errors'] as { pointer: string }[])[0]?.pointer], [422, '/query/cursor'])
})

test('the log needs the store and nothing else', async (t) => {
  const { call, path, engine, deliveries } = await withJob(t)
  engine.fault = new JobEngineUnavailableError('away')
  assert.equal((await call('GET', path)).status, 200)
  deliveries.answer = new StoreUnavailableError('away')
  assert.equal((await call('GET', path)).body['code'], 'result_store_unavailable')
})

test('an event is sent again on request', async (t) => {
  const { redeliver, engine, id } = await withJob(t, ['started', 'failed'])
  const eventId = eventIdOf(id, 1)
  const answer = await redeliver(eventId)
  assert.equal(answer.status, 202, answer.text)
  const requestId = answer.headers.get('x-request-id')
  assert.deepEqual(answer.body, { success: true, id, event_id: eventId, request_id: requestId })
  const plan = { started: true, page: false, completed: false, failed: true }
  assert.deepEqual(engine.redelivered, [{ jobId: id, tenant: 'acme', plan, eventId }])
  engine.fault = new JobEngineUnavailableError('away')
  assert.equal((await redeliver(eventId)).body['code'], 'workflow_service_unavailable')
})

test('events of a running job are those that have happened', async (t) => {
  const { statusOf, notes, id } = await withJob(t)
  notes.ofJob.set(id, [pageNote(), pageNote()])
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(statusOf)), [202, 202, 202, 404])
  notes.fault = new StoreUnavailableError('away')
  assert.equal(await statusOf(2), 503)
})

test('a finished job has an event of its end, if it is one that is wanted', async (t) => {
  const all = await withJob(t)
  putRecord(all.store, all.id)
  assert.deepEqual(await Promise.all([1, 4, 5, 6].map(all.statusOf)), [202, 202, 202, 404])
  putRecord(all.store, all.id, { status: 'cancelled' })
  assert.deepEqual(await Promise.all([4, 5].map(all.statusOf)), [202, 404])

  const ends = await withJob(t, ['failed', 'completed'])
  assert.equal(await ends.statusOf(1), 404)
  putRecord(ends.store, ends.id, { status: 'failed' })
  assert.deepEqual(await Promise.all([1, 2].map(ends.statusOf)), [202, 404])

  const failure = await withJob(t, ['failed'])
  putRecord(failure.store, failure.id)
  assert.equal(await failure.statusOf(1), 404)
})

test('a cancelled job has an event of its end for a webhook that wants it', async (t) => {
  const { call, store, url: gateway } = await testGateway(t, { sealing })
  const body = JSON.stringify({ url: 'https://e.com/', webhook: { url, events: ['started', 'cancelled'] } })
  const headers = { authorization: 'Bearer acme-key', 'content-type': 'application/json' }
  const started = await fetch(`${gateway}/v2/crawl`, { method: 'POST', body, headers })
  const { id } = (await started.json()) as { id: string }
  const statusOf = async (sequence: number) =>
    (await call('POST', `/crawl/${id}/webhooks/${eventIdOf(id, sequence)}/redeliver`)).status
  putRecord(store, id, { status: 'cancelled' })
  assert.deepEqual(await Promise.all([1, 2, 3].map(statusOf)), [202, 202, 404])
  putRecord(store, id, { status: 'failed' })
  assert.equal(await statusOf(2), 404)
})

test('what is no event of the job is not found', async (t) => {
  const { redeliver, start, call, engine, id } = await withJob(t)
  const other = newJobId()
  for (const eventId of [
    eventIdOf(other, 1),
    eventIdOf(id, 0),
    `evt_${id}_01`,
    `${eventIdOf(id, 1)}%20`,
    'x',
    '%E2%98%83',
  ]) {
    const { status, body } = await redeliver(eventId)
    assert.deepEqual([status, body['code']], [404, 'not_found'], eventId)
  }
  const plain = String((await start({ url: 'https://e.com/' })).body['id'])
  assert.equal((await call('POST', `/crawl/${plain}/webhooks/${eventIdOf(plain, 1)}/redeliver`)).status, 404)
  assert.deepEqual(engine.redelivered, [])
})

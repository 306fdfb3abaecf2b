import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingFor, type TargetDelivery } from '@seine/shared/jobs/target-deliveries.ts'
import { archiveKey, statusKey, targetDeliveryKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { emailDeliveryIdOf, webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { newJobId, putRecord } from '../testing/fake-ports.ts'
import { testGateway } from '../testing/test-gateway.ts'

/** Closes the lifecycle workflow of a job. */
function close(engine: Awaited<ReturnType<typeof testGateway>>['engine'], id: string): void {
  engine.workflows.set(id, { ...engine.workflows.get(id)!, state: 'failed', closedAt: new Date(5_000) })
}

test('a job that runs, and one of which nothing is missing, have nothing to finalise', async (t) => {
  const { start, call, engine, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  const running = await call('POST', `/crawl/${id}/finalise`)
  const { request_id: _, ...body } = running.body
  assert.deepEqual([running.status, body], [200, { success: true, id, status: 'crawling', finalising: false }])
  putRecord(store, id)
  const whole = await call('POST', `/v1/crawl/${id}/finalise`)
  assert.deepEqual([whole.status, whole.body['status'], whole.body['finalising']], [200, 'completed', false])
  assert.deepEqual(engine.finalised, [])
})

test('a job whose record is incomplete is finalised with the end that it has', async (t) => {
  const { startBatch, call, engine, store } = await testGateway(t)
  const id = String((await startBatch({ urls: ['https://e.com/'] })).body['id'])
  putRecord(store, id, { kind: 'batch', status: 'failed', error: 'late', incomplete: true })
  const answer = await call('POST', `/batch/scrape/${id}/finalise`, { headers: { 'Idempotency-Key': 'once' } })
  assert.deepEqual([answer.status, answer.body['status'], answer.body['finalising']], [202, 'failed', true])
  const endedAtMs = Date.parse('2026-01-01T00:00:10.500Z')
  const outcome = { status: 'failed', error: 'late' }
  assert.deepEqual(engine.finalised, [{ jobId: id, tenant: 'acme', outcome, endedAtMs }])
})

test('results that building again has not brought are built once more when what they are built from has changed', async (t) => {
  const { start, call, engine, sources, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  close(engine, id)
  putRecord(store, id, { incomplete: true, builtFrom: sources.answer })
  const same = await call('POST', `/crawl/${id}/finalise`)
  assert.deepEqual([same.status, same.body['finalising'], engine.finalised], [200, false, []])
  sources.answer = 'one object is back'
  assert.equal((await call('POST', `/crawl/${id}/finalise`)).status, 202)
})

test('notices that were never sent are sent of a complete record, unless something is about to send them', async (t) => {
  const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') })
  const { start, call, engine, notices, store } = await testGateway(t, { sealing })
  const webhook = { url: 'https://receiver.test/', events: ['completed'] }
  const id = String((await start({ url: 'https://e.com/', webhook, email: 'a@e.com' })).body['id'])
  putRecord(store, id)
  const closed = { ...engine.workflows.get(id)!, state: 'terminated' as const, closedAt: new Date(5_000) }
  const asked = async () => {
    const { status, body } = await call('POST', `/crawl/${id}/finalise`)
    return [status, body['finalising'], engine.finalised.splice(0).length]
  }
  const [sent, due] = [
    [200, false, 0],
    [202, true, 1],
  ]
  notices.answer = { events: true, mail: true }
  assert.deepEqual(await asked(), sent, 'its lifecycle is about to tell')
  engine.workflows.set(id, closed)
  assert.deepEqual(await asked(), due)
  notices.answer = { events: true, mail: false }
  engine.workflows.set(webhookDeliveryIdOf(id), { ...closed, state: 'running' })
  assert.deepEqual(await asked(), sent, 'its chain of events runs')
  engine.workflows.set(webhookDeliveryIdOf(id), { ...closed, state: 'completed' })
  assert.deepEqual(await asked(), due, 'its chain ended without being told of the end')
  notices.answer = { events: false, mail: true }
  assert.deepEqual(await asked(), due)
  engine.workflows.set(emailDeliveryIdOf(id), { ...closed, state: 'completed' })
  assert.deepEqual(await asked(), sent, 'its mail was given up')
  notices.answer = { events: false, mail: false }
  engine.fault = new JobEngineUnavailableError('away')
  assert.deepEqual(await asked(), sent, 'the store alone says that all is sent')
})

test('archives that were replaced after they were delivered are delivered again', async (t) => {
  const { start, call, engine, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  close(engine, id)
  const job = { tenant: 'acme', id }
  const key = archiveKey(job, 'markdown')
  const name = key.slice(key.lastIndexOf('/') + 1)
  putRecord(store, id, { deliverTo: ['lake'], expiresAt: '9999-01-01T00:00:00.000Z' })
  await store.put(key, 'one')
  const { etag } = (await store.head(key))!
  const files = [{ name, bytes: 3, sha256: 'ab', source: etag }]
  const delivery: TargetDelivery = { ...waitingFor('lake'), state: 'delivered', files }
  await store.put(targetDeliveryKey(job, 'lake'), JSON.stringify(delivery))
  const finalising = async () => (await call('POST', `/crawl/${id}/finalise`)).body['finalising']
  assert.equal(await finalising(), false)
  await store.put(key, 'two')
  assert.equal(await finalising(), true)
  assert.deepEqual(engine.finalised[0]?.deliverTo, ['lake'])
})

test('a job that failed before it could write its results is finalised as failed', async (t) => {
  const { start, call, engine } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  close(engine, id)
  assert.equal((await call('POST', `/crawl/${id}/finalise`)).status, 202)
  assert.deepEqual(engine.finalised[0]?.endedAtMs, 5_000)
  assert.match(JSON.stringify(engine.finalised[0]?.outcome), /failed before it could write its results/)
})

test('a record that is damaged counts as none', async (t) => {
  const { start, call, engine, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  close(engine, id)
  store.objects.set(statusKey({ tenant: 'acme', id }), '{"id":')
  assert.equal((await call('GET', `/crawl/${id}`)).body['status'], 'failed')
  assert.equal((await call('POST', `/crawl/${id}/finalise`)).status, 202)
})

test('foreign jobs and bad idempotency keys are refused, faults of the engine reported', async (t) => {
  const { start, call, engine, store } = await testGateway(t)
  const id = String((await start({ url: 'https://e.com/' })).body['id'])
  const path = `/crawl/${id}/finalise`
  for (const [where, key] of [
    [path, 'other-key'],
    [`/crawl/${newJobId()}/finalise`, 'acme-key'],
    [`/batch/scrape/${id}/finalise`, 'acme-key'],
  ] as const) {
    const { status, body } = await call('POST', where, { key })
    assert.deepEqual([status, body['code']], [404, 'job_not_found'])
  }
  const bad = await call('POST', path, { headers: { 'Idempotency-Key': 'not visible' } })
  assert.deepEqual([bad.status, bad.body['code']], [422, 'validation_failed'])
  putRecord(store, id, { incomplete: true })
  engine.fault = new JobEngineUnavailableError('away')
  assert.equal((await call('POST', path)).status, 503)
})

/** Jobs whose stored request is damaged, as callers see them. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { inputCopyKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import { putRecord } from './testing/fake-ports.ts'
import { testGateway } from './testing/test-gateway.ts'

async function started(t: TestContext) {
  const gateway = await testGateway(t)
  const start = await gateway.startBatch({ urls: ['https://e.com/'], tag: ['x'] })
  assert.equal(start.status, 202, start.text)
  const id = String(start.body['id'])
  const damage = (key: typeof inputKey): void => void gateway.store.objects.set(key({ tenant: 'acme', id }), '{"id":')
  return { ...gateway, id, damage }
}

test('a job whose request is damaged in one object is answered for as before', async (t) => {
  const { call, damage, id, store } = await started(t)
  damage(inputKey)
  const status = await call('GET', `/batch/scrape/${id}`)
  assert.deepEqual([status.status, status.body['tag']], [200, ['x']])
  assert.equal((await call('GET', `/batch/scrape/${id}/urls`)).status, 200)
  putRecord(store, id, { kind: 'batch' })
  assert.equal((await call('POST', `/batch/scrape/${id}/finalise`)).status, 200)
})

test('one whose request is damaged in both has its status; what needs the request names the damage', async (t) => {
  const { call, damage, engine, id, log } = await started(t)
  damage(inputKey)
  damage(inputCopyKey)
  assert.equal((await call('GET', `/batch/scrape/${id}`)).body['status'], 'scraping')
  engine.workflows.set(id, { ...engine.workflows.get(id)!, state: 'failed', closedAt: new Date() })
  assert.equal((await call('GET', `/batch/scrape/${id}`)).body['status'], 'failed')
  for (const [method, what] of [
    ['GET', 'urls'],
    ['POST', 'retry'],
    ['POST', 'finalise'],
  ] as const) {
    const { status, body } = await call(method, `/batch/scrape/${id}/${what}`)
    assert.deepEqual([status, body['code'], body['retryable']], [500, 'stored_data_damaged', false], what)
  }
  assert.match(JSON.stringify(log.find(({ code }) => code === 'stored_data_damaged')), /input\.json is damaged/)
})

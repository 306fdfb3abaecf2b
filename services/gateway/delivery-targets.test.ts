import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitingFor } from '@seine/shared/jobs/target-deliveries.ts'
import type { DeliveryTarget } from '@seine/shared/operator-services/delivery-targets.ts'
import { inputKey, targetDeliveryKey } from '@seine/shared/storage/object-keys.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { targetDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { putRecord } from './testing/fake-ports.ts'
import { testGateway } from './testing/test-gateway.ts'

const lake: DeliveryTarget = {
  name: 'lake',
  endpoint: 'http://canary.example',
  region: 'us-east-1',
  bucket: 'canary-bucket',
  prefix: '',
  accessKeyIdFile: '/canary',
  secretAccessKeyFile: '/canary',
  pathStyle: true,
  tenants: null,
}
const targets = [lake, { ...lake, name: 'second' }]
const url = 'https://93.184.216.34/'

test('a name that is no target of the tenant is refused with those that are, beside the other problems', async (t) => {
  const { start, startBatch, call } = await testGateway(t, { targets })
  const crawl = await start({ url, limit: 0, deliver_to: ['lake', 'ocean'] })
  assert.equal(crawl.status, 422)
  assert.deepEqual(
    (crawl.body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer),
    ['/limit', '/deliver_to/1'],
  )
  assert.match(crawl.text, /`deliver_to\[1\]` must be the name of a delivery target: `lake`, `second`, got \\"ocean\\"/)
  assert.doesNotMatch(crawl.text, /canary/)
  const other = await startBatch({ urls: [url], deliver_to: ['lake'] }, { key: 'other-key' })
  assert.match(String(other.body['detail']), /this service has none for this key, got "lake"/)
  const spelled = await startBatch({ urls: [url], deliverTo: ['lake'] })
  assert.match(spelled.text, /unknown_field.*deliver_to/)
  for (const wrong of ['lake', [7], ['a b']]) {
    assert.equal((await start({ url, deliver_to: wrong })).status, 422, JSON.stringify(wrong))
  }
  const watch = { name: 'w', schedule: { every_seconds: 3_600 }, crawl: { url, deliver_to: ['ocean'] } }
  const body = JSON.stringify(watch)
  const refused = await call('POST', '/watches', { body, headers: { 'content-type': 'application/json' } })
  assert.deepEqual(
    (refused.body['errors'] as { pointer: string; message: string }[]).map(({ pointer, message }) => [
      pointer,
      message.split(' must')[0],
    ]),
    [['/crawl/deliver_to/0', '`crawl.deliver_to[0]`']],
  )
})

test('the targets of a job are stored once each, and its status reports how far each is', async (t) => {
  const { start, call, store, engine } = await testGateway(t, { targets })
  const id = String((await start({ url, deliver_to: ['second', 'lake', 'second'] })).body['id'])
  const job = { tenant: 'acme', id }
  const { deliverTo } = (await store.getJson<JobInput>(inputKey(job)))!
  assert.deepEqual(deliverTo, ['second', 'lake'])
  const deliveries = async () => (await call('GET', `/crawl/${id}`)).body['deliveries']
  const waiting = { state: 'waiting', files: [], error: null, delivered_at: null }
  assert.deepEqual(await deliveries(), [
    { target: 'second', ...waiting },
    { target: 'lake', ...waiting },
  ])
  engine.workflows.set(id, { ...engine.workflows.get(id)!, state: 'completed', closedAt: new Date(5_000) })
  putRecord(store, id, { deliverTo })
  const file = { name: 'markdown.zip', bytes: 3, sha256: 'ab' }
  const delivered = {
    ...waitingFor('second'),
    state: 'delivered',
    files: [{ ...file, source: '"etag"' }],
    deliveredAt: '2026-01-01T00:00:00.000Z',
  }
  await store.put(targetDeliveryKey(job, 'second'), JSON.stringify(delivered))
  await store.put(
    targetDeliveryKey(job, 'lake'),
    JSON.stringify({ ...waitingFor('lake'), state: 'failed', error: 'away' }),
  )
  assert.deepEqual(await deliveries(), [
    { target: 'second', state: 'delivered', files: [file], error: null, delivered_at: '2026-01-01T00:00:00.000Z' },
    { target: 'lake', state: 'failed', files: [], error: 'away', delivered_at: null },
  ])

  const finalise = async () => (await call('POST', `/crawl/${id}/finalise`)).body['finalising']
  engine.workflows.set(targetDeliveryIdOf(id, 'lake'), {
    ...engine.workflows.get(id)!,
    state: 'running',
    closedAt: null,
  })
  assert.equal(await finalise(), false, 'it is being delivered')
  engine.workflows.delete(targetDeliveryIdOf(id, 'lake'))
  assert.equal(await finalise(), true)
  assert.deepEqual(engine.finalised[0]?.deliverTo, ['lake'])
})

test('a job that ended without a record has failed deliveries', async (t) => {
  const { start, call, engine } = await testGateway(t, { targets })
  const id = String((await start({ url, deliver_to: ['lake'] })).body['id'])
  engine.workflows.set(id, { ...engine.workflows.get(id)!, state: 'failed', closedAt: new Date(5_000) })
  const [delivery] = (await call('GET', `/crawl/${id}`)).body['deliveries'] as Record<string, unknown>[]
  assert.deepEqual([delivery?.['state'], delivery?.['error']], ['failed', 'the job has no archives'])
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JobListQuery } from '@seine/shared/api/rules/query-parameters.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { createStartedJobs, markOf } from '@seine/shared/jobs/started-jobs.ts'
import { waitingFor } from '@seine/shared/jobs/target-deliveries.ts'
import { targetDeliveryKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { FakeEngine, FakeStore, lifecycleView, newJobId, putJob, putRecord, runView } from '../testing/fake-ports.ts'
import { statusPorts } from '../testing/status-ports.ts'
import { readJobList } from './job-list.ts'

const whole: JobListQuery = { cursor: null, limit: 50, kind: null, status: null, tag: null, createdAfterMs: null }

const expiresAt = '2100-01-01T00:00:00.000Z'

/** A list over a store and an engine that count their reads. */
function setUp() {
  const engine = new FakeEngine()
  const store = new FakeStore()
  const marks = new MemoryStore()
  const ports = { ...statusPorts({ engine, store }), started: createStartedJobs(marks) }
  let described = 0
  engine.onDescribe = () => void (described += 1)
  let startedJobs = 0
  const start = async (tenant = 'acme', id = newJobId()): Promise<string> => {
    startedJobs += 1
    await marks.put(markOf({ tenant, id, createdAt: new Date(Date.now() + startedJobs).toISOString() }), '{}')
    return id
  }
  return {
    engine,
    store,
    start,
    described: () => described,
    read: async (query: Partial<JobListQuery> = {}, tenant = 'acme') =>
      (await readJobList(tenant, { ...whole, ...query }, ports)).data.map(({ id, status }) => [id, status]),
  }
}

test('a finished job is read once, and running ones at each look', async () => {
  const { engine, store, start, described, read } = setUp()
  const [done, running] = [await start(), await start()]
  putRecord(store, done, { expiresAt, tag: ['docs'] })
  putJob(engine, running, lifecycleView(), runView({ total: 1, completed: 0, failed: 0, pending: 0 }))
  const all = [
    [running, 'crawling'],
    [done, 'completed'],
  ]
  assert.deepEqual(await read(), all)
  const first = described()
  // Neither the engine nor the store is asked about the finished job again.
  store.objects.clear()
  assert.deepEqual(await read(), all)
  assert.equal(described() - first, 2)
  assert.deepEqual(await read({ tag: 'docs' }), [all[1]])
  assert.deepEqual(await read({ status: 'completed' }), [all[1]])
})

test('the end of a job is seen at the next look', async () => {
  const { engine, store, start, read } = setUp()
  const id = await start()
  putJob(engine, id, lifecycleView(), runView({ total: 1, completed: 0, failed: 0, pending: 0 }))
  assert.deepEqual(await read(), [[id, 'crawling']])
  putRecord(store, id, { expiresAt })
  putJob(engine, id, lifecycleView({ state: 'completed' }), runView({ total: 3, completed: 2, failed: 1, pending: 0 }))
  assert.deepEqual(await read(), [[id, 'completed']])
  const next = await start()
  putRecord(store, next, { expiresAt, status: 'failed', error: 'no' })
  assert.deepEqual(await read(), [
    [next, 'failed'],
    [id, 'completed'],
  ])
})

test('what is kept of a tenant is nothing of another', async () => {
  const { store, start, read } = setUp()
  const id = await start()
  putRecord(store, id, { expiresAt })
  // A mark of the same id, which the other tenant has no record of.
  await start('other', id)
  assert.equal((await read()).length, 1)
  assert.deepEqual(await read({}, 'other'), [])
})

/** What changes after the end of a job is listed anew as soon as its status is read anew. */
async function assertListedAnew(t: TestContext, before: Partial<FinalStatus>, after: Partial<FinalStatus>) {
  let laterMs = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + laterMs)
  const { store, start, read } = setUp()
  const id = await start()
  const deliver = (deliverTo: readonly string[] = []) => {
    for (const target of deliverTo) {
      const delivery = { ...waitingFor(target), state: 'delivered' }
      store.objects.set(targetDeliveryKey({ tenant: 'acme', id }, target), JSON.stringify(delivery))
    }
  }
  deliver(before.deliverTo)
  putRecord(store, id, { expiresAt, ...before })
  assert.deepEqual(await read(), [[id, 'completed']])
  putRecord(store, id, { expiresAt, ...after })
  laterMs = gatewayLimits.finishedKeptMs + 1
  assert.deepEqual(await read(), [[id, after.status]])
}

test('incomplete results are listed again: they may be built again', async (t) => {
  await assertListedAnew(t, { incomplete: true }, { status: 'failed' })
})

test('a job with deliveries is listed again: they may be started again', async (t) => {
  await assertListedAnew(t, { deliverTo: ['archive'] }, { status: 'failed' })
})

test('a job that has expired is not listed any longer', async (t) => {
  let laterMs = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + laterMs)
  const { store, start, read } = setUp()
  const id = await start()
  putRecord(store, id, { expiresAt: new Date(Date.now() - 1_000).toISOString() })
  assert.equal((await read()).length, 1)
  // The store removes it at its own time; from then on it is not there.
  store.objects.clear()
  laterMs = gatewayLimits.finishedKeptMs + 1
  assert.deepEqual(await read(), [])
})

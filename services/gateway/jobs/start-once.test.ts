import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { batchUrlsKey, inputKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { ApiError } from '../http/api-error.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { inputOf, lifecycleView, putRecord } from '../testing/fake-ports.ts'
import { startOnce } from './start-once.ts'
import { testGateway, type Answer, type TestGateway } from '../testing/test-gateway.ts'

const urls = ['https://e.com/a', 'https://e.com/b']
const body = { urls, webhook: { url: 'https://h.com/' } }
const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })!
const under = (key: string) => ({ headers: { 'idempotency-key': key } })
const sameAnswer = ({ status, body: { request_id: _id, ...rest } }: Answer) => ({ status, rest })
const gateway = (t: TestContext) => testGateway(t, { sealing })

class Killed extends Error {}

type Method = (...args: unknown[]) => Promise<unknown>

/** Makes a process die before or after its nth external step. @returns a function that revives it. */
function dieAt({ engine, store, running }: TestGateway, step: number, when: 'before' | 'after'): () => void {
  let steps = 0
  const revivals: (() => void)[] = []
  const mortal = <Target extends object>(target: Target, names: readonly (keyof Target & string)[]): void => {
    for (const name of names) {
      const run = (target[name] as Method).bind(target)
      const dying: Method = async (...args) => {
        steps += 1
        if (steps > step || (steps === step && when === 'before')) throw new Killed()
        const result = await run(...args)
        if (steps >= step) throw new Killed()
        return result
      }
      Object.assign(target, { [name]: dying })
      revivals.push(() => Reflect.deleteProperty(target, name))
    }
  }
  mortal(engine, ['start', 'describe'])
  mortal(running, ['take'])
  mortal(store, ['put', 'putIfAbsent', 'getJson'])
  return () => {
    for (const revive of revivals) revive()
  }
}

for (const when of ['before', 'after'] as const) {
  for (const step of [1, 2, 3, 4, 5, 6, 7]) {
    test(`a gateway that dies ${when} step ${step} of a start leaves what a repeat ends: one job`, async (t) => {
      const app = await gateway(t)
      const revive = dieAt(app, step, when)
      assert.equal((await app.startBatch(body, under('k'))).status, 500)
      revive()
      const started = app.engine.started.length
      const again = await app.startBatch(body, under('k'))
      assert.equal(again.status, 202, again.text)
      assert.equal(again.headers.get('idempotent-replayed'), started === 1 ? 'true' : null)
      assert.equal(app.engine.started.length, 1)
      const id = String(again.body['id'])
      assert.equal(again.body['runId'], app.engine.workflows.get(id)?.runId)
      assert.deepEqual(JSON.parse(app.store.objects.get(batchUrlsKey({ tenant: 'acme', id })) ?? ''), urls)
      assert.deepEqual([...app.running.places], [[id, 'id-acme-key']])
      const third = await app.startBatch(body, under('k'))
      assert.deepEqual(sameAnswer(third), sameAnswer(again))
      assert.equal(third.headers.get('idempotent-replayed'), 'true')
    })
  }
}

test('an input that another request is writing is waited for', async (t) => {
  const { start, store, engine } = await gateway(t)
  const first = await start({ url: 'https://e.com/' }, under('k'))
  const id = String(first.body['id'])
  const key = inputKey({ tenant: 'acme', id })
  const written = store.objects.get(key) ?? ''
  store.objects.delete(key)
  engine.workflows.clear()
  const reads = t.mock.method(store, 'getJson')
  store.putIfAbsent = async () => {
    const before = reads.mock.callCount()
    // The object appears after the first unsuccessful read, whenever that happens.
    const write = (): void => {
      if (reads.mock.callCount() > before) store.objects.set(key, written)
      else setImmediate(write)
    }
    setImmediate(write)
    return false
  }
  const again = await start({ url: 'https://e.com/' }, under('k'))
  assert.equal(again.status, 202, again.text)
  assert.equal((JSON.parse(written) as JobInput).requestId, first.body['request_id'])
  assert.deepEqual(engine.started[1], engine.started[0])
})

test('a job that is over is answered for, and another request under its key refused', async (t) => {
  const { start, engine, store } = await gateway(t)
  const first = await start({ url: 'https://e.com/' }, under('k'))
  const id = String(first.body['id'])
  const { memo, runId } = engine.workflows.get(id) ?? lifecycleView()
  engine.workflows.set(id, lifecycleView({ memo, runId, state: 'completed', closedAt: new Date() }))
  putRecord(store, id)
  assert.deepEqual(sameAnswer(await start({ url: 'https://e.com/' }, under('k'))), sameAnswer(first))
  const other = await start({ url: 'https://e.com/other' }, under('k'))
  assert.deepEqual([other.status, other.body['code']], [422, 'idempotency_key_reused'])
  // The stored objects expire before the workflow service forgets the workflow.
  store.objects.clear()
  const again = await start({ url: 'https://e.com/' }, under('k'))
  assert.deepEqual(sameAnswer(again), sameAnswer(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await start({ url: 'https://e.com/other' }, under('k'))).body['code'], 'idempotency_key_reused')
  assert.equal(engine.started.length, 1)
  assert.equal(store.objects.size, 0)
})

test('a repeat is answered when what the job needed is gone, and a new job is refused', async (t) => {
  const app = await gateway(t)
  const json = (value: object) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
  const session = await app.call('POST', '/sessions', json({ session_id: 'Shop', domain: 'e.com' }))
  assert.equal(session.status, 201, session.text)
  const page = { url: 'https://e.com/', scrape: { session_id: 'Shop' } }
  const first = await app.start(page, under('k'))
  assert.equal(first.status, 202, first.text)
  assert.equal((await app.call('DELETE', '/sessions/Shop')).status, 204)
  const again = await app.start(page, under('k'))
  assert.deepEqual(sameAnswer(again), sameAnswer(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  // An interrupted start is completed as well.
  app.engine.workflows.clear()
  assert.equal((await app.start(page, under('k'))).status, 202)
  assert.equal(app.engine.started.length, 2)
  assert.equal((await app.start(page, under('other'))).body['code'], 'session_not_found')
})

test('a job whose record is damaged is over as well', async (t) => {
  const app = await gateway(t)
  const { id } = (await app.startBatch(body, under('k'))).body
  app.store.objects.set(statusKey({ tenant: 'acme', id: String(id) }), '{"id":')
  app.engine.workflows.clear()
  const again = await app.startBatch(body, under('k'))
  assert.deepEqual([again.status, again.body['id'], again.headers.get('idempotent-replayed')], [202, id, 'true'])
  assert.equal(app.engine.started.length, 1)
})

test('a forgotten idempotency key starts a new job', async (t) => {
  const { start, engine, store } = await gateway(t)
  await start({ url: 'https://e.com/' }, under('k'))
  engine.workflows.clear()
  store.objects.clear()
  const later = await start({ url: 'https://e.com/other' }, under('k'))
  assert.deepEqual([later.status, later.headers.get('idempotent-replayed')], [202, null])
  assert.equal(engine.started.length, 2)
})

test('a job without room is refused; its repeat runs once there is some', async (t) => {
  const { start, running, engine } = await gateway(t)
  running.fault = new ApiError('concurrency_limit_reached', 'full')
  for (const options of [{}, under('k')]) {
    const answer = await start({ url: 'https://e.com/' }, options)
    assert.deepEqual([answer.status, answer.body['code']], [429, 'concurrency_limit_reached'])
    assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  }
  running.fault = null
  assert.equal((await start({ url: 'https://e.com/' }, under('k'))).status, 202)
  // A replay needs no free place.
  running.fault = new ApiError('concurrency_limit_reached', 'full')
  assert.equal((await start({ url: 'https://e.com/' }, under('k'))).headers.get('idempotent-replayed'), 'true')
  assert.equal(engine.started.length, 1)
})

test('a start that is refused for want of room has not bound its key', async (t) => {
  const { start, running, engine, store } = await gateway(t)
  running.fault = new ApiError('concurrency_limit_reached', 'full')
  assert.equal((await start({ url: 'https://e.com/' }, under('k'))).status, 429)
  assert.equal(store.objects.size, 0)
  running.fault = null
  const other = await start({ url: 'https://e.com/other' }, under('k'))
  assert.deepEqual([other.status, other.headers.get('idempotent-replayed')], [202, null])
  assert.equal((await start({ url: 'https://e.com/' }, under('k'))).body['code'], 'idempotency_key_reused')
  assert.equal(engine.started.length, 1)
})

test('of two API keys of a tenant that start a job at once, the one that comes first counts it', async (t) => {
  const elsewhere = await gateway(t)
  const { id } = (await elsewhere.start({ url: 'https://e.com/' }, under('k'))).body
  const input: JobInput = { ...inputOf(elsewhere.store, id), keyId: 'second' }
  const { start, running, engine, store } = await gateway(t)
  const take = running.take.bind(running)
  const { promise: overtaken, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: waiting, resolve: taken } = Promise.withResolvers<void>()
  running.take = async (starter, jobId) => {
    const place = await take(starter, jobId)
    taken()
    await overtaken
    return place
  }
  const slow = start({ url: 'https://e.com/' }, under('k'))
  await waiting
  running.take = take
  const order = {
    input,
    requestHash: input.requestHash ?? null,
    list: null,
    starter: { tenant: 'acme', keyId: 'second', quotas: {} },
  }
  assert.equal((await startOnce(order, { engine, store, running, sealing: null })).replayed, false)
  letGo()
  assert.equal((await slow).headers.get('idempotent-replayed'), 'true')
  assert.equal(engine.started.length, 1)
  assert.deepEqual([...running.places], [[input.id, 'second']])
})

test('a start for which the engine does not answer is not kept waiting while its place is given back', async (t) => {
  const { start, running, engine } = await gateway(t)
  const given = Promise.withResolvers<void>()
  const take = running.take.bind(running)
  running.take = async (starter, jobId) => {
    const place = await take(starter, jobId)
    return { giveBack: async () => await given.promise.then(async () => await place.giveBack()) }
  }
  engine.start = async () => {
    throw new JobEngineUnavailableError('away')
  }
  assert.equal((await start({ url: 'https://e.com/' })).status, 503)
  assert.equal(running.places.size, 1)
  given.resolve()
  await new Promise(setImmediate)
  assert.equal(running.places.size, 0)
})

test('a start that fails gives its place back', async (t) => {
  const { start, running, engine, store } = await gateway(t)
  const run = engine.start.bind(engine)
  engine.start = async () => {
    throw new JobEngineUnavailableError('away')
  }
  assert.equal((await start({ url: 'https://e.com/' })).status, 503)
  engine.start = run
  store.put = async () => {
    throw new StoreUnavailableError('away')
  }
  assert.equal((await start({ url: 'https://e.com/' })).status, 503)
  assert.equal(running.places.size, 0)
  assert.deepEqual(engine.started, [])
})

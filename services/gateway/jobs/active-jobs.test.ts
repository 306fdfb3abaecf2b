import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { gatewayLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { ActiveJobsReader, type JobOwner } from './active-jobs.ts'
import { ApiError } from '../http/api-error.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { cursorAfter } from '../engine/list-cursor.ts'
import { FakeEngine, lifecycleView, newJobId } from '../testing/fake-ports.ts'
import { testGateway, type Answer } from '../testing/test-gateway.ts'

const acme: JobOwner = { tenant: 'acme', kind: 'crawl' }

/** Puts running crawls of tenant `acme` into the engine, a second apart. @returns their ids, newest first. */
function putRunning(engine: FakeEngine, count: number): string[] {
  const ids = Array.from({ length: count }, () => newJobId())
  for (const [at, id] of ids.entries()) {
    engine.workflows.set(id, lifecycleView({ startedAt: new Date(Date.UTC(2026, 0, 1) - at * 1_000) }))
  }
  return ids
}

/** Creates a reader whose clocks the test controls. */
function setUp(t: TestContext) {
  const clock = { ms: 0 }
  t.mock.method(performance, 'now', () => clock.ms)
  const engine = new FakeEngine()
  const reader = new ActiveJobsReader(engine)
  const idsOf = async (cursor: string | null, limit: number, owner = acme) => {
    const { data, next_cursor: next } = await reader.page(owner, { cursor, limit })
    return { ids: data.map(({ id }) => id), next }
  }
  return { clock, engine, reader, idsOf }
}

const idsIn = ({ body }: Answer): string[] => (body['data'] as { id: string }[]).map(({ id }) => id)

test('running jobs are listed by kind and tenant, with what is known of them', async (t) => {
  const { start, startBatch, call, engine } = await testGateway(t)
  const crawl = await start({ url: 'https://e.com/', limit: 7 })
  const batch = await startBatch({ urls: ['https://e.com/1', 'https://e.com/2'] })
  const other = await start({ url: 'https://e.com/' }, { key: 'other-key' })
  const over = await start({ url: 'https://e.com/' })
  engine.workflows.set(String(over.body['id']), lifecycleView({ state: 'completed' }))

  const crawls = await call('GET', '/crawl/active')
  assert.equal(crawls.status, 200, crawls.text)
  const [{ createdAt, ...job }] = crawls.body['data'] as [Record<string, unknown>]
  assert.deepEqual(job, { id: crawl.body['id'], status: 'crawling', url: 'https://e.com/', limit: 7 })
  assert.ok(Date.now() - Date.parse(String(createdAt)) < 60_000)
  assert.deepEqual([idsIn(crawls).length, crawls.body['next_cursor']], [1, null])
  assert.equal(crawls.body['request_id'], crawls.headers.get('x-request-id'))

  const batches = await call('GET', '/batch/scrape/active')
  assert.deepEqual(idsIn(batches), [batch.body['id']])
  assert.equal((batches.body['data'] as { status: string }[])[0]?.status, 'scraping')
  assert.deepEqual(idsIn(await call('GET', '/crawl/active', { key: 'other-key' })), [other.body['id']])
  assert.deepEqual(idsIn(await call('GET', '/batch/scrape/active', { key: 'other-key' })), [])
})

test('parameters and cursors that are wrong are refused by name', async (t) => {
  const { call } = await testGateway(t)
  for (const [query, pointer] of [
    ['limit=0', '/query/limit'],
    ['state=failed', '/query/state'],
    ['cursor=abc', '/query/cursor'],
  ] as const) {
    const answer = await call('GET', `/crawl/active?${query}`)
    assert.equal(answer.status, 422, query)
    assert.deepEqual(
      (answer.body['errors'] as { pointer: string }[]).map((error) => error.pointer),
      [pointer],
    )
  }
})

test('an unavailable engine is reported', async (t) => {
  const { call, engine } = await testGateway(t)
  engine.fault = new JobEngineUnavailableError('away')
  const answer = await call('GET', '/crawl/active')
  assert.deepEqual([answer.status, answer.body['code']], [503, 'workflow_service_unavailable'])
})

test('pages follow each other without gap or repeat, by one look at the index', async (t) => {
  const { engine, idsOf } = setUp(t)
  const ids = putRunning(engine, 7)
  const first = await idsOf(null, 3)
  const second = await idsOf(first.next, 3)
  const third = await idsOf(second.next, 3)
  assert.deepEqual([...first.ids, ...second.ids, ...third.ids], ids)
  assert.deepEqual([third.ids.length, third.next], [1, null])
  assert.equal(engine.listed.length, 1)
})

test('jobs started at the same time have an order too', async (t) => {
  const { engine, idsOf } = setUp(t)
  const ids = Array.from({ length: 5 }, () => newJobId())
  for (const id of ids) engine.workflows.set(id, lifecycleView())
  const told: string[] = []
  for (let cursor: string | null = null; ;) {
    const { ids: page, next } = await idsOf(cursor, 2)
    told.push(...page)
    if (next === null) break
    cursor = next
  }
  assert.deepEqual(told.toSorted(), ids.toSorted())
})

test('a page is not disturbed by a job before it that ends, nor by new ones', async (t) => {
  const { clock, engine, idsOf } = setUp(t)
  const ids = putRunning(engine, 5)
  const { next } = await idsOf(null, 2)
  engine.workflows.delete(ids[1]!)
  engine.workflows.set(newJobId(), lifecycleView({ startedAt: new Date(Date.UTC(2027, 0, 1)) }))
  clock.ms += gatewayLimits.activeReadIntervalMs
  assert.deepEqual((await idsOf(next, 9)).ids, ids.slice(2))
})

test('who asks within a second shares one look, and each tenant and kind has its own', async (t) => {
  const { clock, engine, idsOf } = setUp(t)
  putRunning(engine, 2)
  await Promise.all(Array.from({ length: 9 }, () => idsOf(null, 5)))
  assert.equal(engine.listed.length, 1)
  assert.deepEqual((await idsOf(null, 5, { tenant: 'other', kind: 'crawl' })).ids, [])
  assert.deepEqual((await idsOf(null, 5, { tenant: 'acme', kind: 'batch' })).ids, [])
  assert.equal(engine.listed.length, 3)
  clock.ms += gatewayLimits.activeReadIntervalMs
  await idsOf(null, 5)
  assert.equal(engine.listed.length, 4)
})

test('a list longer than one look shows is read on from where it ends', async (t) => {
  const { clock, engine, idsOf } = setUp(t)
  const ids = putRunning(engine, 2 * gatewayLimits.activeReadJobsMax + 5)
  const told: string[] = []
  for (let cursor: string | null = null; ;) {
    const page = await idsOf(cursor, 1_000)
    told.push(...page.ids)
    if (page.next === null) break
    cursor = page.next
    clock.ms += gatewayLimits.activeReadIntervalMs
  }
  assert.deepEqual(told, ids)
})

test('a job of another tenant is not listed, whatever the index has', async (t) => {
  const { engine, idsOf } = setUp(t)
  engine.listRunning = async () => [
    { id: newJobId(), startedAt: new Date(), memo: { ...lifecycleView().memo, tenant: 'other' } },
  ]
  assert.deepEqual(await idsOf(null, 5), { ids: [], next: null })
})

test('a cursor of another list is refused', async (t) => {
  const { engine, idsOf } = setUp(t)
  putRunning(engine, 3)
  const { next } = await idsOf(null, 1)
  const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'validation_failed'
  await assert.rejects(idsOf(next, 1, { tenant: 'acme', kind: 'batch' }), isRefused)
  await assert.rejects(idsOf(`${next}A`, 1), isRefused)
  const tooLate = cursorAfter({ id: newJobId(), startedAt: new Date(temporalLimits.timeMaxMs + 1) })
  await assert.rejects(idsOf(tooLate, 1), isRefused)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { ApiError } from '../http/api-error.ts'
import { cancelJob, readJob, readJobAnew, type JobQuestion, type StatusPorts } from './job-status.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import {
  FakeEngine,
  FakeStore,
  heartbeat,
  lifecycleView,
  newJobId,
  putJob,
  putRecord,
  runView,
} from '../testing/fake-ports.ts'
import { statusPorts } from '../testing/status-ports.ts'

/** Cancels a job without waiting for a turn. */
const cancelAtOnce = async (question: JobQuestion, ports: StatusPorts) =>
  await cancelJob(question, ports, async (cancel) => await cancel())

function setUp() {
  const engine = new FakeEngine()
  const store = new FakeStore()
  const ports = statusPorts({ engine, store })
  const id = newJobId()
  const question = { kind: 'crawl' as const, id, tenant: 'acme' }
  return {
    engine,
    store,
    ports,
    id,
    question,
    read: () => readJob(question, ports),
    cancel: () => cancelAtOnce(question, ports),
  }
}

const rejection = async (promise: Promise<unknown>): Promise<Error> =>
  await promise.then(
    () => assert.fail('is answered'),
    (error: unknown) => error as Error,
  )

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.code === 'job_not_found'

test('a job that was just started waits with its start page', async () => {
  const { engine, id, read } = setUp()
  putJob(engine, id, lifecycleView(), null)
  const { duration, ...body } = await read()
  assert.ok(duration > 0)
  assert.deepEqual(body, {
    id,
    status: 'running',
    paused: false,
    limit: 100,
    total: 0,
    completed: 0,
    failed: 0,
    pending: 1,
    inFlight: 0,
    stalls: 0,
    createdAt: '2026-01-01T00:00:00.500Z',
    url: 'https://e.com/',
    completedAt: null,
    currentUrl: null,
    expiresAt: null,
    warnings: [],
    s3PresignedUrls: null,
    partialS3PresignedUrls: null,
    error: null,
    tag: [],
    retryOf: null,
    deliveries: [],
  })
})

test('a running job reports totals of the run plus its slices, and the page begun last', async () => {
  const { engine, id, read } = setUp()
  const heartbeats = [
    heartbeat({ startedFirst: 4, completed: 2, currentUrl: 'https://e.com/new' }, 2_000),
    heartbeat({ startedFirst: 6, completed: 3, failed: 1, currentUrl: 'https://e.com/old' }, 1_000),
    heartbeat({ currentUrl: null }, 3_000),
  ]
  const memo = { counters: { total: 10, completed: 9, failed: 1, pending: 30 }, warnings: ['slow host'] }
  putJob(engine, id, lifecycleView(), { ...runView(memo.counters), memo, heartbeats })
  const { total, completed, failed, pending, inFlight, currentUrl, warnings } = await read()
  assert.deepEqual([total, completed, failed, pending, inFlight], [20, 14, 2, 20, 4])
  assert.equal(currentUrl, 'https://e.com/new')
  assert.deepEqual(warnings, ['slow host'])
})

test('a run whose memo is due is read again until it is written', async (t) => {
  const { engine, id, read } = setUp()
  // Freezes the clock of the re-read budget: however slow the machine is, the task stays fresh and re-reading
  // continues.
  const nowMs = performance.now()
  t.mock.method(performance, 'now', () => nowMs)
  const taskPendingSince = new Date(Date.now() + 60_000)
  const stale = runView({ total: 1, completed: 1, failed: 0, pending: 9 }, { taskPendingSince })
  putJob(engine, id, lifecycleView(), stale)
  let looks = 0
  engine.onDescribe = (workflowId) => {
    if (workflowId !== runIdOf(id)) return
    looks += 1
    if (looks === 3) engine.workflows.set(workflowId, runView({ total: 5, completed: 5, failed: 0, pending: 5 }))
  }
  assert.equal((await read()).total, 5)
  assert.equal(looks, 3)
})

test('a workflow task without a worker is not waited for', async () => {
  const { engine, id, read } = setUp()
  const counters = { total: 1, completed: 1, failed: 0, pending: 9 }
  putJob(engine, id, lifecycleView(), runView(counters, { taskPendingSince: new Date(Date.now() - 60_000) }))
  let looks = 0
  engine.onDescribe = () => {
    looks += 1
  }
  await read()
  assert.equal(looks, 2)
})

test('counters do not go back when gateway and workers start again after slices have ended', async () => {
  const { engine, store, id, question, read } = setUp()
  const merged = { total: 13, completed: 13, failed: 0, pending: 20 }
  const counts = { startedFirst: 8, completed: 7, failed: 1 }
  putJob(engine, id, lifecycleView(), runView(merged, { heartbeats: [heartbeat(counts)] }))
  const before = await read()
  assert.deepEqual([before.total, before.completed, before.failed], [21, 20, 1])
  const taskPendingSince = new Date(Date.now() - 60_000)
  putJob(engine, id, lifecycleView(), runView(merged, { taskPendingSince, unreported: [{ ...counts, stalls: 2 }] }))
  const { total, completed, failed, pending, stalls } = await readJob(question, statusPorts({ engine, store }))
  assert.deepEqual([total, completed, failed, pending, stalls], [21, 20, 1, before.pending, 2])
})

test('counters of a paused job do not go below those at its pause, whichever gateway is asked', async () => {
  const { engine, id, read } = setUp()
  const run = runView(
    { total: 13, completed: 13, failed: 0, pending: 20 },
    { memo: { counters: { total: 13, completed: 13, failed: 0, pending: 20 }, paused: true } },
  )
  const reported = { total: 21, completed: 20, failed: 1, stalls: 2 }
  putJob(engine, id, lifecycleView({ memo: { ...lifecycleView().memo, paused: true, reported } }), run)
  const { total, completed, failed, pending, stalls } = await read()
  assert.deepEqual([total, completed, failed, pending, stalls], [21, 20, 1, 12, 2])
  for (const broken of [null, 5, { total: '21' }, { ...reported, total: -1 }]) {
    putJob(engine, id, lifecycleView({ memo: { ...lifecycleView().memo, paused: true, reported: broken } }), run)
    assert.equal((await read()).total, 21)
  }
})

test('counters do not go back while the pages of an ended slice are in no place', async () => {
  const { engine, id, read } = setUp()
  const merged = { total: 1, completed: 1, failed: 0, pending: 20 }
  putJob(
    engine,
    id,
    lifecycleView(),
    runView(merged, { heartbeats: [heartbeat({ startedFirst: 8, completed: 6, failed: 1 })] }),
  )
  const before = await read()
  putJob(engine, id, lifecycleView(), runView(merged))
  const { total, completed, failed, pending, inFlight } = await read()
  assert.deepEqual([total, completed, failed, pending], [before.total, before.completed, before.failed, before.pending])
  assert.equal(inFlight, 1)
})

test('a requested cancel is reported at once', async () => {
  const { engine, id, read } = setUp()
  putJob(
    engine,
    id,
    lifecycleView({ cancelRequested: true }),
    runView({ total: 1, completed: 1, failed: 0, pending: 2 }),
  )
  const body = await read()
  assert.equal(body.status, 'cancelled')
  assert.equal(body.completedAt, null)
})

test('a cancel that came after the end of the run does not change what it ended as', async () => {
  const { engine, id, read } = setUp()
  const run = runView({ total: 1, completed: 1, failed: 0, pending: 0 }, { state: 'completed' })
  putJob(engine, id, lifecycleView({ cancelRequested: true }), run)
  assert.equal((await read()).status, 'running')
})

test('a job is reported as ended from the moment that its end is on record', async () => {
  const { engine, store, id, read } = setUp()
  const counters = { total: 1, completed: 1, failed: 0, pending: 0 }
  putJob(engine, id, lifecycleView(), runView(counters, { state: 'completed' }))
  assert.equal((await read()).status, 'running')
  putRecord(store, id)
  store.fault = new StoreUnavailableError('away')
  assert.equal((await read()).status, 'running')
  store.fault = null
  const { status, s3PresignedUrls } = await read()
  assert.equal(status, 'completed')
  assert.deepEqual(Object.keys(s3PresignedUrls ?? {}), ['markdown'])
})

test('the duration of a job does not fall when the clock of Temporal is behind that of the gateway', async () => {
  const { engine, store, ports, id, read } = setUp()
  const counters = { total: 1, completed: 0, failed: 0, pending: 0 }
  const createdAt = new Date(Date.now() - 20_000).toISOString()
  const lifecycle = lifecycleView({ memo: { ...lifecycleView().memo, createdAt } })
  putJob(engine, id, lifecycle, runView(counters))
  const told = (await read()).duration
  assert.ok(told >= 20)
  // By the clock of Temporal, which is three seconds behind, the run ended before that.
  const closedAt = new Date(Date.parse(createdAt) + 17_000)
  putJob(engine, id, lifecycle, runView(counters, { state: 'completed', closedAt }))
  assert.equal((await read()).duration, told)
  putJob(engine, id, { ...lifecycle, state: 'completed', closedAt }, null)
  putRecord(store, id, { createdAt, completedAt: closedAt.toISOString(), duration: 17 })
  assert.equal((await read()).duration, told)
  // Also once it is no longer among the jobs that were reported recently.
  assert.equal((await readJobAnew({ kind: 'crawl', id, tenant: 'acme' }, ports)).duration, told)
})

test('a job that was just reported as ended needs no reads', async () => {
  const { engine, store, id, read } = setUp()
  putJob(engine, id, lifecycleView({ state: 'completed', closedAt: new Date() }), null)
  putRecord(store, id)
  const told = await read()
  engine.fault = new Error('nobody is asked')
  store.fault = new StoreUnavailableError('nobody is asked')
  assert.deepEqual(await read(), told)
})

test('a completed job answers from its record, with fresh links', async () => {
  const { engine, store, id, read } = setUp()
  putJob(engine, id, lifecycleView({ state: 'completed', closedAt: new Date() }), null)
  putRecord(store, id)
  const body = await read()
  assert.deepEqual(
    [body.status, body.total, body.completed, body.failed, body.pending, body.inFlight, body.duration],
    ['completed', 3, 2, 1, 0, 0, 10],
  )
  assert.equal(body.completedAt, '2026-01-01T00:00:10.500Z')
  assert.equal(body.expiresAt, '2026-01-08T00:00:10.500Z')
  const link = new URL(body.s3PresignedUrls?.['markdown'] ?? '')
  assert.equal(link.pathname, `/jobs/acme/${id}/archive/markdown.zip`)
  assert.equal(link.searchParams.get('fileName'), 'e.com-markdown.zip')
  assert.equal(link.searchParams.get('lifetimeSecs'), '60')
  assert.equal(body.error, null)
})

test('a job that was just reported is still not found under the other kind', async () => {
  const { store, ports, id, question, read } = setUp()
  putRecord(store, id)
  await read()
  const asked = readJob({ ...question, kind: 'batch' }, ports)
  await assert.rejects(asked, isNotFound)
})

test('a job the engine has forgotten answers from its record', async () => {
  const { store, id, read, cancel } = setUp()
  putRecord(store, id)
  assert.equal((await read()).status, 'completed')
  assert.equal(await cancel(), 'completed')
})

test('a failed job reports its error and the links to what it had', async () => {
  const { store, id, read } = setUp()
  putRecord(store, id, { status: 'failed', error: 'time budget used up' })
  const body = await read()
  assert.equal(body.error, 'time budget used up')
  assert.equal(body.s3PresignedUrls, null)
  assert.deepEqual(Object.keys(body.partialS3PresignedUrls ?? {}), ['markdown'])
})

test('a cancelled job without a page has no links', async () => {
  const { store, id, read } = setUp()
  putRecord(store, id, { status: 'cancelled', total: 0, completed: 0, failed: 0 })
  const body = await read()
  assert.equal(body.partialS3PresignedUrls, null)
  assert.equal(body.error, null)
})

test('a terminated job is failed, with its last known counters', async () => {
  const { engine, store, id, read, cancel } = setUp()
  store.objects.set(inputKey({ tenant: 'acme', id }), '{}')
  const merged = { total: 5, completed: 3, failed: 1, pending: 7 }
  const heartbeats = [heartbeat({ startedFirst: 4, completed: 2 })]
  putJob(engine, id, lifecycleView(), runView(merged, { heartbeats }))
  assert.equal((await read()).total, 9)

  const closedAt = new Date('2026-01-01T00:00:05.500Z')
  putJob(engine, id, lifecycleView({ state: 'terminated', closedAt }), runView(merged, { state: 'terminated' }))
  const body = await read()
  const counters = [body.total, body.completed, body.failed, body.pending, body.inFlight]
  assert.deepEqual([body.status, ...counters], ['failed', 9, 5, 4, 0, 0])
  assert.match(body.error ?? '', /terminated by an operator/)
  assert.equal(body.completedAt, closedAt.toISOString())
  assert.equal(body.duration, 5)
  assert.equal(await cancel(), 'failed')
})

test('a job that has expired is not found, although the engine still knows it', async () => {
  const { engine, id, read, cancel } = setUp()
  const closed = lifecycleView({ state: 'completed', closedAt: new Date('2026-01-01T00:00:05.500Z') })
  putJob(engine, id, closed, null)
  await assert.rejects(read(), { code: 'job_not_found' })
  await assert.rejects(cancel(), { code: 'job_not_found' })
})

test('unknown, malformed and foreign ids and those of another kind are all not found', async () => {
  const { engine, store, ports, id } = setUp()
  putJob(engine, id, lifecycleView(), null)
  const finished = newJobId()
  putRecord(store, finished)
  const questions = [
    { kind: 'crawl', id: newJobId(), tenant: 'acme' },
    { kind: 'crawl', id: 'crawl-1', tenant: 'acme' },
    { kind: 'crawl', id: `${id}/run`, tenant: 'acme' },
    { kind: 'crawl', id, tenant: 'other' },
    { kind: 'crawl', id: finished, tenant: 'other' },
    { kind: 'batch', id, tenant: 'acme' },
    { kind: 'batch', id: finished, tenant: 'acme' },
  ] as const
  for (const question of questions) {
    await assert.rejects(readJob(question, ports), isNotFound, question.id)
    await assert.rejects(cancelAtOnce(question, ports), isNotFound, question.id)
  }
  assert.deepEqual(engine.cancelled, [])
})

test("another tenant's job is answered like an unknown one, running or not, with any service unavailable", async () => {
  for (const away of ['none', 'engine', 'store', 'both']) {
    const { engine, store, ports, id } = setUp()
    putJob(engine, id, lifecycleView(), runView({ total: 1, completed: 1, failed: 0, pending: 0 }))
    const closed = newJobId()
    putJob(engine, closed, lifecycleView({ state: 'completed', closedAt: new Date() }), null)
    putRecord(store, closed)
    if (away === 'engine' || away === 'both') engine.fault = new JobEngineUnavailableError('away')
    if (away === 'store' || away === 'both') store.fault = new StoreUnavailableError('away')
    for (const ask of [readJob, cancelAtOnce]) {
      const answers = [newJobId(), id, closed].map(async (asked) => {
        const { name, message } = await rejection(ask({ kind: 'crawl', id: asked, tenant: 'other' }, ports))
        return `${name}: ${message}`
      })
      const [unknown, ...foreign] = await Promise.all(answers)
      assert.deepEqual(foreign, [unknown, unknown], `${ask.name}, away: ${away}`)
    }
    assert.deepEqual(engine.cancelled, [])
  }
})

test('a cancel waits for the end of the job', async () => {
  const { engine, store, id, cancel } = setUp()
  putJob(engine, id, lifecycleView(), runView({ total: 1, completed: 1, failed: 0, pending: 0 }))
  engine.onWait = () => {
    putRecord(store, id, { status: 'cancelled' })
    putJob(engine, id, lifecycleView({ state: 'cancelled', closedAt: new Date() }), null)
  }
  assert.equal(await cancel(), 'cancelled')
  assert.deepEqual(engine.cancelled, [id])
})

test('a job that completes before the cancel takes hold reports its real status', async () => {
  const { engine, store, id, cancel } = setUp()
  putJob(engine, id, lifecycleView(), null)
  engine.onWait = () => {
    putRecord(store, id)
    putJob(engine, id, lifecycleView({ state: 'completed', closedAt: new Date() }), null)
  }
  assert.equal(await cancel(), 'completed')
})

test('a job that is recorded as completed is not reported as cancelled while its workflow still ends', async () => {
  const { engine, store, id, cancel } = setUp()
  putJob(engine, id, lifecycleView(), null)
  engine.onWait = () => putRecord(store, id)
  assert.equal(await cancel(), 'completed')
})

test('cancelling a finished job changes nothing', async () => {
  const { engine, store, id, cancel } = setUp()
  putJob(engine, id, lifecycleView({ state: 'failed', closedAt: new Date() }), null)
  putRecord(store, id, { status: 'failed', error: 'x' })
  assert.equal(await cancel(), 'failed')
  assert.deepEqual(engine.cancelled, [])
})

test('a finished job is answered from its record while the engine is unavailable', async () => {
  const { engine, store, id, read } = setUp()
  putRecord(store, id)
  engine.fault = new JobEngineUnavailableError('gone')
  assert.equal((await read()).status, 'completed')
})

test('a job without a record is answered with the fault of the unavailable engine', async () => {
  const { engine, store, read } = setUp()
  engine.fault = new JobEngineUnavailableError('gone')
  await assert.rejects(read(), JobEngineUnavailableError)
  store.fault = new StoreUnavailableError('gone too')
  await assert.rejects(read(), JobEngineUnavailableError)
})

test("another tenant's record stays unknown while the engine is unavailable, like a record that does not exist", async () => {
  const { engine, store, id, read } = setUp()
  engine.fault = new JobEngineUnavailableError('gone')
  await assert.rejects(read(), JobEngineUnavailableError)
  putRecord(store, id, { tenant: 'other' })
  await assert.rejects(read(), JobEngineUnavailableError)
})

test('a running job warns that its pages wait for a browser until a browser worker polls', async () => {
  const { engine, id, read } = setUp()
  const counters = { total: 1, completed: 0, failed: 0, pending: 0 }
  const run = runView(counters, { browserWaitSince: new Date(Date.now() - 60_000) })
  putJob(engine, id, lifecycleView(), run)
  assert.deepEqual((await read()).warnings, ['pages wait for a browser: there is no browser worker'])
  engine.polledAt = new Date()
  assert.deepEqual((await read()).warnings, [])
})

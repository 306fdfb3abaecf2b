import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serviceLimits } from './service-limits.ts'
import { createPageNotes, writeNotes } from '@seine/shared/jobs/page-notes.ts'
import { createStartedJobs, markOf } from '@seine/shared/jobs/started-jobs.ts'
import { noteKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { newJobId } from '../testing/fake-ports.ts'
import { RecentPagesReader } from './recent-pages.ts'

const nowMs = Date.parse('2026-11-27T12:00:30.000Z')
const minuteMs = 60_000

/** A store with jobs, and a reader that counts its calls to the store. */
function world() {
  const store = new MemoryStore()
  let calls = 0
  const counted = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]): unknown => {
        calls += 1
        return Reflect.apply(member, target, args)
      }
    },
  })
  const reader = new RecentPagesReader({
    objects: counted,
    notes: createPageNotes(counted),
    started: createStartedJobs(counted),
  })
  const start = async (tenant: string, createdMs: number) => {
    const job = { tenant, id: newJobId() }
    await store.put(markOf({ ...job, createdAt: new Date(createdMs).toISOString() }), '')
    return job
  }
  type Job = Awaited<ReturnType<typeof start>>
  const finish = async (job: Job, first: number, codes: readonly (string | null)[], atMs: number) => {
    const notes = codes.map((errorCode, index) => ({
      note: {
        index,
        url: 'https://example.com/',
        finalUrl: null,
        status: null,
        success: errorCode === null,
        error: null,
        errorCode,
        attempts: 1,
      },
      page: { depth: 0, place: null, fetchedAt: null },
    }))
    await writeNotes(store, job, first, notes, atMs)
    store.writtenAtMs.set(noteKey(job, first), atMs)
  }
  return { store, reader, start, finish, calls: () => calls }
}

const lastHour = (pages: Awaited<ReturnType<RecentPagesReader['of']>>, at = nowMs) => ({
  ...pages.minutes.since(at - serviceLimits.windowMs),
  failures: pages.minutes.failuresSince(at - serviceLimits.windowMs, 10),
  complete: pages.complete,
})

test('the pages of the last hour are counted, of the tenant alone', async () => {
  const { reader, start, finish } = world()
  const mine = await start('acme', nowMs - 2 * serviceLimits.windowMs)
  await finish(mine, 1, [null, null, 'timeout'], nowMs - 90 * minuteMs)
  await finish(mine, 4, [null, 'http_status'], nowMs - 10 * minuteMs)
  const second = await start('acme', nowMs - 5 * minuteMs)
  await finish(second, 1, ['timeout', 'http_status'], nowMs - minuteMs)
  const foreign = await start('other', nowMs)
  await finish(foreign, 1, [null, null, null, null], nowMs)
  const failures = [
    { code: 'http_status', pages: 2 },
    { code: 'timeout', pages: 1 },
  ]
  assert.deepEqual(lastHour(await reader.of('acme', nowMs)), { completed: 1, failed: 3, failures, complete: true })
  assert.deepEqual(lastHour(await reader.of('nobody', nowMs)), {
    completed: 0,
    failed: 0,
    failures: [],
    complete: true,
  })
})

test('a later look counts what is new, each page once, also when two looks overlap', async () => {
  const { reader, start, finish } = world()
  const job = await start('acme', nowMs)
  await finish(job, 1, [null, null], nowMs)
  await Promise.all([reader.of('acme', nowMs), reader.of('acme', nowMs)])
  await finish(job, 3, [null, 'timeout'], nowMs + minuteMs)
  const looks = await Promise.all([reader.of('acme', nowMs + minuteMs), reader.of('acme', nowMs + minuteMs)])
  for (const look of looks) {
    const { completed, failed } = lastHour(look, nowMs + minuteMs)
    assert.deepEqual([completed, failed], [3, 1])
  }
  const later = await reader.of('acme', nowMs + serviceLimits.windowMs + 5 * minuteMs)
  assert.deepEqual(later.minutes.since(nowMs + 5 * minuteMs), { completed: 0, failed: 0 })
})

test('a job without new pages is read rarely', async () => {
  const { reader, start, finish, calls } = world()
  await finish(await start('acme', nowMs), 1, [null], nowMs)
  await reader.of('acme', nowMs)
  const quietMs = nowMs + serviceLimits.quietAfterMs + 1
  await reader.of('acme', quietMs)
  const before = calls()
  await reader.of('acme', quietMs + 1_000)
  const listing = 2
  assert.equal(calls() - before, listing)
})

test('a job that has ended is not read again once all of its pages are counted', async () => {
  const { store, reader, start, finish, calls } = world()
  const job = await start('acme', nowMs)
  await finish(job, 1, [null], nowMs)
  await store.put(statusKey(job), JSON.stringify({ completedAt: new Date(nowMs).toISOString() }))
  await reader.of('acme', nowMs)
  // A slice that was cancelled late.
  await finish(job, 2, [null], nowMs + 1_000)
  const settledMs = nowMs + serviceLimits.endedAfterMs + 1
  assert.equal(lastHour(await reader.of('acme', settledMs), settledMs).completed, 2)
  const before = calls()
  assert.equal(lastHour(await reader.of('acme', settledMs + 1), settledMs).completed, 2)
  const listing = 2
  assert.equal(calls() - before, listing)
})

test('a job whose results are incomplete may get more pages: they are built again', async () => {
  const { store, reader, start, finish } = world()
  const job = await start('acme', nowMs)
  await finish(job, 1, [null], nowMs)
  const record = { completedAt: new Date(nowMs).toISOString(), incomplete: true }
  await store.put(statusKey(job), JSON.stringify(record))
  const settledMs = nowMs + serviceLimits.endedAfterMs + 1
  assert.equal(lastHour(await reader.of('acme', settledMs), settledMs).completed, 1)
  await finish(job, 2, [null], settledMs)
  assert.equal(lastHour(await reader.of('acme', settledMs + 1), settledMs).completed, 2)
})

test('the record of a running job is looked for once in a while', async () => {
  const { store, reader, start, finish } = world()
  const job = await start('acme', nowMs)
  await finish(job, 1, [null], nowMs)
  let looks = 0
  const getJson = store.getJson.bind(store)
  store.getJson = async (key: string) => {
    if (key === statusKey(job)) looks += 1
    return await getJson(key)
  }
  await reader.of('acme', nowMs)
  const silentMs = nowMs + serviceLimits.endedAfterMs + 1
  const reports = 10
  for (let at = 0; at <= reports; at += 1) {
    await reader.of('acme', silentMs + (at * serviceLimits.quietLookMs) / reports)
  }
  assert.equal(looks, 3)
})

test('minutes of an ended job are forgotten when they are older than the window', async () => {
  const { store, reader, start, finish } = world()
  const job = await start('acme', nowMs)
  await finish(job, 1, [null], nowMs - 10 * minuteMs)
  await store.put(statusKey(job), JSON.stringify({ completedAt: new Date(nowMs - 5 * minuteMs).toISOString() }))
  assert.equal((await reader.of('acme', nowMs)).minutes.since(0).completed, 1)
  const later = await reader.of('acme', nowMs + serviceLimits.windowMs)
  assert.deepEqual(later.minutes.since(0), { completed: 0, failed: 0 })
})

test('more jobs than are counted make the counts incomplete', async () => {
  const { reader, start, finish } = world()
  for (let at = 0; at <= serviceLimits.jobsMax; at += 1) await finish(await start('acme', nowMs - at), 1, [null], nowMs)
  const counts = lastHour(await reader.of('acme', nowMs))
  assert.deepEqual([counts.completed, counts.complete], [serviceLimits.jobsMax, false])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startedListLimits } from './started-list-limits.ts'
import { startedPrefix } from '../storage/object-keys.ts'
import { MemoryStore } from '../storage/testing/memory-store.ts'
import { jobIdOf } from '../temporal/names.ts'
import { keepPastDays } from './past-days.ts'
import { createStartedJobs, markOf } from './started-jobs.ts'

const dayMs = 86_400_000
const noonMs = Date.parse('2026-11-28T12:00:00Z')
const newest = { after: null, max: 10, notBeforeMs: null }

/** Jobs of a tenant in a store that counts its listings, at a time that the test sets. */
function world() {
  const store = new MemoryStore()
  const calls: string[] = []
  const clock = { ms: noonMs }
  const counted = {
    list: async (...args: Parameters<MemoryStore['list']>) => {
      calls.push(args[0])
      return await store.list(...args)
    },
    listFolders: async (...args: Parameters<MemoryStore['listFolders']>) => {
      calls.push(args[0])
      return await store.listFolders(...args)
    },
  }
  const jobs = createStartedJobs(keepPastDays(counted, () => clock.ms))
  let count = 0
  const start = async (createdMs: number): Promise<string> => {
    const id = jobIdOf('crawl', `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`)
    await store.put(markOf({ tenant: 'acme', id, createdAt: new Date(createdMs).toISOString() }), '')
    return id
  }
  const listed = async () => (await jobs.newest('acme', newest)).jobs.map(({ id }) => id)
  return { store, calls, clock, jobs, start, listed }
}

test('past days are listed once a minute, and today each time', async () => {
  const { calls, clock, start, listed } = world()
  const old = await start(noonMs - 3 * dayMs)
  const yesterday = await start(noonMs - dayMs)
  assert.deepEqual(await listed(), [yesterday, old])
  calls.length = 0
  const now = await start(noonMs)
  assert.deepEqual(await listed(), [now, yesterday, old])
  assert.deepEqual(calls, [`${startedPrefix}2026-11-28/acme/`])
  calls.length = 0
  clock.ms += startedListLimits.keptMs + 1
  assert.deepEqual(await listed(), [now, yesterday, old])
  assert.equal(calls.length, 4)
})

test('the first job of a day is listed at once, also by a clock that is behind', async () => {
  const { clock, start, listed } = world()
  const before = await start(noonMs)
  assert.deepEqual(await listed(), [before])
  const midnightMs = Date.parse('2026-11-29T00:00:00Z')
  clock.ms = midnightMs - 500
  assert.deepEqual(await listed(), [before])
  const first = await start(midnightMs + 100)
  assert.deepEqual(await listed(), [first, before])
  const late = await start(midnightMs - 1)
  clock.ms = midnightMs + 1_000
  assert.deepEqual(await listed(), [first, late, before])
})

test('tenants and parts of the list are kept apart', async () => {
  const { store, jobs, start } = world()
  const ids = [await start(noonMs - dayMs - 2), await start(noonMs - dayMs - 1), await start(noonMs - dayMs)]
  const other = jobIdOf('batch', '00000000-0000-4000-8000-0000000000ff')
  await store.put(markOf({ tenant: 'other', id: other, createdAt: new Date(noonMs - dayMs).toISOString() }), '')
  const first = await jobs.newest('acme', { ...newest, max: 2 })
  assert.deepEqual(
    first.jobs.map(({ id }) => id),
    [ids[2], ids[1]],
  )
  const rest = await jobs.newest('acme', { ...newest, max: 2, after: first.jobs[1]!.place })
  assert.deepEqual(
    rest.jobs.map(({ id }) => id),
    [ids[0]],
  )
  assert.deepEqual(
    (await jobs.newest('other', newest)).jobs.map(({ id }) => id),
    [other],
  )
})

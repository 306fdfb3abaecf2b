import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import {
  archiveKey,
  cachedPageKey,
  expiryKey,
  expiryPrefix,
  inputKey,
  jobPrefix,
  runningKey,
  statusKey,
  ticketKey,
} from '@seine/shared/storage/object-keys.ts'
import { jobIdOf } from '@seine/shared/temporal/names.ts'
import { foldersOfGroup, foldersOfTenants, jobGroups } from './job-folders.ts'
import { sweepExpired, type SweepPlace } from './sweep-expired.ts'

const dayMs = 86_400_000
const nowMs = Date.parse('2026-03-01T12:30:00Z')
const uuid = (at: number): string => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`
/** Returns a job of one of three tenants. */
const job = (at: number): JobRef => ({
  tenant: `tenant-${at % 3}`,
  id: jobIdOf(at % 2 === 0 ? 'crawl' : 'batch', uuid(at)),
})
const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The hour in which the folders of the jobs above are checked: their ids begin with zeros. */
const hourMs = retentionLimits.sweepIntervalMs
const hourOfGroupMs = Math.ceil(nowMs / hourMs / jobGroups) * hourMs * jobGroups + 1_800_000

/** Stores a finished job as `finaliseJob` leaves it. */
async function finishedJob(store: MemoryStore, ref: JobRef, expiresAtMs: number): Promise<void> {
  const expiresAt = isoOf(expiresAtMs)
  await store.put(expiryKey(ref, expiresAt), '')
  await store.put(inputKey(ref), '{}')
  await store.put(archiveKey(ref, 'markdown'), 'x')
  await store.put(statusKey(ref), JSON.stringify({ ...ref, expiresAt }))
}

/** Sweeps until nothing is left to do. @returns how many jobs each call deleted. */
async function sweep(store: MemoryStore, atMs = nowMs): Promise<number[]> {
  const counts: number[] = []
  let place: SweepPlace | null = { stage: 'marks' }
  while (place !== null) {
    const { deleted, next } = await sweepExpired({ store, retentionDays: 7, sessions: null }, { place, nowMs: atMs })
    if (place.stage === 'marks' || place.stage === 'folders') counts.push(deleted)
    place = next
  }
  return counts
}

describe('sweepExpired', () => {
  it('deletes a job by its mark when its record is damaged, and continues with the others', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs - dayMs)
    await finishedJob(store, job(2), nowMs - dayMs)
    await store.put(statusKey(job(1)), '{"id":')
    await sweep(store)
    assert.deepEqual([...store.objects.keys()], [])
  })

  it('deletes what has expired and nothing else', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs - dayMs)
    await finishedJob(store, job(2), nowMs + dayMs)
    await store.uploads.begin(archiveKey(job(1), 'html'))
    await store.uploads.begin(archiveKey(job(2), 'html'))
    assert.deepEqual(await sweep(store), [1, 0])
    assert.deepEqual(await store.list(jobPrefix(job(1))), [])
    assert.equal((await store.list(jobPrefix(job(2)))).length, 3)
    assert.equal((await store.list(expiryPrefix)).length, 1)
    assert.deepEqual(
      (await store.uploads.open('')).map(({ key }) => key),
      [archiveKey(job(2), 'html')],
    )
    assert.deepEqual(await sweep(store), [0, 0])
  })

  it('looks at the folders of days at the end', async () => {
    const store = new MemoryStore()
    await store.put(cachedPageKey('2026-02-01', 'one', 'a'), 'x')
    await store.put(cachedPageKey('2026-03-01', 'one', 'a'), 'x')
    await sweep(store)
    assert.deepEqual(await store.list(''), [cachedPageKey('2026-03-01', 'one', 'a')])
  })

  it('waits for the end of the hour that a mark names', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs - 60_000)
    assert.deepEqual(await sweep(store), [0, 0])
    assert.deepEqual(await sweep(store, nowMs + 3_600_000), [1, 0])
  })

  it('does a bounded part of the work in one call', async () => {
    const store = new MemoryStore()
    const count = retentionLimits.jobsPerCallMax + 50
    for (let at = 0; at < count; at += 1) await finishedJob(store, job(at), nowMs - dayMs)
    assert.deepEqual(await sweep(store), [retentionLimits.jobsPerCallMax, 50, 0])
    assert.equal(store.objects.size, 0)
  })

  it('continues with a deletion that was cut off', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs - dayMs)
    const remove = store.delete.bind(store)
    let calls = 0
    store.delete = async (keys) => {
      calls += 1
      if (calls === 2) throw new Error('killed')
      await remove(keys)
    }
    await assert.rejects(sweep(store), /killed/)
    assert.ok(store.objects.size > 0)
    assert.deepEqual(await sweep(store), [1, 0])
    assert.equal(store.objects.size, 0)
  })

  it('spares a job that has begun again under the same id', async () => {
    const store = new MemoryStore()
    await store.put(expiryKey(job(1), isoOf(nowMs - dayMs)), '')
    await store.put(inputKey(job(1)), '{}')
    assert.deepEqual(await sweep(store), [0, 0])
    assert.deepEqual(await store.list(''), [inputKey(job(1))])
  })

  it('spares a job that has begun again and ended, and keeps its own mark', async () => {
    const store = new MemoryStore()
    await store.put(expiryKey(job(1), isoOf(nowMs - dayMs)), '')
    await finishedJob(store, job(1), nowMs + dayMs)
    assert.deepEqual(await sweep(store), [0, 0])
    assert.equal((await store.list(jobPrefix(job(1)))).length, 3)
    assert.deepEqual(await store.list(expiryPrefix), [expiryKey(job(1), isoOf(nowMs + dayMs))])
  })

  it('keeps the id of a job taken until everything else of it is gone', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs - dayMs)
    const remove = store.delete.bind(store)
    store.delete = async (keys) => {
      assert.ok(store.objects.has(inputKey(job(1))))
      if (keys.includes(statusKey(job(1)))) assert.equal((await store.list(jobPrefix(job(1)))).length, 2)
      await remove(keys.slice(0, 1))
      if (keys.length > 1) throw new Error('killed')
    }
    await store.put(archiveKey(job(1), 'html'), 'x')
    await assert.rejects(sweep(store), /killed/)
    store.delete = remove
    assert.deepEqual(await sweep(store), [1, 0])
    assert.equal(store.objects.size, 0)
  })

  it('finds folders that were never finished once no job could still be running in them', async () => {
    const store = new MemoryStore()
    const count = retentionLimits.foldersPerCallMax + 3
    for (let at = 0; at < count; at += 1) await store.put(inputKey(job(at)), '{}')
    await finishedJob(store, job(count), hourOfGroupMs + dayMs)
    for (const key of store.writtenAtMs.keys()) store.writtenAtMs.set(key, hourOfGroupMs - 16 * dayMs)
    store.writtenAtMs.set(inputKey(job(5)), hourOfGroupMs - 14 * dayMs)
    const counts = await sweep(store, hourOfGroupMs)
    assert.deepEqual([counts.length, counts.reduce((sum, each) => sum + each, 0)], [3, count - 1])
    const { folders } = await foldersOfTenants(store, foldersOfGroup(0), null, 10)
    assert.deepEqual(folders.toSorted(), [jobPrefix(job(5)), jobPrefix(job(count))].toSorted())
  })

  it('looks at every folder within the hours of all groups, and in each hour at few', async () => {
    const store = new MemoryStore()
    const count = 2_000
    const refs = Array.from({ length: count }, () => ({ tenant: 'one', id: jobIdOf('crawl', randomUUID()) }))
    for (const ref of refs) await store.put(inputKey(ref), '{}')
    for (const key of store.writtenAtMs.keys()) store.writtenAtMs.set(key, nowMs - 16 * dayMs)
    let listings = 0
    const list = store.listObjects.bind(store)
    store.listObjects = async (...args) => {
      if (args[0].startsWith('jobs/one/')) listings += 1
      return await list(...args)
    }
    let deleted = 0
    let most = 0
    for (let hour = 0; hour < jobGroups; hour += 1) {
      listings = 0
      const place: SweepPlace = { stage: 'folders', after: null }
      const atMs = nowMs + hour * retentionLimits.sweepIntervalMs
      const result = await sweepExpired({ store, retentionDays: 7, sessions: null }, { place, nowMs: atMs })
      assert.deepEqual(result.next, { stage: 'days' })
      deleted += result.deleted
      most = Math.max(most, listings)
    }
    assert.deepEqual([deleted, store.objects.size], [count, 0])
    // There are eight jobs per group on average; finding and deleting one takes a few listings.
    assert.ok(most < count / 10, `${most} listings`)
  })

  it('takes tickets away of jobs that have ended or cannot be running any more', async () => {
    const store = new MemoryStore()
    await finishedJob(store, job(1), nowMs + dayMs)
    for (const at of [1, 2, 3]) await store.put(runningKey(job(at), 'key'), '')
    await store.put(ticketKey(job(1), 'key', 'killed-gateway'), '')
    store.writtenAtMs.set(runningKey(job(2), 'key'), nowMs - 9 * dayMs)
    store.writtenAtMs.set(runningKey(job(3), 'key'), nowMs - 7 * dayMs)
    await sweep(store)
    assert.deepEqual(await store.list('running/'), [runningKey(job(3), 'key')])
  })

  it('fails when the store is unavailable', async () => {
    const store = new MemoryStore()
    store.down = true
    await assert.rejects(sweep(store), { name: 'StoreUnavailableError' })
  })
})

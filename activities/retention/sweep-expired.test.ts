import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retentionLimits } from '@seine/shared/config/limits.ts'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import {
  archiveKey,
  cachedPageKey,
  expiryKey,
  expiryPrefix,
  inputKey,
  jobPrefix,
  jobsPrefix,
  statusKey,
} from '@seine/shared/storage/object-keys.ts'
import { jobIdOf } from '@seine/shared/temporal/names.ts'
import { sweepExpired, type SweepPlace } from './sweep-expired.ts'

const dayMs = 86_400_000
const nowMs = Date.parse('2026-03-01T12:30:00Z')
const uuid = (at: number): string => `00000000-0000-0000-0000-${String(at).padStart(12, '0')}`
const jobId = (at: number): string => jobIdOf(at % 2 === 0 ? 'crawl' : 'batch', uuid(at))
const isoOf = (ms: number): string => new Date(ms).toISOString()

/** A finished job as `finaliseJob` leaves it. */
async function finishedJob(store: MemoryStore, id: string, expiresAtMs: number): Promise<void> {
  const expiresAt = isoOf(expiresAtMs)
  await store.put(expiryKey(id, expiresAt), '')
  await store.put(inputKey(id), '{}')
  await store.put(archiveKey(id, 'markdown'), 'x')
  await store.put(statusKey(id), JSON.stringify({ id, expiresAt }))
}

/** Sweeps until there is nothing left to do. @returns how many jobs each call deleted. */
async function sweep(store: MemoryStore, atMs = nowMs): Promise<number[]> {
  const counts: number[] = []
  let place: SweepPlace | null = { stage: 'marks' }
  while (place !== null) {
    const { deleted, next } = await sweepExpired({ store, retentionDays: 7 }, { place, nowMs: atMs })
    if (place.stage !== 'days') counts.push(deleted)
    place = next
  }
  return counts
}

describe('sweepExpired', () => {
  it('deletes what has expired and nothing else', async () => {
    const store = new MemoryStore()
    await finishedJob(store, jobId(1), nowMs - dayMs)
    await finishedJob(store, jobId(2), nowMs + dayMs)
    await store.uploads.begin(archiveKey(jobId(1), 'html'))
    await store.uploads.begin(archiveKey(jobId(2), 'html'))
    assert.deepEqual(await sweep(store), [1, 0])
    assert.deepEqual(await store.list(jobPrefix(jobId(1))), [])
    assert.equal((await store.list(jobPrefix(jobId(2)))).length, 3)
    assert.equal((await store.list(expiryPrefix)).length, 1)
    assert.deepEqual(
      (await store.uploads.open('')).map(({ key }) => key),
      [archiveKey(jobId(2), 'html')],
    )
    assert.deepEqual(await sweep(store), [0, 0])
  })

  it('looks at the folders of days at the end', async () => {
    const store = new MemoryStore()
    await store.put(cachedPageKey('2026-02-01', 'a'), 'x')
    await store.put(cachedPageKey('2026-03-01', 'a'), 'x')
    await sweep(store)
    assert.deepEqual(await store.list(''), [cachedPageKey('2026-03-01', 'a')])
  })

  it('waits for the end of the hour that a mark names', async () => {
    const store = new MemoryStore()
    await finishedJob(store, jobId(1), nowMs - 60_000)
    assert.deepEqual(await sweep(store), [0, 0])
    assert.deepEqual(await sweep(store, nowMs + 3_600_000), [1, 0])
  })

  it('does a bounded part of the work in one call', async () => {
    const store = new MemoryStore()
    const count = retentionLimits.jobsPerCallMax + 50
    for (let at = 0; at < count; at += 1) await finishedJob(store, jobId(at), nowMs - dayMs)
    assert.deepEqual(await sweep(store), [retentionLimits.jobsPerCallMax, 50, 0])
    assert.equal(store.objects.size, 0)
  })

  it('goes on with a deletion that was cut off', async () => {
    const store = new MemoryStore()
    await finishedJob(store, jobId(1), nowMs - dayMs)
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
    await store.put(expiryKey(jobId(1), isoOf(nowMs - dayMs)), '')
    await store.put(inputKey(jobId(1)), '{}')
    assert.deepEqual(await sweep(store), [0, 0])
    assert.deepEqual(await store.list(''), [inputKey(jobId(1))])
  })

  it('spares a job that has begun again and ended, and keeps its own mark', async () => {
    const store = new MemoryStore()
    await store.put(expiryKey(jobId(1), isoOf(nowMs - dayMs)), '')
    await finishedJob(store, jobId(1), nowMs + dayMs)
    assert.deepEqual(await sweep(store), [0, 0])
    assert.equal((await store.list(jobPrefix(jobId(1)))).length, 3)
    assert.deepEqual(await store.list(expiryPrefix), [expiryKey(jobId(1), isoOf(nowMs + dayMs))])
  })

  it('keeps the id of a job taken until everything else of it is gone', async () => {
    const store = new MemoryStore()
    await finishedJob(store, jobId(1), nowMs - dayMs)
    const remove = store.delete.bind(store)
    store.delete = async (keys) => {
      assert.ok(store.objects.has(inputKey(jobId(1))))
      if (keys.includes(statusKey(jobId(1)))) assert.equal((await store.list(jobPrefix(jobId(1)))).length, 2)
      await remove(keys.slice(0, 1))
      if (keys.length > 1) throw new Error('killed')
    }
    await store.put(archiveKey(jobId(1), 'html'), 'x')
    await assert.rejects(sweep(store), /killed/)
    store.delete = remove
    assert.deepEqual(await sweep(store), [1, 0])
    assert.equal(store.objects.size, 0)
  })

  it('finds folders that were never finished once no job could still be running in them', async () => {
    const store = new MemoryStore()
    const count = retentionLimits.foldersPerCallMax + 3
    for (let at = 0; at < count; at += 1) await store.put(inputKey(jobId(at)), '{}')
    await finishedJob(store, jobId(count), nowMs + dayMs)
    for (const key of store.writtenAtMs.keys()) store.writtenAtMs.set(key, nowMs - 16 * dayMs)
    store.writtenAtMs.set(inputKey(jobId(5)), nowMs - 14 * dayMs)
    const counts = await sweep(store)
    assert.deepEqual([counts.length, counts.reduce((sum, each) => sum + each, 0)], [3, count - 1])
    const folders = await store.listFolders(jobsPrefix)
    assert.deepEqual(folders, [jobPrefix(jobId(5)), jobPrefix(jobId(count))].toSorted())
  })

  it('fails when the store is away', async () => {
    const store = new MemoryStore()
    store.down = true
    await assert.rejects(sweep(store), { name: 'StoreUnavailableError' })
  })
})

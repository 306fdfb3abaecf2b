import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageNote } from '../api/schemas/page-note.ts'
import { noteLimits } from '../config/notify-limits.ts'
import { MemoryStore } from '../storage/testing/memory-store.ts'
import { noteKey } from '../storage/object-keys.ts'
import { createPageNotes, writeNotes, type NotedPage } from './page-notes.ts'

const job = { tenant: 'one', id: 'crawl-1' }

/** Returns `count` page notes at consecutive positions from `from` on. */
const notesFrom = (from: number, count: number): PageNote[] =>
  Array.from({ length: count }, (_, at) => ({
    index: from + at,
    url: `http://site.test/${from + at}?text=a%0Ab\u2028"`,
    finalUrl: null,
    status: null,
    success: false,
    error: 'two\nlines',
    errorCode: 'timeout',
    attempts: 1,
  }))

const page: NotedPage['page'] = { depth: 1, place: ['000000-0001-0000', 2], fetchedAt: '2026-11-22T10:00:00.000Z' }

/** Returns notes as they are written. */
const noted = (notes: readonly PageNote[]): NotedPage[] => notes.map((note) => ({ note, page }))

/** Creates a job whose generations finished the given numbers of pages. */
async function lab(sizes: readonly number[]) {
  const store = new MemoryStore()
  let next = 0
  const add = async (size: number): Promise<void> => {
    await writeNotes(store, job, next + 1, noted(notesFrom(next, size)), 1_000)
    next += size
  }
  for (const size of sizes) await add(size)
  let lists = 0
  const counted = {
    get: async (key: string) => await store.get(key),
    list: async (prefix: string, range?: object) => {
      lists += 1
      return await store.list(prefix, range)
    },
  }
  return { store, add, reader: createPageNotes(counted), total: () => next, lists: () => lists }
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('createPageNotes', () => {
  it('reads any stretch of notes, wherever objects begin and end', async () => {
    const { reader, total } = await lab([1, 5, 2, 1, 30, 1, 1, 7])
    for (let after = 0; after <= total() + 1; after += 1) {
      for (const max of [0, 1, 2, 6, 100]) {
        const read = await reader.read(job, after, max)
        assert.deepEqual(
          read.map(({ number }) => number),
          numbers(after + 1, Math.min(total(), after + max)),
        )
        assert.deepEqual(
          read.map(({ note }) => note),
          notesFrom(after, read.length),
        )
      }
    }
  })

  it('reads what is added meanwhile, and looks for it without a listing', async () => {
    const { reader, add, lists, total } = await lab([3])
    let known = 0
    for (const size of [2, 1, 400, 7]) {
      await add(size)
      known += (await reader.read(job, known, 1_000)).length
      assert.equal(known, total())
    }
    assert.equal(lists(), 0)
  })

  it('continues in the middle of the notes that a process before it has sent', async () => {
    const ones = Array.from({ length: 2_500 }, () => 1)
    const { reader } = await lab([noteLimits.notesPerObject * 2 + 5, ...ones])
    for (const after of [0, 999, 1_000, 2_003, 2_004, 2_005, 4_000]) {
      const [first] = await reader.read(job, after, 1)
      assert.equal(first?.note.index, after)
    }
  })

  it('keeps objects to a bounded size', async () => {
    const { store, reader } = await lab([noteLimits.notesPerObject * 2 + 1])
    assert.equal(store.objects.size, 3)
    assert.equal((await reader.read(job, 0, Infinity)).length, noteLimits.notesPerObject * 2 + 1)
  })

  it('keeps no more objects than their bytes allow', async () => {
    const store = new MemoryStore()
    const long = 'x'.repeat(3_000)
    for (let first = 1; first <= 8_000; first += noteLimits.notesPerObject) {
      const notes = notesFrom(first - 1, noteLimits.notesPerObject).map((note) => ({ ...note, error: long }))
      await writeNotes(store, job, first, noted(notes), 1_000)
    }
    const reads: string[] = []
    const reader = createPageNotes({
      get: async (key) => {
        reads.push(key)
        return await store.get(key)
      },
      list: async (prefix, range) => await store.list(prefix, range),
    })
    const whole = async () => (await reader.read(job, 0, 8_000)).length
    assert.equal(await whole(), 8_000)
    assert.equal(await whole(), 8_000)
    assert.equal(reads.filter((key) => key === noteKey(job, 1)).length, 2)
    reads.length = 0
    await reader.read(job, 7_000, 1_000)
    assert.deepEqual(reads, [])
  })

  it('sees notes that the second attempt at an activity added to those of the first', async () => {
    const { store, reader } = await lab([3])
    assert.equal((await reader.read(job, 0, 10)).length, 3)
    await writeNotes(store, job, 1, noted(notesFrom(0, 5)), 1_000)
    await writeNotes(store, job, 6, noted(notesFrom(5, 2)), 2_000)
    assert.deepEqual(
      (await reader.read(job, 3, 10)).map(({ number }) => number),
      [4, 5, 6, 7],
    )
  })

  it('reports when pages were counted', async () => {
    const { store, reader } = await lab([])
    await writeNotes(store, job, 1, noted(notesFrom(0, 2)), 1_000)
    await writeNotes(store, job, 3, noted(notesFrom(2, 1)), 2_000)
    const times = (await reader.read(job, 0, 10)).map(({ atMs }) => atMs)
    assert.deepEqual(times, [1_000, 1_000, 2_000])
  })

  it('stops where a note is missing', async () => {
    const { store, reader } = await lab([2, 2, 2])
    store.objects.delete(noteKey(job, 3))
    assert.equal((await reader.read(job, 0, 10)).length, 2)
    assert.deepEqual(await reader.read(job, 2, 10), [])
  })

  it('has none of a job that has none, and none of another tenant', async () => {
    const { reader } = await lab([2])
    assert.deepEqual(await reader.read({ ...job, id: 'crawl-2' }, 0, 10), [])
    assert.deepEqual(await reader.read({ ...job, tenant: 'two' }, 0, 10), [])
  })

  it('says that the store is unavailable, and reads on when it is back', async () => {
    const { store, reader } = await lab([2])
    store.down = true
    await assert.rejects(reader.read(job, 0, 10), { name: 'StoreUnavailableError' })
    store.down = false
    assert.equal((await reader.read(job, 0, 10)).length, 2)
  })
})

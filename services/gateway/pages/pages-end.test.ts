/** Lists of finished pages where an object with notes is damaged or missing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createFinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import { createPageNotes, writeNotes } from '@seine/shared/jobs/page-notes.ts'
import { inputKey, noteKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { createDocumentPages } from '../firecrawl/document-pages.ts'
import { readDocuments } from '../firecrawl/job-documents.ts'
import { FakeEngine, FakeStore, pageNote, putRecord } from '../testing/fake-ports.ts'
import { statusPorts } from '../testing/status-ports.ts'
import { readJobPages } from './job-pages.ts'

const job = { tenant: 'acme', id: 'crawl-00000000-0000-4000-8000-000000000001', kind: 'crawl' } as const

/** Writes the notes of pages from a number on as one object. */
async function writePages(objects: MemoryStore, first: number, count: number): Promise<void> {
  const notes = Array.from({ length: count }, (_, at) => ({
    note: pageNote({ index: first - 1 + at }),
    page: { depth: 0, place: null, fetchedAt: null },
  }))
  await writeNotes(objects, job, first, notes, 0)
}

/** Starts with a job that has ended with thirty pages, in three objects of ten notes. */
async function endedJob() {
  const objects = new MemoryStore()
  const store = new FakeStore()
  store.objects.set(inputKey(job), JSON.stringify({ ...job, output: ['markdown'] }))
  putRecord(store, job.id, { completed: 25, failed: 5 })
  for (const first of [1, 11, 21]) await writePages(objects, first, 10)
  const ports = { ...statusPorts({ engine: new FakeEngine(), store }) }
  const pages = createFinishedPages(objects, createPageNotes(objects))
  const documents = createDocumentPages({ store, pages, linkLifetimeSecs: 60 })
  return {
    objects,
    store,
    list: async (cursor: string | null, limit = 100) => {
      const query = { cursor, limit, output: null, attempts: false }
      const { data, complete, next_cursor } = await readJobPages(job, query, { ...ports, pages })
      return { count: data.length, complete, cursor: next_cursor }
    },
    documents: async (cursor: string | null) => {
      const { documents: found, complete, cursor: next } = await readDocuments(job, cursor, documents)
      return { count: found.length, complete, cursor: next }
    },
  }
}

const harms = {
  damaged: (objects: MemoryStore) => void objects.objects.set(noteKey(job, 11), Buffer.from('{"note":')),
  missing: (objects: MemoryStore) => void objects.objects.delete(noteKey(job, 11)),
}

describe('the list of finished pages', () => {
  it('is complete after as many pages as the record counts', async () => {
    const { list, documents } = await endedJob()
    assert.deepEqual(await list(null), { count: 30, complete: true, cursor: null })
    const whole = await documents(null)
    assert.deepEqual([whole.count, whole.complete], [30, true])
  })

  for (const [name, harm] of Object.entries(harms)) {
    it(`ends before a ${name} object of notes, without being complete, and then reports the damage`, async () => {
      const { objects, list, documents } = await endedJob()
      harm(objects)
      for (const read of [list, documents]) {
        const first = await read(null)
        assert.deepEqual([first.count, first.complete], [10, false])
        await assert.rejects(read(first.cursor), { name: 'DamagedObjectError' })
      }
    })
  }

  it('reports the damage of the first object of notes behind the first part, so that it has the status', async () => {
    const { objects, documents } = await endedJob()
    objects.objects.delete(noteKey(job, 1))
    const first = await documents(null)
    assert.deepEqual([first.count, first.complete], [0, false])
    await assert.rejects(documents(first.cursor), { name: 'DamagedObjectError' })
  })

  it('reports the damage when the last object is missing', async () => {
    const { objects, list } = await endedJob()
    objects.objects.delete(noteKey(job, 21))
    const first = await list(null)
    assert.deepEqual([first.count, first.complete], [20, false])
    await assert.rejects(list(first.cursor), { name: 'DamagedObjectError' })
    await writePages(objects, 21, 10)
    assert.deepEqual(await list(first.cursor), { count: 10, complete: true, cursor: null })
  })

  it('ends with the last note when the record cannot be read', async () => {
    const { store, list } = await endedJob()
    store.objects.set(statusKey(job), '{')
    assert.deepEqual(await list(null), { count: 30, complete: true, cursor: null })
  })
})

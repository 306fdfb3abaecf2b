import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FinishedPageRead, FinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { FakeStore, pageNote, putRecord } from '../testing/fake-ports.ts'
import { createDocumentPages } from './document-pages.ts'
import { readDocuments } from './job-documents.ts'

const question = { tenant: 'acme', id: 'crawl-00000000-0000-4000-8000-000000000001', kind: 'crawl' } as const

/** Creates the store of a job with `completed` pages that has ended. */
function endedJob(completed: number): FakeStore {
  const store = new FakeStore()
  store.objects.set(inputKey(question), JSON.stringify({ ...question, output: ['markdown'] }))
  putRecord(store, question.id, { completed, failed: 0 })
  return store
}

/** Finished pages with one text each; counts how many were read. */
class TextPages implements Pick<FinishedPages, 'after'> {
  reads = 0
  readonly #count: number
  readonly #text: string

  constructor(count: number, text: string) {
    this.#count = count
    this.#text = text
  }

  async *after(_job: unknown, after: number, max: number): AsyncGenerator<FinishedPageRead> {
    for (let at = after; at < Math.min(this.#count, after + max); at += 1) {
      this.reads += 1
      const record = { outputs: { markdown: this.#text } } as unknown as PageRecord
      yield await Promise.resolve({ number: at + 1, note: pageNote({ index: at }), atMs: 0, record })
    }
  }
}

const indexes = (documents: readonly Record<string, unknown>[]): number[] =>
  documents.map(({ docId }) => Number(String(docId).split('/')[1]))

describe('createDocumentPages', () => {
  it('reads no further pages once a part is large enough, and continues after the last one', async () => {
    const pages = new TextPages(100, 'x'.repeat(1024 ** 2))
    const reader = createDocumentPages({ store: endedJob(100), pages, linkLifetimeSecs: 60 })
    const first = await readDocuments(question, null, reader)
    assert.ok(pages.reads <= 6, `${pages.reads} pages were read`)
    assert.equal(first.complete, false)
    const second = await readDocuments(question, first.cursor, reader)
    assert.equal(indexes(first.documents).length, pages.reads / 2)
    const all = [...indexes(first.documents), ...indexes(second.documents)]
    assert.deepEqual(
      all,
      all.map((_, at) => at),
    )
  })

  it('checks a position without reading pages', async () => {
    const pages = new TextPages(100, 'x')
    const reader = createDocumentPages({ store: endedJob(100), pages, linkLifetimeSecs: 60 })
    const { cursor } = await readDocuments(question, null, reader)
    const { reads } = pages
    await reader.check(question, cursor!)
    await assert.rejects(reader.check(question, 'x'), { code: 'validation_failed' })
    await assert.rejects(reader.check({ ...question, tenant: 'other' }, cursor!), { code: 'job_not_found' })
    assert.equal(pages.reads, reads)
  })

  it('is complete at the end of the pages only', async () => {
    const pages = new TextPages(100, 'x')
    const reader = createDocumentPages({ store: endedJob(100), pages, linkLifetimeSecs: 60 })
    const first = await readDocuments(question, null, reader)
    assert.deepEqual([first.documents.length, first.complete], [100, false])
    const second = await readDocuments(question, first.cursor, reader)
    assert.deepEqual([second.documents.length, second.complete], [0, true])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/limits.ts'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { recordsOf } from './testing/run-slice.ts'
import { SegmentWriter } from './segment-writer.ts'
import type { PageHead } from './slice-shapes.ts'

const head = (index: number): PageHead => ({
  seq: index,
  index,
  url: `http://site.test/${index}`,
  finalUrl: null,
  status: 200,
  success: true,
  code: null,
  message: null,
  contentType: null,
  title: 'a title with "quotes" and }',
  fetchedAt: '2026-01-01T00:00:00.000Z',
  attempts: [],
  extractor: null,
  warnings: [],
  links: [],
  linksDropped: 0,
  sketch: null,
  linksOnly: false,
})

const bytesOf = (outputs: object): Uint8Array => Buffer.from(JSON.stringify(outputs))

function lab() {
  const store = new MemoryStore()
  const durable: [key: string, seqs: number[]][] = []
  const writer = new SegmentWriter({
    store,
    job: { tenant: 'one', id: 'crawl-1' },
    slice: 2,
    attempt: 3,
    onDurable: (key, pages) => durable.push([key, pages.map(({ seq }) => seq)]),
  })
  return { store, durable, writer }
}

describe('SegmentWriter', () => {
  it('writes pages as lines of JSON, each with its outputs', async () => {
    const { store, durable, writer } = lab()
    const outputs = { markdown: 'two\nlines', links: ['http://site.test/ü'] }
    writer.add({ head: head(0), outputs: bytesOf(outputs) })
    writer.add({ head: head(1), outputs: null })
    writer.add({ head: head(2), outputs: bytesOf({}) })
    await writer.flush()
    const key = 'jobs/one/crawl-1/pages/000002-0003-0000.ndjson.zst'
    assert.deepEqual(durable, [[key, [0, 1, 2]]])
    assert.deepEqual(await recordsOf(store, [key]), [
      { ...head(0), outputs },
      { ...head(1), outputs: {} },
      { ...head(2), outputs: {} },
    ])
  })

  it('writes nothing when there is nothing, and begins a segment of its own each time', async () => {
    const { durable, writer } = lab()
    await writer.flush()
    writer.add({ head: head(0), outputs: null })
    await Promise.all([writer.flush(), writer.flush()])
    writer.add({ head: head(1), outputs: null })
    await writer.flush()
    assert.deepEqual(
      durable.map(([key, seqs]) => [key.slice(-'0000.ndjson.zst'.length), seqs]),
      [
        ['0000.ndjson.zst', [0]],
        ['0001.ndjson.zst', [1]],
      ],
    )
  })

  it('is full once the outputs are as large as a segment may be', async () => {
    const { writer } = lab()
    writer.add({ head: head(0), outputs: null })
    assert.equal(writer.full, false)
    writer.add({ head: head(1), outputs: new Uint8Array(sliceLimits.segmentMaxBytes) })
    assert.equal(writer.full, true)
    await writer.flush()
    assert.equal(writer.full, false)
  })

  it('tells of no page as durable that the store refused', async () => {
    const { store, durable, writer } = lab()
    store.down = true
    writer.add({ head: head(0), outputs: null })
    await assert.rejects(writer.flush(), StoreUnavailableError)
    assert.deepEqual(durable, [])
  })
})

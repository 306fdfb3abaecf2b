import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { SegmentWriter } from './segment-writer.ts'
import { recordsOf } from '../slice/testing/run-slice.ts'
import { pageHead } from '../slice/testing/slice-pages.ts'

const bytesOf = (outputs: object): Uint8Array => Buffer.from(JSON.stringify(outputs))

function lab() {
  const store = new MemoryStore()
  const durable: [key: string, seqs: number[]][] = []
  const begun = ['AQ==', 'Bw==']
  const known: string[] = []
  const writer = new SegmentWriter({
    store,
    patience: { patienceMs: 0, signal: new AbortController().signal },
    job: { tenant: 'one', id: 'crawl-1' },
    slice: 2,
    attempt: 3,
    begun: () => begun.shift() ?? '',
    onDurable: (key, pages, begunThen) => {
      durable.push([key, pages.map(({ seq }) => seq)])
      known.push(begunThen)
    },
  })
  return { store, durable, known, writer }
}

describe('SegmentWriter', () => {
  it('writes pages as lines of JSON, each with its outputs', async () => {
    const { store, durable, known, writer } = lab()
    const outputs = { markdown: 'two\nlines', links: ['http://site.test/ü'] }
    writer.add({ head: pageHead(0), outputs: bytesOf(outputs) })
    writer.add({ head: pageHead(1), outputs: null })
    writer.add({ head: pageHead(2), outputs: bytesOf({}) })
    await writer.flush()
    const key = 'jobs/one/crawl-1/pages/000002-0003-0000.ndjson.zst'
    assert.deepEqual(durable, [[key, [0, 1, 2]]])
    assert.deepEqual(await recordsOf(store, [key]), [
      { ...pageHead(0), outputs },
      { ...pageHead(1), outputs: {} },
      { ...pageHead(2), outputs: {}, begun: 'AQ==' },
    ])
    assert.deepEqual(known, ['AQ=='])
  })

  it('frees outputs that are in a segment, unless they share their buffer', async () => {
    const { store, durable, writer } = lab()
    const own = new TextEncoder().encode('{"markdown":"own"}')
    const shared = new TextEncoder().encode('{"markdown":"shared"} and more')
    store.down = true
    writer.add({ head: pageHead(0), outputs: own })
    writer.add({ head: pageHead(1), outputs: shared.subarray(0, -' and more'.length) })
    await assert.rejects(writer.flush(), StoreUnavailableError)
    assert.deepEqual([own.byteLength, Buffer.from(shared).toString().slice(-4)], [0, 'more'])
    assert.deepEqual(durable, [])
  })

  it('writes nothing when there is nothing, and begins a segment of its own each time', async () => {
    const { durable, writer } = lab()
    await writer.flush()
    writer.add({ head: pageHead(0), outputs: null })
    await Promise.all([writer.flush(), writer.flush()])
    writer.add({ head: pageHead(1), outputs: null })
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
    assert.equal(writer.isEmpty, true)
    writer.add({ head: pageHead(0), outputs: null })
    assert.deepEqual([writer.isEmpty, writer.full], [false, false])
    writer.add({ head: pageHead(1), outputs: new Uint8Array(sliceLimits.segmentMaxBytes) })
    assert.equal(writer.full, true)
    await writer.flush()
    assert.equal(writer.full, false)
  })

  it('reports no page as stored that the store refused', async () => {
    const { store, durable, writer } = lab()
    store.down = true
    writer.add({ head: pageHead(0), outputs: null })
    await assert.rejects(writer.flush(), StoreUnavailableError)
    assert.deepEqual(durable, [])
  })
})

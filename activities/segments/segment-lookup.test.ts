import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { SegmentLookup } from './segment-lookup.ts'

const record = (index: number, text = ''): string =>
  JSON.stringify({
    seq: index + 100,
    index,
    url: `https://e.com/${index}`,
    attempts: [],
    links: [],
    warnings: [],
    text,
  })

/** A store with one segment that counts its reads. */
function segmentStore(lines: readonly string[]) {
  const store = {
    reads: 0,
    get: async (key: string): Promise<Uint8Array | null> => {
      store.reads += 1
      return await Promise.resolve(key === 'segment' ? Buffer.from(lines.join('\n')) : null)
    },
  }
  return store
}

test('the record of a page is found by its position, whatever the order, and the segment is read once', async () => {
  const store = segmentStore([record(7), record(2), record(5)])
  const lookup = new SegmentLookup(store)
  for (const index of [5, 7, 2]) assert.equal((await lookup.record('segment', index))?.url, `https://e.com/${index}`)
  assert.equal(await lookup.record('segment', 3), null)
  assert.equal(store.reads, 1)
})

test('a position that is the beginning of another one is no match', async () => {
  const lookup = new SegmentLookup(segmentStore([record(12), record(1)]))
  assert.equal((await lookup.record('segment', 1))?.index, 1)
})

test('a segment that is missing or a line that is no record gives nothing', async () => {
  const lookup = new SegmentLookup(segmentStore(['{"seq":1,"index":3,', record(4)]))
  assert.equal(await lookup.record('segment', 3), null)
  assert.equal((await lookup.record('segment', 4))?.index, 4)
  assert.equal(await lookup.record('other', 4), null)
})

test('a segment beyond the memory is read each time', async () => {
  const store = segmentStore([record(0, 'x'.repeat(1_000))])
  const lookup = new SegmentLookup(store, 500)
  for (let turn = 0; turn < 3; turn += 1) assert.equal((await lookup.record('segment', 0))?.index, 0)
  assert.equal(store.reads, 3)
})

test('segments of the usual size are kept, several at a time', async () => {
  const segments = 3
  const reads: string[] = []
  const text = 'x'.repeat(sliceLimits.segmentMaxBytes)
  const lookup = new SegmentLookup({
    get: async (key) => {
      reads.push(key)
      return await Promise.resolve(Buffer.from(record(0, text)))
    },
  })
  for (let turn = 0; turn < 2; turn += 1) {
    for (let at = 0; at < segments; at += 1) assert.equal((await lookup.record(`segment-${at}`, 0))?.index, 0)
  }
  assert.equal(reads.length, segments)
})

test('an unavailable store is reported', async () => {
  const lookup = new SegmentLookup({ get: async () => await Promise.reject(new StoreUnavailableError('away')) })
  await assert.rejects(lookup.record('segment', 0), StoreUnavailableError)
})

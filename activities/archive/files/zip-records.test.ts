import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataDescriptor, directoryRecord, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

const gib = 2 ** 30

const entryOf = (given: Partial<ZipEntry>): ZipEntry => ({
  name: Buffer.from('a.txt'),
  isDeflated: true,
  hasDescriptor: false,
  crc: 0x12_34_56_78,
  storedBytes: 10,
  bytes: 20,
  offset: 30,
  ...given,
})

describe('records of a ZIP file', () => {
  it('have the sizes of an entry in its header, or behind its data', () => {
    const known = localHeader(entryOf({}))
    assert.deepEqual([known.readUInt32LE(14), known.readUInt32LE(18), known.readUInt32LE(22)], [0x12_34_56_78, 10, 20])
    assert.equal(known.toString('utf8', 30), 'a.txt')
    const streamed = entryOf({ hasDescriptor: true })
    const header = localHeader(streamed)
    assert.deepEqual([header.readUInt32LE(14), header.readUInt32LE(18), header.readUInt32LE(22)], [0, 0, 0])
    const behind = dataDescriptor(streamed)
    assert.deepEqual([behind.length, behind.readUInt32LE(4), behind.readUInt32LE(8)], [16, 0x12_34_56_78, 10])
  })

  it('have long fields only where an entry is large, or far from the beginning', () => {
    assert.equal(directoryRecord(entryOf({})).length, 46 + 5)
    for (const large of [{ bytes: 5 * gib }, { storedBytes: 5 * gib }, { offset: 5 * gib }]) {
      const entry = entryOf(large)
      const record = directoryRecord(entry)
      const extra = 46 + 5
      assert.deepEqual([record.readUInt16LE(extra), record.readUInt16LE(extra + 2)], [1, 24])
      const fields = [4, 12, 20].map((at) => Number(record.readBigUInt64LE(extra + at)))
      assert.deepEqual(fields, [entry.bytes, entry.storedBytes, entry.offset])
      assert.deepEqual([20, 24, 42].map((at) => record.readUInt32LE(at)), [0xff_ff_ff_ff, 0xff_ff_ff_ff, 0xff_ff_ff_ff]) // prettier-ignore
    }
    assert.equal(dataDescriptor(entryOf({ bytes: 5 * gib, hasDescriptor: true })).length, 24)
  })

  it('end with long fields only where the directory is long or far from the beginning', () => {
    assert.equal(endRecords(10, 1_000, 2_000).length, 22)
    for (const [entries, bytes, offset] of [
      [70_000, 1_000, 2_000],
      [10, 5 * gib, 2_000],
      [10, 1_000, 5 * gib],
    ] as const) {
      const records = endRecords(entries, bytes, offset)
      assert.equal(records.length, 56 + 20 + 22)
      assert.deepEqual([32, 40, 48].map((at) => Number(records.readBigUInt64LE(at))), [entries, bytes, offset]) // prettier-ignore
      assert.equal(Number(records.readBigUInt64LE(56 + 8)), offset + bytes)
    }
  })
})

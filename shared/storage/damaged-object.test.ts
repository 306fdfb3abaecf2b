import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { constants, zstdCompressSync } from 'node:zlib'
import { DamagedObjectError, jsonOfObject, partBeforeCut } from './damaged-object.ts'

const text = Buffer.from(randomBytes(400_000).toString('hex'))
const compressed = zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })

describe('a damaged object', () => {
  it('gives what comes before its cut', async () => {
    const part = await partBeforeCut(compressed.subarray(0, compressed.length / 2))
    assert.ok(part.byteLength >= 128 * 1024)
    assert.deepEqual(Buffer.from(part), text.subarray(0, part.byteLength))
  })

  it('gives nothing when a byte in it is wrong, or when it is something else', async () => {
    const wrong = Buffer.from(compressed)
    const middle = Math.floor(wrong.length / 2)
    wrong.writeUInt8(wrong.readUInt8(middle) ^ 0xff, middle)
    for (const bytes of [wrong, Buffer.from('something else'), Buffer.alloc(0)]) {
      assert.equal((await partBeforeCut(bytes)).byteLength, 0)
    }
  })

  it('is distinguished from an object that is JSON, without quoting it', () => {
    assert.deepEqual(jsonOfObject('key', Buffer.from('{"a":1}')), { a: 1 })
    assert.throws(
      () => jsonOfObject('some/key', Buffer.from('{"secret":')),
      (error) => error instanceof DamagedObjectError && error.message === 'object some/key is damaged: it is not JSON',
    )
  })
})

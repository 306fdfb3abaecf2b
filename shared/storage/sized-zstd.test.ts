import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { compressSized, decompressSized, statedSize } from './sized-zstd.ts'

describe('sized zstd', () => {
  it('states the size of the content, and gives it back in a buffer of its own', async () => {
    for (const length of [1, 200, 255, 256, 257, 65_000, 65_791, 65_792, 100_000, 3_000_000]) {
      const content = Buffer.concat([randomBytes(Math.ceil(length / 2)), Buffer.alloc(Math.floor(length / 2))])
      const packed = await compressSized(content)
      assert.equal(statedSize(packed), length)
      assert.ok(content.equals(zstdDecompressSync(packed)))
      const given = await decompressSized(packed)
      assert.ok(content.equals(given))
      // Small buffers come from the pool of Node.js.
      if (length > 100_000) assert.equal(given.buffer.byteLength, length)
      assert.equal(statedSize(zstdCompressSync(content)), length)
    }
  })

  it('decompresses what states no size, and nothing', async () => {
    const content = Buffer.alloc(100_000, 'a')
    // Without the size beforehand, as releases before this one wrote them.
    const unsized = await promisify(zstdCompress)(content)
    assert.equal(statedSize(unsized), null)
    assert.ok(content.equals(await decompressSized(unsized)))
    assert.equal((await decompressSized(await compressSized(new Uint8Array()))).byteLength, 0)
    assert.equal(statedSize(Buffer.from('no frame at all')), null)
    assert.equal(statedSize(Buffer.alloc(3)), null)
  })

  it('refuses damaged content', async () => {
    const packed = await compressSized(randomBytes(200_000))
    await assert.rejects(decompressSized(packed.subarray(0, 100_000)))
    const changed = Buffer.from(packed)
    changed[50_000]! ^= 1
    await assert.rejects(decompressSized(changed))
  })
})

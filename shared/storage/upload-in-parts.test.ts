/** Needs a process of its own: it measures the memory of its process. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { archiveLimits } from '../config/limits.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { StoreUnavailableError } from './object-store.ts'
import { dropUploads, uploadInParts } from './upload-in-parts.ts'

const options = { contentType: 'application/zip', partBytes: 1_000 }

async function* pieces(bytes: Buffer, size: number, failAt = Infinity): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += size) {
    if (at >= failAt) throw new Error('killed')
    yield await Promise.resolve(bytes.subarray(at, at + size))
  }
}

describe('uploadInParts', () => {
  it('stores the same bytes whatever the size of the pieces', async () => {
    const body = randomBytes(4_321)
    for (const size of [1, 999, 1_000, 1_001, 4_321, 9_999]) {
      const store = new MemoryStore()
      assert.deepEqual(await uploadInParts(store, 'a', pieces(body, size), options), { bytes: 4_321, sent: 5, kept: 0 })
      assert.ok(body.equals(store.objects.get('a')!))
      assert.deepEqual(await store.uploads.open(''), [])
    }
  })

  it('stores what fits into one part as a plain object', async () => {
    for (const length of [0, 1, 1_000]) {
      const store = new MemoryStore()
      const body = randomBytes(length)
      assert.equal((await uploadInParts(store, 'a', pieces(body, 300), options)).bytes, length)
      assert.equal(store.uploads.partsPut, 0)
      assert.ok(body.equals(store.objects.get('a')!))
    }
  })

  it('frees its buffers when the store has everything', async () => {
    for (const length of [700, 4_321]) {
      const store = new MemoryStore()
      const buffers = new Set<ArrayBufferLike>()
      const seen = (bytes: unknown): void => void buffers.add((bytes as Uint8Array).buffer)
      const putPart = store.uploads.put.bind(store.uploads)
      store.uploads.put = async (upload, number, bytes) => {
        seen(bytes)
        return await putPart(upload, number, bytes)
      }
      const putWhole = store.put.bind(store)
      store.put = async (key, bytes) => {
        seen(bytes)
        await putWhole(key, bytes)
      }
      await uploadInParts(store, 'a', pieces(randomBytes(length), 300), options)
      assert.ok(buffers.size > 0)
      for (const buffer of buffers) if (buffer.byteLength === 1_000) assert.fail('a buffer of a part is still held')
    }
  })

  it('sends only what an earlier attempt had not sent', async () => {
    const store = new MemoryStore()
    const body = randomBytes(5_500)
    await assert.rejects(uploadInParts(store, 'a', pieces(body, 500, 3_500), options), /killed/)
    assert.equal(store.objects.has('a'), false)
    let sent = 0
    const counted = { ...options, onSend: () => void (sent += 1) }
    assert.deepEqual(await uploadInParts(store, 'a', pieces(body, 500), counted), { bytes: 5_500, sent: 3, kept: 3 })
    assert.equal(sent, 3)
    assert.ok(body.equals(store.objects.get('a')!))
    assert.deepEqual(await store.uploads.open(''), [])
  })

  it('replaces the parts that have changed since', async () => {
    const store = new MemoryStore()
    const before = randomBytes(5_500)
    await assert.rejects(uploadInParts(store, 'a', pieces(before, 500, 4_500), options), /killed/)
    const body = Buffer.concat([before.subarray(0, 2_000), randomBytes(1_500)])
    assert.deepEqual(await uploadInParts(store, 'a', pieces(body, 500), options), { bytes: 3_500, sent: 2, kept: 2 })
    assert.ok(body.equals(store.objects.get('a')!))
  })

  it('leaves one object and no open upload when two attempts run at once', async () => {
    const store = new MemoryStore()
    const body = randomBytes(3_500)
    const ends = await Promise.allSettled([1, 2].map(() => uploadInParts(store, 'a', pieces(body, 700), options)))
    assert.ok(ends.some(({ status }) => status === 'fulfilled'))
    assert.ok(body.equals(store.objects.get('a')!))
    await dropUploads(store, 'a')
    assert.deepEqual(await store.uploads.open(''), [])
  })

  it('reserves little memory for a small object, and stores one that outgrows its buffer whole', async () => {
    const store = new MemoryStore()
    const before = process.memoryUsage().arrayBuffers
    const uploads = Array.from({ length: 20 }, async (_, at) => {
      let reserved = 0
      async function* piece(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(10)
        reserved = process.memoryUsage().arrayBuffers - before
        yield await Promise.resolve(Buffer.alloc(10))
      }
      await uploadInParts(store, `small ${at}`, piece(), { contentType: 'text/plain' })
      return reserved
    })
    const most = Math.max(...(await Promise.all(uploads)))
    assert.ok(most < archiveLimits.uploadPartBytes, `${most} bytes`)
    const body = randomBytes(3 * archiveLimits.uploadBufferFirstBytes + 5)
    await uploadInParts(store, 'grown', pieces(body, 7_000), { contentType: 'text/plain' })
    assert.ok(body.equals(store.objects.get('grown')!))
  })

  it('does not touch the uploads of other keys', async () => {
    const store = new MemoryStore()
    await store.uploads.begin('ab')
    await uploadInParts(store, 'a', pieces(randomBytes(1_500), 100), options)
    assert.deepEqual(
      (await store.uploads.open('')).map(({ key }) => key),
      ['ab'],
    )
  })

  it('fails when the store goes away, and ends the stream it reads from', async () => {
    const store = new MemoryStore()
    let ended = false
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (let at = 0; ; at += 1) {
          if (at === 3) store.down = true
          yield await Promise.resolve(Buffer.alloc(1_000))
        }
      } finally {
        ended = true
      }
    }
    await assert.rejects(uploadInParts(store, 'a', endless(), options), StoreUnavailableError)
    assert.ok(ended)
  })
})

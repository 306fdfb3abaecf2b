/** Needs a process of its own: it measures the memory of its process. */
import assert from 'node:assert/strict'
import { PassThrough, Readable } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { egressLimits } from '../config/limits.ts'
import { seededNumbers } from '../urls/testing/seeded-numbers.ts'
import { readBody, type BodyRules, type ReadBody } from './body-reader.ts'

const mebibyte = 1024 * 1024

const read = (source: Readable, rules: Partial<BodyRules> = {}): Promise<ReadBody> =>
  readBody(source, {
    contentEncoding: undefined,
    contentLength: undefined,
    maxDecodedBytes: 20 * mebibyte,
    truncateAtCap: false,
    keepBrokenOff: false,
    ...rules,
  })

const streamOf = (...chunks: readonly Uint8Array[]): Readable => Readable.from(chunks, { objectMode: false })

/** An endless stream that counts what was taken from it. */
function endless(chunk: Uint8Array): { source: Readable; taken: () => number } {
  let taken = 0
  const source = new Readable({
    read() {
      taken += chunk.length
      this.push(chunk)
    },
  })
  return { source, taken: () => taken }
}

/** A gzip member; repeated, it forms a valid stream of any length. */
const gzipBomb = gzipSync(Buffer.alloc(10 * mebibyte))

test('a plain body comes out as it is', async () => {
  const result = await read(streamOf(Buffer.from('a'), Buffer.from('bc')), { contentLength: '3' })
  assert.deepEqual(result, { body: new Uint8Array([97, 98, 99]), truncated: false, wireBytes: 3 })
})

test('a coded body comes out decoded, whatever the cut of its chunks', async () => {
  const coded = gzipSync('seine '.repeat(1_000))
  const chunks = Array.from(coded, (_, index) => coded.subarray(index, index + 1))
  const result = await read(streamOf(...chunks), { contentEncoding: 'gzip' })
  assert.equal(Buffer.from(result.body).toString(), 'seine '.repeat(1_000))
  assert.equal(result.wireBytes, coded.length)
})

test('an empty body is empty whatever its coding', async () => {
  for (const contentEncoding of [undefined, 'gzip', 'br', 'zstd', 'deflate']) {
    assert.equal((await read(streamOf(), { contentEncoding })).body.length, 0)
  }
})

test('a body of exactly the cap is whole; one byte more is not', async () => {
  const atCap = await read(streamOf(Buffer.alloc(100)), { maxDecodedBytes: 100 })
  assert.deepEqual([atCap.body.length, atCap.truncated], [100, false])
  await assert.rejects(read(streamOf(Buffer.alloc(101)), { maxDecodedBytes: 100 }), { code: 'body_too_large' })
  const cut = await read(streamOf(Buffer.alloc(101)), { maxDecodedBytes: 100, truncateAtCap: true })
  assert.deepEqual([cut.body.length, cut.truncated], [100, true])
})

test('the cap counts decoded bytes', async () => {
  const coded = gzipSync(Buffer.alloc(101))
  assert.ok(coded.length < 100)
  const rules = { contentEncoding: 'gzip', maxDecodedBytes: 100 }
  await assert.rejects(read(streamOf(coded), rules), { code: 'body_too_large' })
  const cut = await read(streamOf(coded), { ...rules, truncateAtCap: true })
  assert.deepEqual([cut.body.length, cut.truncated], [100, true])
})

test('an announced length over the cap fails before a byte is read', async () => {
  const { source, taken } = endless(Buffer.alloc(1_000))
  await assert.rejects(read(source, { contentLength: '101', maxDecodedBytes: 100 }), { code: 'body_too_large' })
  assert.equal(taken(), 0)
  assert.ok(source.destroyed)
})

test('an endless body ends at the cap and its source is destroyed', async () => {
  for (const truncateAtCap of [true, false]) {
    const { source, taken } = endless(Buffer.alloc(65_536, 'x'))
    const outcome = await read(source, { maxDecodedBytes: mebibyte, truncateAtCap }).catch((error: Error) => error)
    assert.equal(outcome instanceof Error, !truncateAtCap)
    assert.ok(source.destroyed)
    assert.ok(taken() <= 2 * mebibyte)
  }
})

const bombs: readonly (readonly [coding: string, chunk: Uint8Array])[] = [
  ['gzip', gzipBomb],
  ['br', brotliCompressSync(Buffer.alloc(64 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ['zstd', zstdCompressSync(Buffer.alloc(64 * mebibyte))],
  ['deflate', deflateRawSync(Buffer.alloc(64 * mebibyte))],
]

for (const [coding, chunk] of bombs) {
  test(`a ${coding} bomb ends near the free megabyte of the ratio rule, far below its cap`, async () => {
    const before = process.memoryUsage().arrayBuffers
    const { source, taken } = endless(chunk)
    const rules = { contentEncoding: coding, maxDecodedBytes: 500 * mebibyte, truncateAtCap: true }
    await assert.rejects(read(source, rules), {
      code: 'body_too_large',
      message: /its size after decompression is too large for its compressed size/,
    })
    assert.ok(source.destroyed)
    assert.ok(taken() < mebibyte)
    assert.ok(process.memoryUsage().arrayBuffers - before < 16 * mebibyte)
  })
}

test('a dense body may inflate as far as its cap', async () => {
  const text = Buffer.from(Array.from({ length: 200_000 }, (_, index) => `row ${index}\n`).join(''))
  assert.ok(text.length > egressLimits.inflationRatioFreeBytes)
  const result = await read(streamOf(gzipSync(text)), { contentEncoding: 'gzip' })
  assert.deepEqual(Buffer.from(result.body), text)
})

test('coded bytes that decode to nothing count as well', async () => {
  const { source, taken } = endless(Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync(''))))
  await assert.rejects(read(source, { contentEncoding: 'gzip', maxDecodedBytes: 1_000 }), { code: 'body_too_large' })
  assert.ok(source.destroyed)
  assert.ok(taken() < 4 * mebibyte)
})

test('garbage after the end of a coded body is not read for ever', async () => {
  const { source, taken } = endless(Buffer.alloc(65_536))
  const joined = Readable.from(
    (async function* () {
      yield gzipSync('short')
      yield* source
    })(),
    { objectMode: false },
  )
  const outcome = await read(joined, { contentEncoding: 'gzip', maxDecodedBytes: 1_000 }).catch((error: Error) => error)
  assert.ok(outcome instanceof Error || Buffer.from(outcome.body).toString() === 'short')
  assert.ok(joined.destroyed)
  assert.ok(taken() < 4 * mebibyte)
})

test('bytes that are not the announced coding are a decode error', async () => {
  for (const contentEncoding of ['gzip', 'br', 'zstd', 'deflate']) {
    const source = streamOf(Buffer.from('<html>not coded</html>'))
    await assert.rejects(read(source, { contentEncoding }), { code: 'decode_error' })
  }
})

test('a coded body that stops early is a decode error', async () => {
  const cut = gzipSync(Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251))).subarray(0, -12)
  await assert.rejects(read(streamOf(cut), { contentEncoding: 'gzip' }), { code: 'decode_error' })
})

const coders = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate without a header': deflateRawSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
}
const words = Buffer.from(Array.from({ length: 900 }, (_, at) => `word ${(at * 7_919) % 1_009}`).join(' '))

/** Caps with which a small body is held and decoded at once, and with which a stream decodes it. */
const caps = [egressLimits.decodedAtOnceMaxBytes, egressLimits.decodedAtOnceMaxBytes - 1]

for (const [name, code] of Object.entries(coders)) {
  const contentEncoding = name.split(' ')[0]!
  const coded = code(words)

  test(`a small ${name} body has the same result decoded at once and by a stream, damaged or not`, async () => {
    const below = seededNumbers(41)
    const damaged = Array.from({ length: 60 }, (_, at) => {
      const body = Buffer.from(coded)
      if (at % 3 !== 0) body[below(body.length)] = below(256)
      if (at % 2 !== 0) return body.subarray(0, 1 + below(body.length))
      return Buffer.concat([body, Buffer.alloc(below(3) * below(40), below(256))])
    })
    const twice = Buffer.concat([coded, coded])
    for (const body of [coded, twice, code(Buffer.alloc(0)), code(Buffer.alloc(600_000)), ...damaged]) {
      const cut = below(body.length)
      const [held, streamed] = await Promise.all(
        caps.map(async (maxDecodedBytes) => {
          const source = streamOf(...[body.subarray(0, cut), body.subarray(cut)].filter(({ length }) => length > 0))
          const rules = { contentEncoding, maxDecodedBytes, truncateAtCap: true }
          return await read(source, rules).then(
            ({ body: decoded, ...rest }) => ({ ...rest, decoded: Buffer.from(decoded.subarray(0, caps[1])) }),
            (error: unknown) => (error as { code: string }).code,
          )
        }),
      )
      assert.deepEqual(held, streamed, `${body.length} bytes, cut at ${cut}`)
    }
  })

  test(`what came of a small ${name} body that breaks off is kept on request`, async () => {
    for (const length of [coded.length - 4, coded.length >> 1, 1]) {
      const [held, streamed] = await Promise.all(
        caps.map(async (maxDecodedBytes) => {
          const source = new PassThrough()
          source.write(coded.subarray(0, length))
          setTimeout(() => source.destroy(), 100)
          return await read(source, { contentEncoding, maxDecodedBytes, keepBrokenOff: true }).then(
            ({ body, truncated }) => [Buffer.from(body).toString(), truncated],
            (error: unknown) => (error as { code: string }).code,
          )
        }),
      )
      assert.deepEqual(held, streamed, `${length} bytes`)
    }
  })
}

test('two layers of coding are refused without reading', async () => {
  const { source, taken } = endless(gzipBomb)
  await assert.rejects(read(source, { contentEncoding: 'gzip, gzip' }), { code: 'decode_error' })
  assert.equal(taken(), 0)
  assert.ok(source.destroyed)
})

test('a source that failed before the reading began reports its failure', async () => {
  const source = new PassThrough()
  source.on('error', () => {}).destroy(Object.assign(new Error('bad'), { code: 'HPE_INVALID_CHUNK_SIZE' }))
  await new Promise((resolve) => source.on('close', resolve))
  await assert.rejects(read(source), { code: 'invalid_response' })
})

test('what came of a body that breaks off is kept on request', async () => {
  const breaking = (chunk: Uint8Array): Readable => {
    const source = new PassThrough()
    source.write(chunk)
    setImmediate(() => source.destroy())
    return source
  }
  const text = Buffer.from('the beginning')
  await assert.rejects(read(breaking(text)), { code: 'connection_reset' })
  const kept = await read(breaking(text), { keepBrokenOff: true, contentLength: '1000' })
  assert.deepEqual([Buffer.from(kept.body).toString(), kept.truncated], ['the beginning', true])
  const nothing = new PassThrough()
  setImmediate(() => nothing.destroy())
  await assert.rejects(read(nothing, { keepBrokenOff: true }), { code: 'connection_reset' })
})

test('a source that fails or closes early ends the reading', async () => {
  const failing = new PassThrough()
  const failed = read(failing)
  failing.destroy(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
  await assert.rejects(failed, { code: 'connection_reset' })
  const closing = new PassThrough()
  const closed = read(closing, { contentEncoding: 'gzip' })
  closing.write(gzipSync('half').subarray(0, 12))
  closing.destroy()
  await assert.rejects(closed, { code: 'connection_reset' })
})

test('millions of tiny chunks cost their bytes and no more', async () => {
  const byte = Buffer.from('x')
  const source = Readable.from(
    (function* () {
      for (let sent = 0; sent < 200_000; sent += 1) yield byte
    })(),
    { objectMode: false },
  )
  const { body } = await read(source)
  assert.equal(body.length, 200_000)
  assert.equal(body.buffer.byteLength, 200_000)
})

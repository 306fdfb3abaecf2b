import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { acceptEncoding, createDecoder, readContentCoding, type ContentCoding } from './content-coding.ts'

const text = 'Sous le pont Mirabeau coule la Seine. '.repeat(100)

async function decode(coding: ContentCoding, bytes: Uint8Array): Promise<string> {
  const decoder = createDecoder(coding, bytes)
  decoder.end(bytes)
  return Buffer.concat((await decoder.toArray()) as Buffer[]).toString()
}

const coded: readonly (readonly [name: string, coding: ContentCoding, bytes: Uint8Array])[] = [
  ['gzip', 'gzip', gzipSync(text)],
  ['gzip in two members', 'gzip', Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))])],
  ['deflate in the zlib format', 'deflate', deflateSync(text)],
  ['deflate without the zlib format', 'deflate', deflateRawSync(text)],
  ['brotli', 'br', brotliCompressSync(text)],
  ['zstd', 'zstd', zstdCompressSync(text)],
]

for (const [name, coding, bytes] of coded) {
  test(`${name} is undone`, async () => {
    assert.equal(await decode(coding, bytes), text)
  })
}

test('every offered coding is one that is read', () => {
  const offered = acceptEncoding.split(', ')
  assert.deepEqual(offered.map(readContentCoding), offered)
})

test('names of codings are read in any case, with their old aliases', () => {
  assert.deepEqual(['GZip', ' x-gzip ', 'BR', 'identity, gzip', 'gzip,'].map(readContentCoding), [
    'gzip',
    'gzip',
    'br',
    'gzip',
    'gzip',
  ])
})

test('a body without a coding, or with an unknown one, is taken as it is', () => {
  const values = [undefined, '', 'identity', 'utf-8', 'none', 'constructor', '__proto__']
  assert.deepEqual(
    values.map(readContentCoding),
    values.map(() => null),
  )
})

test('two layers are a fault', () => {
  for (const value of ['gzip, gzip', 'br,gzip', 'gzip, unknown']) {
    assert.throws(() => readContentCoding(value), { code: 'decode_error' })
  }
})

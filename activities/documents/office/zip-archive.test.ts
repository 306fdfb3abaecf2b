import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { ZipArchive } from './zip-archive.ts'
import { zipOf } from '../testing/documents.ts'

const textOf = (bytes: Uint8Array | null): string => (bytes === null ? 'none' : new TextDecoder().decode(bytes))

suite('reading an archive', () => {
  test('finds entries by name, whatever the letter case', async () => {
    const zip = new ZipArchive(await zipOf({ 'a/B.xml': '<x/>', 'c.txt': 'text' }))
    assert.deepEqual(
      [...zip.names].filter((name) => !name.endsWith('/')),
      ['a/B.xml', 'c.txt'],
    )
    assert.equal(textOf(zip.read('a/b.xml')), '<x/>')
    assert.equal(zip.read('missing'), null)
  })

  test('survives bytes in front of the archive and a comment behind it', async () => {
    const plain = await zipOf({ 'c.txt': 'text' })
    const shifted = new Uint8Array(plain.length + 10)
    shifted.set(plain, 10)
    assert.equal(textOf(new ZipArchive(shifted).read('c.txt')), 'text')
    const commented = new Uint8Array(plain.length + 7)
    commented.set(plain)
    assert.equal(textOf(new ZipArchive(commented).read('c.txt')), 'text')
  })

  test('calls an archive that was cut off broken', async () => {
    const bytes = await zipOf({ 'c.txt': 'text'.repeat(1_000) })
    assert.throws(() => new ZipArchive(bytes.slice(0, bytes.length - 40)), { code: 'broken_document' })
    assert.throws(() => new ZipArchive(new Uint8Array(0)), { code: 'broken_document' })
  })

  test('calls an entry that is damaged broken', async () => {
    const bytes = await zipOf({ 'c.txt': 'some text '.repeat(1_000) })
    bytes.fill(0xff, 36, 60)
    assert.throws(() => new ZipArchive(bytes).read('c.txt'), { code: 'broken_document' })
  })

  test('reports an encrypted entry and an encrypted office document', async () => {
    const bytes = await zipOf({ 'c.txt': 'text' })
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true)
    bytes[directory + 8] = 1
    assert.throws(() => new ZipArchive(bytes).read('c.txt'), { code: 'encrypted_document' })
    const ole = Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      ...Array.from({ length: 100 }, () => 0),
    ])
    assert.throws(() => new ZipArchive(ole), { code: 'encrypted_document' })
  })

  test('refuses an entry that inflates beyond the cap, even where it declares less', async () => {
    const bytes = await zipOf({ bomb: new Uint8Array(documentLimits.entryMaxBytes + 1) })
    assert.throws(() => new ZipArchive(bytes).read('bomb'), { code: 'document_too_large' })
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true)
    new DataView(bytes.buffer).setUint32(directory + 24, 10, true)
    assert.throws(() => new ZipArchive(bytes).read('bomb'), { code: 'document_too_large' })
  })

  test('refuses further entries when all of them together are beyond the cap', async () => {
    const zip = new ZipArchive(await zipOf({ a: new Uint8Array(documentLimits.entryMaxBytes) }))
    assert.throws(
      () => {
        for (let i = 0; i <= documentLimits.inflatedMaxBytes / documentLimits.entryMaxBytes; i++) zip.read('a')
      },
      { code: 'document_too_large' },
    )
  })
})

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it, test } from 'node:test'
import { crc32 } from 'node:zlib'
import JSZip from 'jszip'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import { createZipWriter } from './archive-writer.ts'
import { deflatedOfAnyLength } from './deflated-content.ts'
import { archivePartBytes } from './part-size.ts'

const read = async (store: MemoryStore) => await JSZip.loadAsync(store.objects.get('a.zip')!, { checkCRC32: true })

describe('createZipWriter', () => {
  it('writes files that an independent reader gives back', async () => {
    const store = new MemoryStore()
    const writer = createZipWriter(store, 'a.zip')
    const picture = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256))
    await writer.add('pages/000001-a.md', '# Brücke\n'.repeat(1_000))
    await writer.add('pages/000002-b.png', picture, { compress: false })
    await writer.add('empty.txt', '')
    await writer.close()
    const zip = await read(store)
    assert.deepEqual(Object.keys(zip.files), ['pages/000001-a.md', 'pages/000002-b.png', 'empty.txt'])
    assert.equal(await zip.file('pages/000001-a.md')!.async('string'), '# Brücke\n'.repeat(1_000))
    assert.deepEqual(await zip.file('pages/000002-b.png')!.async('nodebuffer'), picture)
    assert.ok(store.objects.get('a.zip')!.byteLength < 9_000)
  })

  it('writes the sizes of long uncompressed files before them, so that they can be read as a stream', async () => {
    const store = new MemoryStore()
    const writer = createZipWriter(store, 'a.zip')
    const picture = Buffer.alloc(4 * 1024 * 1024, randomText(1))
    await writer.add('a.png', picture, { compress: false })
    await writer.close()
    const header = store.objects.get('a.zip')!
    const view = Buffer.from(header.buffer, header.byteOffset, header.byteLength)
    assert.equal(view.readUInt16LE(6) & 0x00_08, 0)
    assert.deepEqual(
      [view.readUInt32LE(14), view.readUInt32LE(18), view.readUInt32LE(22)],
      [crc32(picture), picture.byteLength, picture.byteLength],
    )
    assert.deepEqual(await (await read(store)).file('a.png')!.async('nodebuffer'), picture)
  })

  it('takes files that were compressed before, and an independent reader gives them back', async () => {
    const store = new MemoryStore()
    const writer = createZipWriter(store, 'a.zip')
    const texts = ['# Brücke\n'.repeat(100), randomText(100).repeat(20), '']
    for (const [at, text] of texts.entries()) {
      const content = await deflatedOfAnyLength(Buffer.from(text))
      assert.equal(content.deflated.byteLength, content.deflated.buffer.byteLength)
      await writer.addDeflated(`${at}.md`, content)
      await writer.add(`${at}.txt`, text)
    }
    await writer.close()
    const zip = await read(store)
    assert.deepEqual(Object.keys(zip.files), ['0.md', '0.txt', '1.md', '1.txt', '2.md', '2.txt'])
    for (const [at, text] of texts.entries()) {
      assert.equal(await zip.file(`${at}.md`)!.async('string'), text)
      assert.equal(await zip.file(`${at}.txt`)!.async('string'), text)
    }
  })

  it('makes equal archives of equal content', async () => {
    const stores = [new MemoryStore(), new MemoryStore()]
    for (const store of stores) {
      const writer = createZipWriter(store, 'a.zip')
      await writer.add('x', 'same')
      await writer.close()
    }
    assert.deepEqual(stores[0]!.objects.get('a.zip'), stores[1]!.objects.get('a.zip'))
  })

  it('takes a thousand files without holding them', async () => {
    const store = new MemoryStore()
    const writer = createZipWriter(store, 'a.zip')
    for (let at = 0; at < 1_000; at += 1) await writer.add(`pages/${at}`, `content ${at}`)
    await writer.close()
    assert.equal(Object.keys((await read(store)).files).length, 1_000)
  })

  it('fails when the store stops accepting it, instead of waiting for ever', async () => {
    const store = new MemoryStore()
    const writer = createZipWriter(store, 'a.zip', { partBytes: 10_000 })
    const fill = async () => {
      for (let at = 0; at < 1_000; at += 1) {
        store.down = at > 10
        await writer.add(`${at}`, 'x'.repeat(10_000), { compress: false })
      }
      await writer.close()
    }
    await assert.rejects(fill(), StoreUnavailableError)
  })

  it('lets the event loop turn while it writes uncompressed entries', async () => {
    const writer = createZipWriter(new MemoryStore(), 'a.zip')
    let turns = 0
    const count = (): void => {
      turns += 1
      turning = setImmediate(count)
    }
    let turning = setImmediate(count)
    await writer.add('a.png', Buffer.alloc(4 * 1024 * 1024), { compress: false })
    for (let at = 0; at < 10; at += 1) await writer.add(`${at}.png`, 'x', { compress: false })
    clearImmediate(turning)
    assert.ok(turns > 50, `${turns} turns`)
    await writer.close()
  })

  it('fails when reading the content of a file fails', async () => {
    const writer = createZipWriter(new MemoryStore(), 'a.zip')
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from('x'))
      throw new Error('segment is missing')
    }
    await assert.rejects(writer.add('x', broken()), /segment is missing/)
    await writer.abort('broken')
  })

  it('continues after the parts that an interrupted attempt had sent', async () => {
    const files = Array.from({ length: 50 }, (_, at) => [`pages/${at}`, randomText(at)] as const)
    const fill = async (store: MemoryStore, count: number) => {
      const writer = createZipWriter(store, 'a.zip', { partBytes: 10_000 })
      for (const [name, content] of files.slice(0, count)) await writer.add(name, content)
      return writer
    }
    const store = new MemoryStore()
    await (await fill(store, 30)).abort('killed')
    assert.equal(store.objects.size, 0)
    const sent = store.uploads.partsPut
    assert.ok(sent > 2)
    const report = await (await fill(store, 50)).close()
    assert.equal(report.kept, sent)
    const whole = new MemoryStore()
    await (await fill(whole, 50)).close()
    assert.deepEqual(store.objects.get('a.zip'), whole.objects.get('a.zip'))
    assert.deepEqual(await store.uploads.open(''), [])
  })
})

test('parts are larger for jobs with more pages than 10,000 parts of the usual size could hold', () => {
  const mib = [1, 250_000, 250_001, 1_000_000].map((limit) => archivePartBytes({ limit }) / 1024 ** 2)
  assert.deepEqual(mib, [16, 16, 32, 64])
})

/** Returns text that hardly compresses, the same for the same seed. */
const randomText = (seed: number): string =>
  Array.from({ length: 100 }, (_, at) => hash('sha256', `${seed} ${at}`, 'base64')).join('\n')

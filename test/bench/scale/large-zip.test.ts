import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { createZipWriter, type ArchiveWriter } from '@seine/activities/archive/files/archive-writer.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { entryLines, entryText, zipAtLink, zipEntries, type RangedBytes } from './large-zip.ts'

async function written(add: (writer: ArchiveWriter) => Promise<void>): Promise<Buffer> {
  const store = new MemoryStore()
  const writer = createZipWriter(store, 'a.zip')
  await add(writer)
  await writer.close()
  return Buffer.from(store.objects.get('a.zip')!)
}

const inMemory = (bytes: Buffer): RangedBytes => ({
  size: bytes.length,
  read: async (from, end) => await Promise.resolve(bytes.subarray(from, end)),
})

const manyLines = Array.from({ length: 400_000 }, (_, at) => `line ${at} of ${(at * 7_919) % 65_537} · end`)

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003)
}

test('entries are read in their order: short ones, long ones in pieces, and those that are skipped', async () => {
  const picture = Buffer.alloc(scaleLimits.zipPieceBytes + 7, 5)
  const bytes = await written(async (writer) => {
    await writer.add('a.md', '# Brücke\n')
    await writer.add('skipped.bin', Buffer.alloc(scaleLimits.zipRangeBytes + 1, 1), { compress: false })
    await writer.add('b.png', picture, { compress: false })
    await writer.add('lines.txt', piecesOf(manyLines.join('\n')))
    await writer.add('empty.txt', '')
  })
  const seen: string[] = []
  for await (const entry of zipEntries(inMemory(bytes))) {
    seen.push(entry.name)
    if (entry.name === 'a.md') assert.equal(await entryText(entry), '# Brücke\n')
    if (entry.name === 'b.png') assert.deepEqual(Buffer.concat(await Readable.from(entry.content()).toArray()), picture)
    if (entry.name === 'empty.txt') assert.equal(await entryText(entry), '')
    if (entry.name !== 'lines.txt') continue
    let count = 0
    for await (const line of entryLines(entry)) assert.equal(line, manyLines[count++])
    assert.equal(count, manyLines.length)
  }
  assert.deepEqual(seen, ['a.md', 'skipped.bin', 'b.png', 'lines.txt', 'empty.txt'])
})

test('an archive with more entries than ZIP counts without ZIP64 is read whole', async () => {
  const entries = 66_000
  const bytes = await written(async (writer) => {
    for (let at = 0; at < entries; at += 1) await writer.add(`${at}`, Buffer.from([at % 251]), { compress: false })
  })
  let count = 0
  for await (const { name } of zipEntries(inMemory(bytes))) assert.equal(name, String(count++))
  assert.equal(count, entries)
})

test('an archive is read from a link in ranges', async (t) => {
  const bytes = await written(async (writer) => await writer.add('a.md', 'text'))
  const server = createServer((request, response) => {
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const body = bytes.subarray(Number(from), Number(last) + 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${last}/${bytes.length}` }).end(body)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const archive = await zipAtLink(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a.zip`)
  assert.equal(archive.size, bytes.length)
  const texts: string[] = []
  for await (const entry of zipEntries(archive)) texts.push(await entryText(entry))
  assert.deepEqual(texts, ['text'])
})

test('a damaged archive is an error', async () => {
  const bytes = await written(async (writer) => await writer.add('a.md', 'text'))
  const read = async (damaged: Buffer) => await Readable.from(zipEntries(inMemory(damaged))).toArray()
  await assert.rejects(read(bytes.subarray(0, -1)), /no end record/)
  const noEntry = Buffer.from(bytes)
  noEntry.writeUInt32LE(0, 0)
  await assert.rejects(read(noEntry), /a\.md: no entry at its place/)
})

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, it } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { outputsOf, type PagePrint, type StoredVersion } from '@seine/shared/pages/stored-page.ts'
import type { WatchLife } from '@seine/shared/watches/definition.ts'
import type { PageVersion } from '@seine/shared/watches/runs.ts'
import { runStoredKey } from '@seine/shared/watches/watch-keys.ts'
import { StoredPages } from '../segments/stored-pages.ts'
import { StoredWriter } from './stored-writer.ts'
import { ref } from './testing/watch-lab.ts'

const life = { ...ref, createdAt: '2026-11-23T00:00:00.000Z' }

const print = (url: string): PagePrint => ({ hash: 'h', url, etag: '"e"', lastModified: null })

const recordOf = (text: string): PageRecord => ({ outputs: { markdown: text }, warnings: [], links: [] }) as never

const urlOf = (run: number, at: number): string => `http://site.test/${run}/${at}`

/** Stores a run of four pages of its own. @returns their versions. */
async function stored(store: MemoryStore, n: number, watch: WatchLife = life): Promise<PageVersion[]> {
  const writer = new StoredWriter(store, watch, n, [])
  const versions: PageVersion[] = []
  for (let at = 0; at < 4; at += 1) {
    const url = urlOf(n, at)
    versions.push({ url, stored: await writer.add(url, recordOf(`text ${url}`), print(url)) } as PageVersion)
  }
  await writer.close(versions, new Set())
  return versions
}

const textsOf = async (store: MemoryStore, versions: readonly PageVersion[]): Promise<(string | null)[]> => {
  const pages = new StoredPages(store)
  return await Promise.all(
    versions.map(async (version) => (await pages.outputs(outputsOf(version.stored!)))?.markdown ?? null),
  )
}

/** Gives one buffer for all objects: what it held is overwritten by the next read. */
class ReusingStore extends MemoryStore {
  readonly #shared = Buffer.alloc(65_536)

  override async get(key: string): Promise<Uint8Array | null> {
    const bytes = await super.get(key)
    if (bytes === null) return null
    this.#shared.fill(0)
    this.#shared.set(bytes)
    return this.#shared.subarray(0, bytes.byteLength)
  }
}

/** A store with one object that cannot be read. */
class DamagedStore extends MemoryStore {
  damaged = ''

  override async get(key: string): Promise<Uint8Array | null> {
    if (key === this.damaged) throw new DamagedObjectError(key, 'it is cut')
    return await super.get(key)
  }
}

describe('packs that are mostly unused', () => {
  it('are not kept in memory while their pages wait for the new pack', async () => {
    const store = new ReusingStore()
    const kept = [(await stored(store, 1))[0]!, (await stored(store, 2))[1]!]
    await new StoredWriter(store, life, 3, []).close(kept, new Set())
    assert.equal(new Set(kept.map((version) => version.stored!.pack)).size, 1)
    const plain = new MemoryStore()
    for (const [key, bytes] of store.objects) plain.objects.set(key, bytes)
    assert.deepEqual(await textsOf(plain, kept), [`text ${urlOf(1, 0)}`, `text ${urlOf(2, 1)}`])
  })

  it('stay where they are when they are damaged, and the index is written', async () => {
    const store = new DamagedStore()
    const kept = [(await stored(store, 1))[0]!, (await stored(store, 2))[1]!]
    const [damaged, moved] = kept.map((version) => version.stored!.pack)
    store.damaged = damaged!
    assert.equal(await new StoredWriter(store, life, 3, []).close(kept, new Set()), 1)
    assert.equal(kept[0]!.stored!.pack, damaged)
    assert.notEqual(kept[1]!.stored!.pack, moved)
    assert.deepEqual(await textsOf(store, kept), [null, `text ${urlOf(2, 1)}`])
    const index = store.objects.get(runStoredKey(life, 3, 0))!.toString('utf8')
    assert.deepEqual(
      index.split('\n').map((line) => (JSON.parse(line) as { url: string }).url),
      [urlOf(1, 0), urlOf(2, 1)],
    )
  })
})

it('texts for ZIP archives are stored once, found by their format, and move with their page', async () => {
  const store = new MemoryStore()
  const writer = new StoredWriter(store, life, 1, ['markdown', 'html', 'links'])
  const outputs = { markdown: '# Words', links: ['http://site.test/a'] }
  const record = { outputs, warnings: [], links: [] } as never
  const url = urlOf(1, 0)
  const version = { url, stored: await writer.add(url, record, print(url)) } as PageVersion
  const others = await Promise.all([1, 2, 3].map(async (at) => await writer.add(urlOf(1, at), record, print(url))))
  await writer.close([version, ...others.map((each) => ({ url: each.url, stored: each }) as PageVersion)], new Set())
  const check = async (): Promise<void> => {
    const place = outputsOf(version.stored!)
    const pages = new StoredPages(store)
    assert.deepEqual(await pages.outputs(place), outputs)
    assert.equal(await pages.zipped(place, 'html'), null)
    for (const [format, text] of [
      ['markdown', '# Words'],
      ['links', `${JSON.stringify(outputs.links, null, 1)}\n`],
    ] as const) {
      const { facts, deflated } = (await pages.zipped(place, format))!
      assert.equal(inflateRawSync(deflated).toString('utf8'), text)
      const { bytes, crc, sha256 } = facts
      assert.deepEqual([bytes, crc, sha256], [text.length, crc32(text), hash('sha256', text)])
    }
  }
  await check()
  const first = version.stored!.pack
  await new StoredWriter(store, life, 2, []).close([version], new Set())
  assert.notEqual(version.stored!.pack, first)
  await check()
  store.objects.delete(version.stored!.pack)
  assert.equal(await new StoredPages(store).zipped(outputsOf(version.stored!), 'markdown'), null)
})

it('texts for ZIP archives are not found in a pack to which a page was copied without them', async () => {
  const store = new MemoryStore()
  const writer = new StoredWriter(store, life, 1, ['markdown'])
  const versions: StoredVersion[] = []
  for (const at of [0, 1]) {
    const url = urlOf(1, at)
    versions.push(await writer.add(url, recordOf(`text of ${url}`), print(url)))
  }
  await writer.close([], new Set())
  // As a worker compacts that does not know of texts.
  const copies: Uint8Array[] = []
  let copiedBytes = 0
  for (const page of versions) {
    const ownBytes = page.headBytes + page.bytes + 2
    copies.push(store.objects.get(page.pack)!.subarray(page.at, page.at + ownBytes))
    Object.assign(page, { pack: 'copy', at: copiedBytes })
    copiedBytes += ownBytes
  }
  store.objects.set('copy', Buffer.concat([...copies, Buffer.alloc(1_000)]))
  const pages = new StoredPages(store)
  for (const [at, page] of versions.entries()) {
    const place = outputsOf(page)
    assert.deepEqual(await pages.outputs(place), { markdown: `text of ${urlOf(1, at)}` })
    assert.equal(await pages.zipped(place, 'markdown'), null)
  }
})

it('other work has its turn while long texts are compressed', async () => {
  const writer = new StoredWriter(new MemoryStore(), life, 1, ['markdown'])
  const long = Array.from({ length: 4_000 }, (_, at) => hash('sha256', String(at))).join(' ')
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await writer.add(urlOf(1, 0), recordOf(long), print(urlOf(1, 0)))
  isOver = true
  assert.ok(turns > 0)
})

it('indexes of a watch that was created again are not those of the one before, even in memory', async () => {
  const store = new MemoryStore()
  const again = { ...life, createdAt: '2026-11-24T00:00:00.000Z' }
  const pages = new StoredPages(store)
  const indexOf = ({ id, ...watch }: WatchLife) => ({ ...watch, watchId: id, run: 1, buckets: 1 })
  await stored(store, 1)
  const before = await pages.page(indexOf(life), urlOf(1, 0))
  await stored(store, 1, again)
  const after = await pages.page(indexOf(again), urlOf(1, 0))
  assert.ok(before !== null && after !== null)
  assert.notEqual(after.page.pack, before.page.pack)
})

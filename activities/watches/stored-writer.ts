/**
 * Writes the pages of a run of a watch for later runs: packs with their heads and outputs, and the index. Jobs and
 * their results expire; these pages live as long as the last good state does.
 */
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { PageRecord, StoredHead } from '@seine/shared/pages/slice-shapes.ts'
import { storedBytesOf, type PagePrint, type StoredText, type StoredVersion } from '@seine/shared/pages/stored-page.ts'
import type { TextFormat } from '@seine/shared/tasks/formats.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { WatchLife } from '@seine/shared/watches/definition.ts'
import type { PageVersion } from '@seine/shared/watches/runs.ts'
import { bucketOf, bucketsFor } from '@seine/shared/watches/stored-index.ts'
import { packBytesOf, packKey, runStoredKey } from '@seine/shared/watches/watch-keys.ts'
import { deflatedOfAnyLength } from '../archive/files/deflated-content.ts'
import { textBytes, textOutput } from '../archive/page-output.ts'

const lineFeed = Buffer.from('\n')

const headOf = (record: PageRecord): StoredHead => {
  const { contentType, title, extractor, warnings, links, linksDropped, sketch } = record
  const { degraded, jsonReport, metadata, body } = record
  return {
    contentType,
    title,
    extractor,
    ...(degraded === undefined ? {} : { degraded }),
    ...(jsonReport === undefined ? {} : { jsonReport }),
    warnings,
    links,
    linksDropped,
    sketch,
    ...(metadata === undefined ? {} : { metadata }),
    ...(body === undefined ? {} : { body }),
  }
}

interface ZippedText {
  facts: StoredText
  bytes: Uint8Array
}

/** Returns a text of a page as ZIP archives have it, with its facts; null when the page has none. */
async function zippedText(record: PageRecord, format: TextFormat): Promise<ZippedText | null> {
  const output = textOutput(record, format)
  if (output === null) return null
  const text = textBytes(output.value)
  const { deflated: zipped, ...sizes } = await deflatedOfAnyLength(text)
  const deflatedFacts = { deflatedBytes: zipped.byteLength, deflatedCrc: crc32(zipped) }
  const facts = { format, ...deflatedFacts, ...sizes, sha256: hash('sha256', text) }
  return { facts, bytes: zipped }
}

export class StoredWriter {
  readonly #store: Pick<Store, 'get' | 'put'>
  readonly #watch: WatchLife
  readonly #n: number
  readonly #zipped: readonly TextFormat[]
  #pieces: Uint8Array[] = []
  #bytes = 0
  #chunk = 0
  /** Pages of the pack that is being collected; its key is known once it is complete. */
  #pending: StoredVersion[] = []

  /**
   * @param n number of the run.
   * @param zipped formats of which the jobs of the watch make ZIP archives.
   */
  constructor(store: Pick<Store, 'get' | 'put'>, watch: WatchLife, n: number, zipped: readonly TextFormat[]) {
    this.#store = store
    this.#watch = watch
    this.#n = n
    this.#zipped = zipped
  }

  /** Stores a page. @param url URL that was requested. @returns its place; `pack` is set when its pack is written. */
  async add(url: string, record: PageRecord, print: PagePrint): Promise<StoredVersion> {
    const head = Buffer.from(JSON.stringify(headOf(record)))
    const outputs = Buffer.from(JSON.stringify(record.outputs))
    const zipped: ZippedText[] = []
    for (const format of this.#zipped) {
      const text = await zippedText(record, format)
      if (text !== null) zipped.push(text)
    }
    const texts = zipped.length === 0 ? {} : { texts: zipped.map(({ facts }) => facts) }
    const page: StoredVersion = { url, pack: '', at: 0, headBytes: head.length, bytes: outputs.length, ...texts, print }
    await this.#append(page, [head, lineFeed, outputs, lineFeed, ...zipped.map(({ bytes }) => bytes)])
    return page
  }

  /**
   * Writes what is pending, moves the pages of packs that are mostly unused to a new pack, and writes the index.
   * @param versions the last good versions of all pages; their places are updated.
   * @param plainHosts hosts whose validators are not used.
   * @returns number of objects of the index.
   */
  async close(versions: readonly PageVersion[], plainHosts: ReadonlySet<string>): Promise<number> {
    await this.#flush()
    const pages = versions.flatMap(({ stored }) => (stored === undefined ? [] : [stored]))
    await this.#compact(pages)
    const buckets = bucketsFor(pages.length)
    const lines = Array.from({ length: buckets }, (): string[] => [])
    for (const page of pages) {
      const isPlain = plainHosts.has(new URL(page.print.url).host)
      const print = isPlain ? { ...page.print, etag: null, lastModified: null } : page.print
      lines[bucketOf(page.url, buckets)]!.push(JSON.stringify({ ...page, print }))
    }
    for (const [bucket, texts] of lines.entries()) {
      if (texts.length > 0) await this.#store.put(runStoredKey(this.#watch, this.#n, bucket), texts.join('\n'))
    }
    return buckets
  }

  async #append(page: StoredVersion, pieces: readonly Uint8Array[]): Promise<void> {
    page.at = this.#bytes
    this.#pending.push(page)
    this.#pieces.push(...pieces)
    this.#bytes += pieces.reduce((sum, { length }) => sum + length, 0)
    if (this.#bytes >= watchLimits.storedPackBytes) await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return
    const key = packKey(this.#watch, this.#n, this.#chunk, this.#bytes)
    await this.#store.put(key, Buffer.concat(this.#pieces))
    for (const page of this.#pending) page.pack = key
    this.#chunk += 1
    this.#pieces = []
    this.#pending = []
    this.#bytes = 0
  }

  /** Reads a pack; null when it is gone or damaged: its pages stay there, and later runs scrape them anew. */
  async #pack(key: string): Promise<Uint8Array | null> {
    return await this.#store.get(key).catch(nullWhenDamaged)
  }

  async #compact(pages: readonly StoredVersion[]): Promise<void> {
    const used = Map.groupBy(pages, ({ pack }) => pack)
    for (const [pack, kept] of used) {
      const live = kept.reduce((sum, page) => sum + storedBytesOf(page), 0)
      if (live >= packBytesOf(pack) * watchLimits.storedPackShareMin) continue
      const body = await this.#pack(pack)
      if (body === null) continue
      const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      for (const page of kept) {
        const { at } = page
        // A copy: a view would keep the whole pack in memory until the new pack is written.
        await this.#append(page, [Buffer.from(buffer.subarray(at, at + storedBytesOf(page)))])
      }
    }
    await this.#flush()
  }
}

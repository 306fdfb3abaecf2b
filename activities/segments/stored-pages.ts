/**
 * Reads pages that earlier runs of a watch stored: their index, and the packs that have their heads and outputs. A
 * bounded part of both is kept in memory, because the pages of a slice were usually stored next to each other.
 */
import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { ExtractedOutputs } from '@seine/shared/pages/extraction.ts'
import type { PageRecord, StoredHead } from '@seine/shared/pages/slice-shapes.ts'
import type { StoredIndex, StoredOutputs, StoredText, StoredVersion } from '@seine/shared/pages/stored-page.ts'
import type { TextFormat } from '@seine/shared/tasks/formats.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { bucketOf } from '@seine/shared/watches/stored-index.ts'
import { runStoredKey } from '@seine/shared/watches/watch-keys.ts'

/** A text of a page as ZIP archives have it, with its bytes. */
export interface ZippedText {
  facts: StoredText
  deflated: Buffer
}

/** A part of an index. */
interface Bucket {
  pages: Map<string, StoredVersion>
  bytes: number
}

const noBytes = Buffer.alloc(0)

export class StoredPages {
  readonly #buckets: LRUCache<string, Bucket>
  readonly #packs: LRUCache<string, Buffer>

  /** @param cacheBytes size of the indexes and of the packs kept in memory, bytes each. */
  constructor(store: Pick<Store, 'get'>, cacheBytes: number = watchLimits.storedCacheBytes) {
    const read = async (key: string): Promise<Buffer> => bufferOf(await store.get(key))
    const options = { maxSize: cacheBytes, ignoreFetchAbort: true } as const
    this.#packs = new LRUCache({ ...options, sizeCalculation: sizeOf, fetchMethod: read })
    this.#buckets = new LRUCache({
      ...options,
      sizeCalculation: sizeOf,
      fetchMethod: async (key: string): Promise<Bucket> => bucketFrom(await read(key)),
    })
  }

  /**
   * Returns the stored version of a page with its head.
   * @returns null if none exists, or it cannot be read now: the page is then scraped as if it were new.
   */
  async page(
    { tenant, watchId, createdAt, run, buckets }: StoredIndex,
    url: string,
  ): Promise<{ page: StoredVersion; head: StoredHead } | null> {
    if (buckets === 0) return null
    try {
      const key = runStoredKey({ tenant, id: watchId, createdAt }, run, bucketOf(url, buckets))
      const page = (await this.#buckets.fetch(key))?.pages.get(url)
      if (page === undefined) return null
      const head = await this.#json(page.pack, page.at, page.headBytes)
      return head === null ? null : { page, head: head as StoredHead }
    } catch {
      return null
    }
  }

  /** Returns the outputs of a page; null when they are gone or damaged. @throws StoreUnavailableError */
  async outputs({ pack, at, bytes }: StoredOutputs): Promise<ExtractedOutputs | null> {
    try {
      return (await this.#json(pack, at, bytes)) as ExtractedOutputs | null
    } catch (error) {
      if (error instanceof SyntaxError) return null
      throw error
    }
  }

  /**
   * Returns a text of a page as ZIP archives have it.
   * @returns null when it is not stored so, or is gone or damaged.
   * @throws StoreUnavailableError
   */
  async zipped({ pack, at, bytes, texts = [] }: StoredOutputs, format: TextFormat): Promise<ZippedText | null> {
    let from = at + bytes + 1
    for (const facts of texts) {
      if (facts.format === format) {
        const deflated = await this.#slice(pack, from, facts.deflatedBytes)
        return deflated === null || crc32(deflated) !== facts.deflatedCrc ? null : { facts, deflated }
      }
      from += facts.deflatedBytes
    }
    return null
  }

  /**
   * Returns a record with its outputs, wherever they are stored.
   * @returns null when they are gone or damaged.
   * @throws StoreUnavailableError
   */
  async whole(record: PageRecord): Promise<PageRecord | null> {
    if (record.stored === undefined) return record
    const outputs = await this.outputs(record.stored)
    return outputs === null ? null : { ...record, outputs }
  }

  async #json(pack: string, at: number, bytes: number): Promise<unknown> {
    const slice = await this.#slice(pack, at, bytes)
    return slice === null ? null : JSON.parse(slice.toString('utf8'))
  }

  /** Returns a part of a pack; null when it is gone or damaged. */
  async #slice(pack: string, at: number, bytes: number): Promise<Buffer | null> {
    const buffer = (await this.#packs.fetch(pack).catch(nullWhenDamaged)) ?? noBytes
    return buffer.length < at + bytes ? null : buffer.subarray(at, at + bytes)
  }
}

const bufferOf = (bytes: Uint8Array | null): Buffer =>
  bytes === null ? noBytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const sizeOf = (held: Buffer | Bucket): number => Math.max(1, 'pages' in held ? held.bytes : held.length)

function bucketFrom(bytes: Buffer): Bucket {
  const pages = new Map<string, StoredVersion>()
  for (const line of bytes.length === 0 ? [] : bytes.toString('utf8').split('\n')) {
    const page = JSON.parse(line) as StoredVersion
    pages.set(page.url, page)
  }
  return { pages, bytes: bytes.length }
}

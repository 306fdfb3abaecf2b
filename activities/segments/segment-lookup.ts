/** Finds single records in segments, without parsing the other records of a segment. */
import { LRUCache } from 'lru-cache'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { segmentLookupLimits } from './segment-lookup-limits.ts'
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { recordOf } from './page-records.ts'
import { StoredPages } from './stored-pages.ts'

const newline = 0x0a

export class SegmentLookup {
  readonly #store: Pick<Store, 'get'>
  /** Segments in memory: consecutive pages are often in the same one. */
  readonly #kept: LRUCache<string, Buffer>
  readonly #stored: StoredPages

  /** @param bytesMax size of the segments kept in memory; a larger segment is read each time. */
  constructor(store: Pick<Store, 'get'>, bytesMax: number = segmentLookupLimits.keptBytes) {
    this.#store = store
    this.#stored = new StoredPages(store, bytesMax)
    this.#kept = new LRUCache({ maxSize: bytesMax, sizeCalculation: ({ length }) => Math.max(1, length) })
  }

  /**
   * Returns the record of a page.
   * @param key of the segment.
   * @param index position of the page in the list of its slice.
   * @returns null when the segment is missing, or the record cannot be read.
   * @throws StoreUnavailableError
   */
  async record(key: string, index: number): Promise<PageRecord | null> {
    const segment = this.#kept.get(key) ?? (await this.#read(key))
    let lines = 0
    for (let from = 0; from < segment.length; lines += 1) {
      const newlineAt = segment.indexOf(newline, from)
      const end = newlineAt === -1 ? segment.length : newlineAt
      const stated = indexStated(segment, from)
      const record = stated === null || stated === index ? recordOf(segment.toString('utf8', from, end)) : null
      if (record?.index === index) return await this.#stored.whole(record)
      from = end + 1
      if (lines % segmentLookupLimits.linesPerTurn === 0) await nextTurn()
    }
    return null
  }

  async #read(key: string): Promise<Buffer> {
    const bytes = await this.#store.get(key).catch((error: unknown) => {
      if (error instanceof DamagedObjectError) return error.readable
      throw error
    })
    if (bytes === null) return Buffer.alloc(0)
    const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#kept.set(key, segment)
    return segment
  }
}

/** Returns the position that the beginning of a line states; null when it begins differently. */
function indexStated(segment: Buffer, from: number): number | null {
  const digits = /^\{"seq":\d+,"index":(\d+),/.exec(segment.toString('latin1', from, from + 48))?.[1]
  return digits === undefined ? null : Number(digits)
}

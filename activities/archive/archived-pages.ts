/**
 * Facts of archived pages, from when a page is archived until the manifest lists it, in another order. They are kept in
 * compressed blocks: as objects, the facts of a hundred thousand pages would be most of the memory of ending a job.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'

/** Facts of a page that the manifest lists. */
export type ArchivedPageFacts = Pick<
  PageRecord,
  | 'finalUrl'
  | 'status'
  | 'contentType'
  | 'title'
  | 'fetchedAt'
  | 'attempts'
  | 'winningAttempt'
  | 'actions'
  | 'stalls'
  | 'extractor'
  | 'degraded'
  | 'extractMs'
  | 'jsonReport'
  | 'warnings'
>

/** A file in an archive. */
export interface FileFacts {
  file: string
  bytes: number
  sha256: string
}

/** A page, and its file in the archive of each format that has one. */
export interface ArchivedPage {
  facts: ArchivedPageFacts
  files: Partial<Record<JobFormat, FileFacts>>
}

type Block = ReadonlyMap<number, ArchivedPage>

export class ArchivedPages {
  /** Number of the block of each page, from 1, by `seq`; 0: the page has not been added. */
  readonly #blockOf: Uint32Array
  readonly #blocks: Buffer[] = []
  /** Pages that are not in a block yet. */
  #latest = new Map<number, ArchivedPage>()
  /** Blocks that were read last. Pages are read in an order similar to that in which they were added. */
  readonly #read = new LRUCache<number, Block>({ max: archiveLimits.factsBlocksRead })

  /** @param seqs number of URLs of the frontier. */
  constructor(seqs: number) {
    this.#blockOf = new Uint32Array(seqs)
  }

  has(seq: number): boolean {
    return this.#blockOf[seq] !== 0
  }

  /** Adds a page, once. */
  add(seq: number, page: ArchivedPage): void {
    this.#latest.set(seq, page)
    this.#blockOf[seq] = this.#blocks.length + 1
    if (this.#latest.size < archiveLimits.factsBlockPages) return
    this.#blocks.push(zstdCompressSync(JSON.stringify([...this.#latest])))
    this.#latest = new Map()
  }

  /** Returns a page; undefined when it has not been added. */
  get(seq: number): ArchivedPage | undefined {
    const number = this.#blockOf[seq] ?? 0
    return number === 0 ? undefined : this.#block(number - 1).get(seq)
  }

  #block(at: number): Block {
    const bytes = this.#blocks[at]
    if (bytes === undefined) return this.#latest
    let block = this.#read.get(at)
    if (block === undefined) {
      block = new Map(JSON.parse(zstdDecompressSync(bytes).toString()) as [number, ArchivedPage][])
      this.#read.set(at, block)
    }
    return block
  }
}

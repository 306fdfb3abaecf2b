/**
 * Facts of archived pages, from when a page is archived until the manifest lists it, in another order. They are kept in
 * compressed blocks: as objects, the facts of a hundred thousand pages would be most of the memory of ending a job. A
 * block has pages of one section of the manifest, so that each is read once for a section, in whatever order the pages
 * were archived.
 */
import { zstdDecompressSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { JobFormat } from '@seine/shared/tasks/formats.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import { packedBytes } from './files/packed-bytes.ts'

/** Names of the facts of a page that the manifest lists. */
type FactName =
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

/** Facts of a page that the manifest lists. Every member must be named, so that none is left out by mistake. */
export type ArchivedPageFacts = { [Name in FactName]: PageRecord[Name] }

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

type Pages = ReadonlyMap<number, ArchivedPage>

/** Pages that are next to each other in the manifest. */
interface Section {
  /** Compressed. */
  blocks: Buffer[]
  /** Pages that are not in a block yet. */
  latest: Map<number, ArchivedPage>
}

export class ArchivedPages {
  /** Section of each page, from 1, by `seq`; 0 for URLs that the manifest does not list. */
  readonly #sectionOf: Uint16Array
  readonly #added: Uint8Array
  readonly #sections: Section[]
  /** Sections that were read last: the manifests of all formats list them at about the same time. */
  readonly #read = new LRUCache<number, Pages>({ max: archiveLimits.factsSectionsRead })

  /**
   * @param order pages in the order of the manifest, by `seq`.
   * @param seqs number of URLs of the frontier.
   */
  constructor(order: readonly number[], seqs: number) {
    const { factsSectionsMax, factsBlockPages } = archiveLimits
    const pagesOfSection = Math.max(factsBlockPages, Math.ceil(order.length / factsSectionsMax))
    this.#sectionOf = new Uint16Array(seqs)
    this.#added = new Uint8Array(seqs)
    for (const [at, seq] of order.entries()) this.#sectionOf[seq] = Math.floor(at / pagesOfSection) + 1
    this.#sections = Array.from({ length: Math.ceil(order.length / pagesOfSection) }, () => ({
      blocks: [],
      latest: new Map(),
    }))
  }

  has(seq: number): boolean {
    return this.#added[seq] === 1
  }

  /** Adds a page of the order, once; all pages are added before the first one is read. */
  add(seq: number, page: ArchivedPage): void {
    const section = this.#sections[this.#sectionOf[seq]! - 1]!
    this.#added[seq] = 1
    section.latest.set(seq, page)
    if (section.latest.size < archiveLimits.factsBlockPages) return
    section.blocks.push(packedBytes(JSON.stringify([...section.latest])))
    section.latest = new Map()
  }

  /** Returns a page; undefined when it has not been added. Reading in the order of the manifest is quick. */
  get(seq: number): ArchivedPage | undefined {
    return this.has(seq) ? this.#pagesOf(this.#sectionOf[seq]! - 1).get(seq) : undefined
  }

  #pagesOf(at: number): Pages {
    const { blocks, latest } = this.#sections[at]!
    if (blocks.length === 0) return latest
    const known = this.#read.get(at)
    if (known !== undefined) return known
    const pages = new Map(latest)
    for (const block of blocks) {
      const bytes = zstdDecompressSync(block)
      for (const [seq, page] of JSON.parse(bytes.toString()) as [number, ArchivedPage][]) pages.set(seq, page)
      releaseBytes(bytes)
    }
    this.#read.set(at, pages)
    return pages
  }
}

/**
 * Collects finished pages and writes them to the store as one segment at least once a second. A page counts as done
 * only when its segment is durable.
 */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { segmentKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import type { FinishedPage } from './page-record.ts'
import type { PageHead } from '@seine/shared/pages/slice-shapes.ts'
import { despiteAbsentStore, type StorePatience } from '../faults/store-patience.ts'

export interface SegmentWriterOptions {
  store: Pick<Store, 'put'>
  /** How long a segment is kept in memory while the store is unavailable. */
  patience: StorePatience
  job: JobRef
  slice: number
  /** Temporal attempt of the slice; part of every key. */
  attempt: number
  /** Pages of the slice that have begun, in the encoding of heartbeats; every segment carries them. */
  begun: () => string
  /** Stores what must be durable before the pages; may be repeated. */
  before?: () => Promise<void>
  /** @param begun value of `begun` that the segment carries. */
  onDurable: (key: string, pages: readonly PageHead[], begun: string) => void
}

const lineEnd = Buffer.from('}\n')

export class SegmentWriter {
  readonly #options: SegmentWriterOptions
  #pages: PageHead[] = []
  #pieces: Uint8Array[] = []
  /** The pieces that belong to this writer alone. */
  #outputs: Uint8Array[] = []
  #bytes = 0
  #index = 0
  #isHeldUp = false
  #writing: Promise<void> = Promise.resolve()

  constructor(options: SegmentWriterOptions) {
    this.#options = options
  }

  /** Adds a page as a line of JSON: a `PageRecord`. Its outputs are copied without being parsed, and freed then. */
  add({ head, outputs }: FinishedPage): void {
    const opened = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"outputs":${outputs === null ? '{}' : ''}`)
    this.#pages.push(head)
    this.#pieces.push(opened, ...(outputs === null ? [] : [outputs]), lineEnd)
    if (outputs !== null) this.#outputs.push(outputs)
    this.#bytes += opened.length + (outputs?.length ?? 0)
  }

  /** True when the collected pages should be written without waiting for the timer. */
  get full(): boolean {
    return this.#bytes >= sliceLimits.segmentMaxBytes
  }

  /** True while no page is collected. */
  get isEmpty(): boolean {
    return this.#pages.length === 0
  }

  /** True while the store has refused the segment that is being written: no further page should start. */
  get isHeldUp(): boolean {
    return this.#isHeldUp
  }

  /** Writes the collected pages; one segment at a time, in order. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
  }

  async #write(): Promise<void> {
    const { store, job, slice, attempt, before, onDurable } = this.#options
    if (this.#pages.length === 0) {
      if (before !== undefined) await this.#patiently(before)
      return
    }
    const pages = this.#pages
    const begun = this.#options.begun()
    // The last line ends with the segment. `begun` is an extra field of the last record, which older workers ignore.
    const closing = Buffer.from(`,"begun":${JSON.stringify(begun)}}`)
    const body = Buffer.concat(this.#pieces.slice(0, -1).concat(closing))
    for (const piece of this.#outputs) releaseBytes(piece)
    this.#outputs = []
    this.#pages = []
    this.#pieces = []
    this.#bytes = 0
    const key = segmentKey(job, slice, attempt, this.#index)
    this.#index += 1
    await this.#patiently(async () => {
      await before?.()
      await store.put(key, body)
    })
    releaseBytes(body)
    onDurable(key, pages, begun)
  }

  async #patiently(write: () => Promise<void>): Promise<void> {
    await despiteAbsentStore(async () => {
      try {
        await write()
        this.#isHeldUp = false
      } catch (error) {
        this.#isHeldUp = true
        throw error
      }
    }, this.#options.patience)
  }
}

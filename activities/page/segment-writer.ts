/**
 * Finished pages on their way to the store: collected, and written as one segment at least once a
 * second. A page counts as done only when its segment is durable.
 */
import { sliceLimits } from '@seine/shared/config/limits.ts'
import { segmentKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { PageRecord } from './slice-shapes.ts'

export interface SegmentWriterOptions {
  store: Store
  jobId: string
  slice: number
  /** Temporal attempt of the slice: part of every key. */
  attempt: number
  onDurable: (key: string, records: readonly PageRecord[]) => void
}

export class SegmentWriter {
  readonly #options: SegmentWriterOptions
  #records: PageRecord[] = []
  #lines: string[] = []
  #bytes = 0
  #index = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(options: SegmentWriterOptions) {
    this.#options = options
  }

  add(record: PageRecord): void {
    const line = JSON.stringify(record)
    this.#records.push(record)
    this.#lines.push(line)
    this.#bytes += line.length
  }

  /** True when what is collected should not wait for the clock. */
  get full(): boolean {
    return this.#bytes >= sliceLimits.segmentMaxBytes
  }

  /** Writes what has been collected; one segment at a time, in order. */
  async flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
  }

  async #write(): Promise<void> {
    if (this.#records.length === 0) return
    const records = this.#records
    const body = this.#lines.join('\n')
    this.#records = []
    this.#lines = []
    this.#bytes = 0
    const { store, jobId, slice, attempt, onDurable } = this.#options
    const key = segmentKey(jobId, slice, attempt, this.#index)
    this.#index += 1
    await store.put(key, body)
    onDurable(key, records)
  }
}

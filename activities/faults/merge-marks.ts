/**
 * Marks of which slice an advance of a frontier merges. An advance that kills its worker leaves no other trace of the
 * slice that did it. Only advances that have failed before write marks.
 */
import { randomUUID } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { mergeMarksPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

export class MergeMarks {
  readonly #store: Pick<Store, 'get' | 'put' | 'list'>
  readonly #prefix: string
  /** Own object of this attempt, so that attempts that overlap do not overwrite each other. */
  readonly #key: string

  /** @param generation the one that the advance computes. */
  constructor(store: Pick<Store, 'get' | 'put' | 'list'>, job: JobRef, generation: number) {
    this.#store = store
    this.#prefix = mergeMarksPrefix(job, generation)
    this.#key = `${this.#prefix}${randomUUID()}`
  }

  /** Records that this attempt begins to merge a slice. @throws StoreUnavailableError */
  async begin(slice: number): Promise<void> {
    await this.#store.put(this.#key, String(slice))
  }

  /** Records that this attempt merges no slice any more. @throws StoreUnavailableError */
  async end(): Promise<void> {
    await this.#store.put(this.#key, '')
  }

  /** Returns how many attempts ended while they merged each slice. @throws StoreUnavailableError */
  async deaths(): Promise<ReadonlyMap<number, number>> {
    const keys = await this.#store.list(this.#prefix)
    const marks = await Promise.all(keys.map(async (key) => Buffer.from((await this.#store.get(key)) ?? '').toString()))
    const deaths = new Map<number, number>()
    for (const mark of marks) if (mark !== '') deaths.set(Number(mark), (deaths.get(Number(mark)) ?? 0) + 1)
    return deaths
  }
}

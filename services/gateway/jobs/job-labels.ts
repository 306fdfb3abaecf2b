/** Caches the labels of jobs: they never change, and running jobs are read often. */
import { LRUCache } from 'lru-cache'
import { storedInput } from '@seine/shared/jobs/stored-input.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { nullWhenDamaged } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { ResultStore } from './result-store.ts'

export class JobLabels {
  readonly #labels: LRUCache<string, string[]>
  readonly #store: Pick<ResultStore, 'getJson'>

  constructor(store: Pick<ResultStore, 'getJson'>, jobsMax: number) {
    this.#store = store
    this.#labels = new LRUCache({ max: jobsMax })
  }

  /** Returns the `tag` of a job as requested; empty when its input is gone or damaged. @throws StoreUnavailableError */
  async of(job: JobRef): Promise<string[]> {
    const key = inputKey(job)
    const known = this.#labels.get(key)
    if (known !== undefined) return known
    const input = await storedInput(this.#store, job).catch(nullWhenDamaged)
    if (input === null) return []
    // Inputs of crawls written by an earlier version have no tag.
    const { tag = [] } = input as Partial<JobInput>
    this.#labels.set(key, tag)
    return tag
  }
}

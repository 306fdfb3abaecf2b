/** Requests of jobs, read once per job and process: they never change. */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

const inputsKept = 64

export class JobInputs {
  readonly #store: Store
  readonly #inputs = new Map<string, JobInput>()

  constructor(store: Store) {
    this.#store = store
  }

  /** @throws Error when the job has no input object; StoreUnavailableError when the store is away. */
  async get(jobId: string): Promise<JobInput> {
    const kept = this.#inputs.get(jobId)
    if (kept !== undefined) return kept
    const input = await this.#store.getJson<JobInput>(inputKey(jobId))
    if (input === null) throw new Error(`job ${jobId} has no input object`)
    const oldest = this.#inputs.keys().next()
    if (this.#inputs.size >= inputsKept && !oldest.done) this.#inputs.delete(oldest.value)
    this.#inputs.set(jobId, input)
    return input
  }
}

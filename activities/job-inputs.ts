/** Requests of jobs, read once per job and process: they never change. */
import { putBackSecrets, type JobSecrets } from '@seine/shared/api/job-secrets.ts'
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { SealError, type Sealing } from '@seine/shared/storage/sealing.ts'

const inputsKept = 64

export class JobInputs {
  readonly #store: Store
  readonly #sealing: Sealing | null
  readonly #inputs = new Map<string, JobInput>()

  /** @param sealing opens what is sealed in an input. */
  constructor(store: Store, sealing: Sealing | null = null) {
    this.#store = store
    this.#sealing = sealing
  }

  /**
   * The input of a job, its secrets in their places.
   * @throws Error when the job has no input object; SealError when its secrets cannot be opened;
   *   StoreUnavailableError when the store is away.
   */
  async get(jobId: string): Promise<JobInput> {
    const kept = this.#inputs.get(jobId)
    if (kept !== undefined) return kept
    const stored = await this.#store.getJson<JobInput>(inputKey(jobId))
    if (stored === null) throw new Error(`job ${jobId} has no input object`)
    const input = this.#opened(stored)
    const oldest = this.#inputs.keys().next()
    if (this.#inputs.size >= inputsKept && !oldest.done) this.#inputs.delete(oldest.value)
    this.#inputs.set(jobId, input)
    return input
  }

  #opened(input: JobInput): JobInput {
    if (input.sealed === undefined) return input
    // Better no page than pages asked for without what their caller gave.
    if (this.#sealing === null) throw new SealError('SEINE_SEALING_KEY is not set, and the job has sealed parts')
    return putBackSecrets(input, JSON.parse(this.#sealing.open(input.sealed, input.id)) as JobSecrets)
  }
}

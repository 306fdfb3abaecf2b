/** Requests of jobs, read once per job and process: they never change. */
import { browserPageOptions } from '@seine/shared/api/browser-options.ts'
import { putBackSecrets, type JobSecrets } from '@seine/shared/api/job-secrets.ts'
import type { JobInput, PageOptions } from '@seine/shared/api/job-input.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { SealError, type Sealing } from '@seine/shared/storage/sealing.ts'

const inputsKept = 64

/** What was stored by a version that knew no choice of lanes: pages with options of a browser went there, the others over HTTP. */
function withLanes(input: JobInput): JobInput {
  const { page } = input
  const { render, browser } = page as Partial<PageOptions>
  if (render !== undefined) return input
  const plain = {
    includeTags: [],
    excludeTags: [],
    maxAgeSecs: 0,
    browser: browserPageOptions({ timeout: page.timeoutMs }),
  }
  return { ...input, page: { ...plain, ...page, render: browser === undefined ? 'never' : 'always' } }
}

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
    const input = withLanes(this.#opened(stored))
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

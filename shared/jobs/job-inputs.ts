/** Requests of jobs, read once per job and process: they never change. */
import { LRUCache } from 'lru-cache'
import { browserPageOptions } from '../api/rules/browser-options.ts'
import { putBackSecrets, type JobSecrets } from './job-secrets.ts'
import type { BatchJobInput, BatchUrls, CrawlJobInput, JobInput, PageOptions } from '../tasks/job-input.ts'
import type { RetriedPages } from './job-retry.ts'
import { jobLimits } from '../config/limits.ts'
import { noteLimits } from '../config/notify-limits.ts'
import type { JobRef } from '../storage/job-ref.ts'
import { batchUrlsKey, inputKey } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'
import { SealError, type Sealing } from '../storage/sealing.ts'
import { BatchList } from './batch-list.ts'
import { storedInput } from './stored-input.ts'

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

/** What the job was started with is not in the store: it was lost, or is from an older backup. */
export class JobInputLostError extends Error {
  override readonly name = 'JobInputLostError'

  constructor(jobId: string) {
    super(`job ${jobId} has no input object`)
  }
}

/** What hangs on the input of a crawl with patterns: what they said of the last batch of URLs (`admissionFor`). */
const verdictsOf = (input: JobInput): number =>
  input.kind === 'crawl' && input.includePaths.length + input.excludePaths.length > 0
    ? jobLimits.verdictsKeptCharacters
    : 0

/** Inputs of the jobs that were asked for last. */
const recentInputs = (): LRUCache<string, JobInput> =>
  new LRUCache({
    // Requests may hold secrets: one that was not used for this time is dropped.
    ttl: jobLimits.inputsKeptMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    max: jobLimits.inputsKeptMax,
    maxSize: jobLimits.inputsKeptMaxCharacters,
    sizeCalculation: (input) => JSON.stringify(input).length + verdictsOf(input),
  })

export class JobInputs {
  readonly #store: Store
  readonly #sealing: Sealing | null
  /** As they are stored. */
  readonly #inputs = recentInputs()
  readonly #opened = recentInputs()
  readonly #lists = new Map<string, { list: BatchList; characters: number }>()

  /** @param sealing opens what is sealed in an input; null where nobody asks for it. */
  constructor(store: Store, sealing: Sealing | null = null) {
    this.#store = store
    this.#sealing = sealing
  }

  /**
   * The input of a job without its secrets: for work that needs none of them, and that has to go on
   * where they cannot be opened.
   * @throws JobInputLostError when the job has no input object; DamagedObjectError; StoreUnavailableError when the
   *   store is away.
   */
  async bare(job: JobRef): Promise<JobInput> {
    const key = inputKey(job)
    const kept = this.#inputs.get(key)
    if (kept !== undefined) return kept
    const stored = await storedInput(this.#store, job)
    if (stored === null) throw new JobInputLostError(job.id)
    const input = withLanes(stored)
    this.#inputs.set(key, input)
    return input
  }

  /**
   * The input of a job, its secrets in their places.
   * @throws as `bare`; SealError when its secrets cannot be opened.
   */
  async get(job: JobRef): Promise<JobInput> {
    const key = inputKey(job)
    const kept = this.#opened.get(key)
    if (kept !== undefined) return kept
    const input = this.#open(await this.bare(job))
    this.#opened.set(key, input)
    return input
  }

  /**
   * The URLs of a batch, none when they are missing; the lists used last stay in memory, as far as
   * there is room for them.
   * @throws StoreUnavailableError
   */
  async batchList(input: BatchJobInput): Promise<BatchList> {
    const key = batchUrlsKey(input)
    let known = this.#lists.get(key)
    this.#lists.delete(key)
    if (known === undefined) {
      const urls = await this.#store.getJson<BatchUrls>(key)
      if (urls === null) return new BatchList(input, [])
      known = { list: new BatchList(input, urls), characters: urls.reduce((sum, { length }) => sum + length, 0) }
    }
    this.#lists.set(key, known)
    let characters = this.#lists.values().reduce((sum, each) => sum + each.characters, 0)
    for (const [oldest, each] of this.#lists) {
      if (oldest === key || characters <= noteLimits.listCharactersKept) break
      this.#lists.delete(oldest)
      characters -= each.characters
    }
    return known.list
  }

  /**
   * The pages of a crawl that retries those of another, none when they are missing.
   * @throws StoreUnavailableError
   */
  async retriedPages(input: CrawlJobInput): Promise<RetriedPages> {
    return (await this.#store.getJson<RetriedPages>(batchUrlsKey(input))) ?? []
  }

  #open(input: JobInput): JobInput {
    if (input.sealed === undefined) return input
    // Better no page than pages asked for without what their caller gave.
    if (this.#sealing === null) throw new SealError('SEINE_SEALING_KEY is not set, and the job has sealed parts')
    return putBackSecrets(input, JSON.parse(this.#sealing.open(input.sealed, input.id)) as JobSecrets)
  }
}

/** Inputs of jobs, read once per job and process, because they never change. */
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

/**
 * Completes inputs stored by a version without a choice of lanes: pages with browser options were loaded by a browser,
 * the others over HTTP.
 */
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

/** Thrown when the input of a job is not in the store: it was lost, or the store was restored from an older backup. */
export class JobInputLostError extends Error {
  override readonly name = 'JobInputLostError'

  constructor(jobId: string) {
    super(`job ${jobId} has no input object`)
  }
}

/**
 * Returns the characters to add for a crawl with patterns: their verdicts on the last batch of URLs (`admissionFor`)
 * are kept with the input.
 */
const verdictsOf = (input: JobInput): number =>
  input.kind === 'crawl' && input.includePaths.length + input.excludePaths.length > 0
    ? jobLimits.verdictsKeptCharacters
    : 0

/** Creates a cache of the inputs that were used last. */
const recentInputs = (): LRUCache<string, JobInput> =>
  new LRUCache({
    // Inputs may hold secrets: one that was not used for this time is dropped.
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
  /** Inputs as they are stored, with sealed secrets. */
  readonly #inputs = recentInputs()
  readonly #opened = recentInputs()
  /** A single list is kept whatever its size. */
  readonly #lists = new LRUCache<string, { list: BatchList; characters: number }>({
    maxSize: noteLimits.listCharactersKept,
    sizeCalculation: ({ characters }) => Math.min(characters + 1, noteLimits.listCharactersKept),
  })

  /** @param sealing opens the sealed parts of an input; null when no caller needs them. */
  constructor(store: Store, sealing: Sealing | null = null) {
    this.#store = store
    this.#sealing = sealing
  }

  /**
   * Returns the input of a job without its secrets, for work that does not need them and must continue when they cannot
   * be opened.
   * @throws JobInputLostError when the job has no input object.
   * @throws DamagedObjectError when the input cannot be read.
   * @throws StoreUnavailableError when the store is unavailable.
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
   * Returns the input of a job with its secrets.
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
   * Returns the URLs of a batch; an empty list when they are missing. The lists used last stay in memory as far as
   * there is room.
   * @throws StoreUnavailableError when the store is unavailable.
   */
  async batchList(input: BatchJobInput): Promise<BatchList> {
    const key = batchUrlsKey(input)
    const known = this.#lists.get(key)
    if (known !== undefined) return known.list
    const urls = await this.#store.getJson<BatchUrls>(key)
    if (urls === null) return new BatchList(input, [])
    const list = new BatchList(input, urls)
    this.#lists.set(key, { list, characters: urls.reduce((sum, { length }) => sum + length, 0) })
    return list
  }

  /**
   * Returns the pages of a crawl that retries those of another; an empty list when they are missing.
   * @throws StoreUnavailableError when the store is unavailable.
   */
  async retriedPages(input: CrawlJobInput): Promise<RetriedPages> {
    return (await this.#store.getJson<RetriedPages>(batchUrlsKey(input))) ?? []
  }

  #open(input: JobInput): JobInput {
    if (input.sealed === undefined) return input
    // The job fails rather than requesting pages without the headers or bodies that its caller gave.
    if (this.#sealing === null) throw new SealError('SEINE_SEALING_KEY is not set, and the job has sealed parts')
    return putBackSecrets(input, JSON.parse(this.#sealing.open(input.sealed, input.id)) as JobSecrets)
  }
}

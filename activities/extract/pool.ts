/**
 * The pool of extraction threads: pages wait in a queue, each thread processes one page at a time, and tenants take
 * turns. A page that hangs or exhausts its thread is processed the cheap way by another thread, without affecting other
 * pages. When one tenant's pages occupy all threads, a spare thread serves those of other tenants.
 */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { redactedMark, redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import type { LossReason } from '../threads/perform-task.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import { TenantQueue, type QueuedItem } from '../threads/tenant-queue.ts'
import {
  UnreadableContentError,
  type Extractor,
  type ExtractRequest,
  type GivenText,
  type PackedResult,
} from '@seine/shared/pages/extraction.ts'
import { emptyResult } from './empty-result.ts'
import { packResult } from './pack-result.ts'
import { ExtractorThread, type TaskOutcome } from './extractor-thread.ts'
import type { TextsTask } from './pool-protocol.ts'
import { PoolThreads } from './pool-threads.ts'

/** Options of a pool. */
export interface ExtractorPoolOptions {
  /** Maximum number of threads, apart from the spare one; one core each. */
  threads: number
  logger?: Logger
  /** Script of the threads; tests pass a misbehaving one. */
  threadUrl?: URL
  /**
   * CPU time for one page, milliseconds; the wall time limit is `extractLimits.wallTimeFactor` times that. @default
   * extractLimits.pageBudgetMs
   */
  pageBudgetMs?: number
  /** CPU time for the cheap way, milliseconds. @default extractLimits.plainBudgetMs */
  plainBudgetMs?: number
  /** Heap and buffers of a thread in MiB. @default extractLimits.threadMemoryMaxMb */
  threadMemoryMaxMb?: number
  /** Total bytes of waiting pages beyond which callers wait. @default extractLimits.queueMaxBytes */
  queueMaxBytes?: number
  /** How long pages wait before another thread is started, milliseconds. @default extractLimits.threadAfterMs */
  threadAfterMs?: number
}

/** A page in the queue. */
interface Job {
  tenant: string
  request: ExtractRequest
  /** Why the page lost its thread; null while it has not. */
  lost: LossReason | null
  resolve: (result: PackedResult) => void
  reject: (error: unknown) => void
}

/** A queue entry: a page, or texts to redact. Texts go first, since their page has already been read. */
interface Work extends QueuedItem {
  /** Size of the page. */
  readonly bytes: number
  /** Never rejects. */
  run(thread: ExtractorThread): Promise<void>
  reject(error: unknown): void
}

/** Texts in the queue. */
interface TextsJob {
  task: TextsTask
  resolve: (texts: string[]) => void
  reject: (error: unknown) => void
}

/** A caller that waits for capacity in the queue. */
interface CapacityWaiter {
  tenant: string
  resolve: () => void
}

/** A pool of up to `threads` extraction threads: the first is started at once, each further one when pages wait. */
export function createExtractorPool(options: ExtractorPoolOptions): Extractor {
  return new ExtractorPool(options)
}

class ExtractorPool implements Extractor {
  readonly #options: ExtractorPoolOptions
  readonly #threads: PoolThreads
  readonly #queue = new TenantQueue<Work>()
  /** Number of threads by the tenant they work for, including threads that restart after its page; no count is 0. */
  readonly #atWork = new Map<string, number>()
  readonly #queueMaxBytes: number
  #queueBytes = 0
  /** In the order of arrival. */
  #waiters: CapacityWaiter[] = []
  /** Runs while pages wait and not all threads have been started. */
  #growTimer: NodeJS.Timeout | undefined = undefined
  #spareTimer: NodeJS.Timeout | undefined = undefined
  #lastTenant: string | null = null
  /** Time when a result last belonged to another tenant than the one before. */
  #tenantChangedMs = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(options: ExtractorPoolOptions) {
    this.#options = options
    const url = options.threadUrl ?? new URL('./pool-thread.ts', import.meta.url)
    const memoryMaxMb = options.threadMemoryMaxMb ?? extractLimits.threadMemoryMaxMb
    this.#queueMaxBytes = options.queueMaxBytes ?? extractLimits.queueMaxBytes
    this.#threads = new PoolThreads({
      count: Math.max(1, options.threads),
      make: () => new ExtractorThread(url, memoryMaxMb),
      onFree: () => this.#dispatch(),
    })
  }

  extract(request: ExtractRequest, tenant: string): Promise<PackedResult> {
    if (this.#closed) return Promise.reject(new Error('the extractor pool is closed'))
    return new Promise((resolve, reject) => {
      this.#wait(this.#pageWork({ tenant, request, lost: null, resolve, reject }))
    })
  }

  async untilCapacity(tenant: string): Promise<void> {
    if (this.#hasCapacity(tenant)) return
    await new Promise<void>((resolve) => this.#waiters.push({ tenant, resolve }))
  }

  redact(texts: readonly GivenText[], redaction: Redaction, tenant: string): Promise<string[]> {
    if (this.#closed) return Promise.reject(new Error('the extractor pool is closed'))
    return new Promise((resolve, reject) => {
      const job: TextsJob = { task: { texts, redaction }, resolve, reject }
      const run = async (thread: ExtractorThread): Promise<void> => await this.#runTexts(thread, job)
      this.#wait({ tenant, rank: -1, bytes: 0, run, reject })
    })
  }

  #pageWork(job: Job): Work {
    const run = async (thread: ExtractorThread): Promise<void> => await this.#run(thread, job)
    return { tenant: job.tenant, bytes: job.request.bytes.byteLength, run, reject: job.reject }
  }

  #wait(work: Work): void {
    if (this.#lastTenant !== null && work.tenant !== this.#lastTenant) this.#tenantChangedMs = performance.now()
    this.#lastTenant = work.tenant
    this.#queue.push(work)
    this.#queueBytes += work.bytes
    this.#dispatch()
  }

  /** A tenant with no waiting page is not held up by the queue of others: its page goes next. */
  #hasCapacity(tenant: string): boolean {
    return this.#closed || this.#queueBytes < this.#queueMaxBytes || this.#queue.sizeOf(tenant) === 0
  }

  #admitWaiters(): void {
    // Admits all of them: each brings one page whose size is not known yet.
    const waiters = this.#waiters
    this.#waiters = waiters.filter(({ tenant }) => !this.#hasCapacity(tenant))
    for (const { tenant, resolve } of waiters) if (this.#hasCapacity(tenant)) resolve()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#growTimer)
    clearTimeout(this.#spareTimer)
    for (const work of this.#queue.drain()) work.reject(new Error('the extractor pool is closed'))
    this.#admitWaiters()
    await this.#threads.stop()
  }

  #dispatch(): void {
    if (this.#closed) return
    const hasNoThread = (tenant: string): boolean => !this.#atWork.has(tenant)
    while (this.#queue.size > 0) {
      const thread = this.#threads.take()
      if (thread === null) break
      this.#begin(thread, this.#queue.take(hasNoThread) ?? this.#queue.take()!)
    }
    this.#growWhilePagesWait()
    if (this.#queue.size > 0 && this.#threads.areAllTaken) this.#useSpare(hasNoThread)
    metrics.extractionWaiting.set(this.#queue.size)
  }

  /** Starts another thread each time pages have waited for a while. */
  #growWhilePagesWait(): void {
    if (this.#queue.size === 0 || !this.#threads.canGrow) {
      clearTimeout(this.#growTimer)
      this.#growTimer = undefined
      return
    }
    this.#growTimer ??= setTimeout(() => {
      this.#growTimer = undefined
      this.#threads.grow(this.#queue.size)
      this.#growWhilePagesWait()
    }, this.#threadAfterMs)
  }

  get #threadAfterMs(): number {
    return this.#options.threadAfterMs ?? extractLimits.threadAfterMs
  }

  /**
   * Serves tenants without a thread with the spare one. When several tenants are active, it is started as soon as any
   * page has waited for a while, for any tenant: a start takes longer than most pages.
   */
  #useSpare(hasNoThread: (tenant: string) => boolean): void {
    const isNeeded = this.#queue.hasAny(hasNoThread)
    const spare = isNeeded ? this.#threads.takeSpare() : null
    if (spare !== null) {
      this.#begin(spare, this.#queue.take(hasNoThread)!)
      return
    }
    const hasSeveralTenants = performance.now() - this.#tenantChangedMs < extractLimits.spareIdleMs
    if (!isNeeded && !hasSeveralTenants) return
    this.#spareTimer ??= setTimeout(() => {
      this.#spareTimer = undefined
      if (this.#queue.size > 0) this.#threads.wakeSpare()
    }, this.#threadAfterMs)
  }

  #begin(thread: ExtractorThread, work: Work): void {
    this.#queueBytes -= work.bytes
    this.#admitWaiters()
    void this.#atWorkFor(work, thread)
  }

  /**
   * A thread counts for its tenant until another tenant can use it, so that tenants whose pages end threads wait for
   * the restarts themselves.
   */
  async #atWorkFor(work: Work, thread: ExtractorThread): Promise<void> {
    const { tenant } = work
    this.#atWork.set(tenant, (this.#atWork.get(tenant) ?? 0) + 1)
    await work.run(thread)
    await this.#threads.giveBack(thread)
    const left = this.#atWork.get(tenant)! - 1
    if (left === 0) this.#atWork.delete(tenant)
    else this.#atWork.set(tenant, left)
    this.#dispatch()
  }

  async #run(thread: ExtractorThread, job: Job): Promise<void> {
    try {
      const { request, transfer, retained } = packed(job.request)
      const budgetMs =
        job.lost === null
          ? (this.#options.pageBudgetMs ?? extractLimits.pageBudgetMs)
          : (this.#options.plainBudgetMs ?? extractLimits.plainBudgetMs)
      const startedMs = performance.now()
      const outcome = await thread.run({ request, plain: job.lost }, budgetMs, transfer)
      metrics.extractions.inc({ outcome: outcome.kind })
      metrics.extractionSeconds.observe((performance.now() - startedMs) / 1_000)
      this.#report(job, outcome)
      if (outcome.kind !== 'lost') releaseBytes(retained)
      if (outcome.kind === 'result') job.resolve(outcome.result)
      else if (outcome.kind === 'unreadable') job.reject(new UnreadableContentError(outcome.code, outcome.message))
      else if (outcome.kind === 'lost')
        this.#lost({ ...job, request: { ...job.request, bytes: retained } }, outcome.reason)
      else throw new Error('a thread sent an answer of another kind')
    } catch (error) {
      job.reject(error)
    }
  }

  /** Texts that a thread could not redact are not returned at all. */
  async #runTexts(thread: ExtractorThread, { task, resolve, reject }: TextsJob): Promise<void> {
    try {
      const outcome = await thread.run(task, redactionLimits.textsBudgetMs, [])
      if (this.#closed && outcome.kind === 'lost') throw new Error('the extractor pool is closed')
      if (outcome.kind === 'lost') {
        this.#options.logger?.warn(
          { reason: outcome.reason },
          'extraction thread lost while redacting texts of a session',
        )
      }
      resolve(outcome.kind === 'texts' ? outcome.texts : task.texts.map(() => redactedMark))
    } catch (error) {
      reject(error)
    }
  }

  #report({ request, lost }: Job, outcome: TaskOutcome): void {
    const url = withoutQuery(request.url)
    const { logger } = this.#options
    if (outcome.kind === 'lost') {
      logger?.warn({ url, reason: outcome.reason, secondAttempt: lost !== null }, 'extraction thread lost')
    } else if (outcome.residue !== null) {
      logger?.warn(
        { url, residue: outcome.residue },
        'extraction thread replaced: the page left an error or an active resource behind',
      )
    }
  }

  /** Handles a page without an answer: a second attempt the cheap way, then an empty result. */
  #lost(job: Job, reason: LossReason): void {
    if (this.#closed) {
      job.reject(new Error('the extractor pool is closed'))
      return
    }
    const first = job.lost ?? reason
    if (job.lost === null) {
      const again = this.#pageWork({ ...job, lost: first })
      this.#queue.putFirst({ ...again, rank: -1 })
      this.#queueBytes += again.bytes
      // Another thread may be idle, while the previous one has to restart.
      this.#dispatch()
    } else job.resolve(packResult(emptyResult(job.request, first)))
  }
}

/** A request ready to be posted, and the bytes retained in case the thread is lost. */
interface Packed {
  request: ExtractRequest
  transfer: ArrayBuffer[]
  retained: Uint8Array<ArrayBuffer>
}

/**
 * Prepares a request. Small pages are copied to the thread, which costs microseconds and keeps the original; large ones
 * are transferred, and only their beginning is kept. A view of a larger buffer is copied out first: posting it would
 * copy the whole buffer, or detach it while others use it.
 */
function packed(request: ExtractRequest): Packed {
  const own = request.bytes.byteLength === request.bytes.buffer.byteLength
  const bytes = own ? request.bytes : request.bytes.slice()
  if (bytes.byteLength <= extractLimits.retainedMaxBytes) {
    return { request: { ...request, bytes }, transfer: [], retained: bytes }
  }
  const retained = bytes.slice(0, extractLimits.retainedMaxBytes)
  return { request: { ...request, bytes }, transfer: [bytes.buffer], retained }
}

/** URL without query and fragment, which may contain secrets. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

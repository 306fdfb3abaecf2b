/**
 * The pool of extraction threads: pages wait in line, one page a thread at a time, tenants in turns. A page
 * that hangs or floods its thread is answered the cheap way by another thread, and its neighbours never
 * notice; where one tenant's pages hold all threads, there is a spare one for those of others.
 */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { redactedMark, redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import type { LossReason } from '../threads/perform-task.ts'
import { TenantLine, type InLine } from '../threads/tenant-line.ts'
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
  /** Number of threads; one core each. */
  threads: number
  logger?: Logger
  /** Script of the threads; tests put a misbehaving one here. */
  threadUrl?: URL
  /** CPU time for one page; wall time is `extractLimits.wallTimeFactor` times that. @default extractLimits.pageBudgetMs */
  pageBudgetMs?: number
  /** The same for the cheap way. @default extractLimits.plainBudgetMs */
  plainBudgetMs?: number
  /** Heap and buffers of a thread in MiB. @default extractLimits.threadMemoryMaxMb */
  threadMemoryMaxMb?: number
  /** Bytes of waiting pages beyond which there is no room. @default extractLimits.queueMaxBytes */
  queueMaxBytes?: number
  /** How long a tenant without a thread waits before the spare one is started. @default extractLimits.spareAfterMs */
  spareAfterMs?: number
}

/** A page in line. */
interface Job {
  tenant: string
  request: ExtractRequest
  /** Set once the page has cost a thread: why. */
  lost: LossReason | null
  resolve: (result: PackedResult) => void
  reject: (error: unknown) => void
}

/** What waits for a thread: a page, or texts, which go first: the page they are of has been read. */
interface Work extends InLine {
  /** Of the page. */
  readonly bytes: number
  /** Never rejects. */
  run(thread: ExtractorThread): Promise<void>
  reject(error: unknown): void
}

/** Texts in line. */
interface TextsJob {
  task: TextsTask
  resolve: (texts: string[]) => void
  reject: (error: unknown) => void
}

/** A caller that waits for room. */
interface RoomWaiter {
  tenant: string
  resolve: () => void
}

/** A pool of `threads` extraction threads, started at once. */
export function createExtractorPool(options: ExtractorPoolOptions): Extractor {
  return new ExtractorPool(options)
}

class ExtractorPool implements Extractor {
  readonly #options: ExtractorPoolOptions
  readonly #threads: PoolThreads
  readonly #line = new TenantLine<Work>()
  /** Threads by the tenant they work for, those included that start again after his page; none of the counts is 0. */
  readonly #atWork = new Map<string, number>()
  readonly #queueMaxBytes: number
  #queueBytes = 0
  /** In order. */
  #roomWaiters: RoomWaiter[] = []
  #spareTimer: NodeJS.Timeout | undefined = undefined
  #lastTenant: string | null = null
  /** When something came of another tenant than what came before it. */
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

  async room(tenant: string): Promise<void> {
    if (this.#hasRoom(tenant)) return
    await new Promise<void>((resolve) => this.#roomWaiters.push({ tenant, resolve }))
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
    this.#line.push(work)
    this.#queueBytes += work.bytes
    this.#dispatch()
  }

  /** A tenant of whom nothing waits is not held up by what others have brought: his is next. */
  #hasRoom(tenant: string): boolean {
    return this.#closed || this.#queueBytes < this.#queueMaxBytes || this.#line.sizeOf(tenant) === 0
  }

  #letIn(): void {
    // All of them: each brings one page, and its size is not known yet.
    const waiters = this.#roomWaiters
    this.#roomWaiters = waiters.filter(({ tenant }) => !this.#hasRoom(tenant))
    for (const { tenant, resolve } of waiters) if (this.#hasRoom(tenant)) resolve()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#spareTimer)
    for (const work of this.#line.drain()) work.reject(new Error('the extractor pool is closed'))
    this.#letIn()
    await this.#threads.stop()
  }

  #dispatch(): void {
    if (this.#closed) return
    const hasNoThread = (tenant: string): boolean => !this.#atWork.has(tenant)
    while (this.#line.size > 0) {
      const thread = this.#threads.take()
      if (thread === null) break
      this.#begin(thread, this.#line.take(hasNoThread) ?? this.#line.take()!)
    }
    if (this.#line.size > 0 && this.#threads.areAllTaken) this.#useSpare(hasNoThread)
    metrics.extractionWaiting.set(this.#line.size)
  }

  /**
   * Serves those who have no thread by the spare one. Where several tenants are about it is started as soon as
   * something has waited for a while, whoever's it is: a start takes longer than most pages.
   */
  #useSpare(hasNoThread: (tenant: string) => boolean): void {
    const isNeeded = this.#line.hasAny(hasNoThread)
    const spare = isNeeded ? this.#threads.takeSpare() : null
    if (spare !== null) {
      this.#begin(spare, this.#line.take(hasNoThread)!)
      return
    }
    const hasSeveralTenants = performance.now() - this.#tenantChangedMs < extractLimits.spareIdleMs
    if (!isNeeded && !hasSeveralTenants) return
    this.#spareTimer ??= setTimeout(() => {
      this.#spareTimer = undefined
      if (this.#line.size > 0) this.#threads.wakeSpare()
    }, this.#options.spareAfterMs ?? extractLimits.spareAfterMs)
  }

  #begin(thread: ExtractorThread, work: Work): void {
    this.#queueBytes -= work.bytes
    this.#letIn()
    void this.#atWorkFor(work, thread)
  }

  /** A thread is its tenant's until it can be another's, so that those who cost threads wait for them themselves. */
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
      if (outcome.kind === 'result') job.resolve(outcome.result)
      else if (outcome.kind === 'unreadable') job.reject(new UnreadableContentError(outcome.code, outcome.message))
      else if (outcome.kind === 'lost')
        this.#lost({ ...job, request: { ...job.request, bytes: retained } }, outcome.reason)
      else throw new Error('a thread has answered something else')
    } catch (error) {
      job.reject(error)
    }
  }

  /** What a thread could not redact is not shown at all. */
  async #runTexts(thread: ExtractorThread, { task, resolve, reject }: TextsJob): Promise<void> {
    try {
      const outcome = await thread.run(task, redactionLimits.textsBudgetMs, [])
      if (this.#closed && outcome.kind === 'lost') throw new Error('the extractor pool is closed')
      if (outcome.kind === 'lost') {
        this.#options.logger?.warn({ reason: outcome.reason }, 'extraction thread lost over texts of a session')
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
      logger?.warn({ url, residue: outcome.residue }, 'extraction thread replaced: something was left behind')
    }
  }

  /** A page without an answer: once more the cheap way, then an empty result. */
  #lost(job: Job, reason: LossReason): void {
    if (this.#closed) {
      job.reject(new Error('the extractor pool is closed'))
      return
    }
    const first = job.lost ?? reason
    if (job.lost === null) {
      const again = this.#pageWork({ ...job, lost: first })
      this.#line.putFirst({ ...again, rank: -1 })
      this.#queueBytes += again.bytes
      // Another thread may be idle, and its own has to start again.
      this.#dispatch()
    } else job.resolve(packResult(emptyResult(job.request, first)))
  }
}

/** A request ready to be posted, and what of its bytes stays here in case the thread is lost. */
interface Packed {
  request: ExtractRequest
  transfer: ArrayBuffer[]
  retained: Uint8Array<ArrayBuffer>
}

/**
 * Small pages are copied to the thread, which costs microseconds and keeps the original; large ones
 * are transferred, and only their beginning is kept. A view of a larger buffer is copied out first:
 * posting it would copy all of the buffer, or take it from under others.
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

/** URL without query and fragment, which may hold secrets. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

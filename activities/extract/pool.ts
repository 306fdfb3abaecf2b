/**
 * The pool of extraction threads: pages wait in line, one page a thread at a time. A page that hangs
 * or floods its thread is answered the cheap way by another thread, and its neighbours never notice.
 */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { redactedMark, redactionLimits } from '@seine/shared/config/session-limits.ts'
import type { Redaction } from '../redaction/redaction.ts'
import {
  UnreadableContentError,
  type Extractor,
  type ExtractRequest,
  type GivenText,
  type PackedResult,
} from './contract.ts'
import { emptyResult } from './empty-result.ts'
import { packResult } from './pack-result.ts'
import { ExtractorThread, type LossReason, type TaskOutcome } from './extractor-thread.ts'
import type { TextsTask } from './pool-protocol.ts'

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
}

/** A page in line. */
interface Job {
  request: ExtractRequest
  /** Set once the page has cost a thread: why. */
  lost: LossReason | null
  resolve: (result: PackedResult) => void
  reject: (error: unknown) => void
}

/** Texts in line. */
interface TextsJob {
  task: TextsTask
  resolve: (texts: string[]) => void
  reject: (error: unknown) => void
}

/** A pool of `threads` extraction threads, started at once. */
export function createExtractorPool(options: ExtractorPoolOptions): Extractor {
  return new ExtractorPool(options)
}

class ExtractorPool implements Extractor {
  readonly #options: ExtractorPoolOptions
  readonly #threads: ExtractorThread[]
  readonly #idle: ExtractorThread[]
  readonly #queue: Job[] = []
  /** They go before pages: the page they are of has been read. */
  readonly #texts: TextsJob[] = []
  readonly #queueMaxBytes: number
  #queueBytes = 0
  /** Callers that wait for room, in order. */
  readonly #waiting: (() => void)[] = []
  #closed = false

  constructor(options: ExtractorPoolOptions) {
    this.#options = options
    const url = options.threadUrl ?? new URL('./pool-thread.ts', import.meta.url)
    const memoryMaxMb = options.threadMemoryMaxMb ?? extractLimits.threadMemoryMaxMb
    this.#queueMaxBytes = options.queueMaxBytes ?? extractLimits.queueMaxBytes
    this.#threads = Array.from({ length: Math.max(1, options.threads) }, () => new ExtractorThread(url, memoryMaxMb))
    this.#idle = [...this.#threads]
    // A failure to start is reported by the first page, which tries again.
    for (const thread of this.#threads) thread.start().catch(() => {})
  }

  extract(request: ExtractRequest): Promise<PackedResult> {
    if (this.#closed) return Promise.reject(new Error('the extractor pool is closed'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, lost: null, resolve, reject })
      this.#queueBytes += request.bytes.byteLength
      metrics.extractionWaiting.set(this.#queue.length)
      this.#dispatch()
    })
  }

  async room(): Promise<void> {
    if (this.#hasRoom()) return
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  redact(texts: readonly GivenText[], redaction: Redaction): Promise<string[]> {
    if (this.#closed) return Promise.reject(new Error('the extractor pool is closed'))
    return new Promise((resolve, reject) => {
      this.#texts.push({ task: { texts, redaction }, resolve, reject })
      this.#dispatch()
    })
  }

  #hasRoom(): boolean {
    return this.#closed || this.#queueBytes < this.#queueMaxBytes
  }

  #letIn(): void {
    // All of them: each brings one page, and how large it is nobody knows yet.
    if (this.#hasRoom()) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const job of [...this.#texts.splice(0), ...this.#queue.splice(0)]) {
      job.reject(new Error('the extractor pool is closed'))
    }
    this.#letIn()
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  #dispatch(): void {
    while (this.#texts.length + this.#queue.length > 0) {
      const thread = this.#idle.pop()
      if (thread === undefined) return
      const texts = this.#texts.shift()
      if (texts !== undefined) {
        void this.#runTexts(thread, texts)
        continue
      }
      const job = this.#queue.shift() as Job
      this.#queueBytes -= job.request.bytes.byteLength
      metrics.extractionWaiting.set(this.#queue.length)
      this.#letIn()
      void this.#run(thread, job)
    }
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
    } finally {
      this.#giveBack(thread)
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
    } finally {
      this.#giveBack(thread)
    }
  }

  /** The last is taken first: a thread that is being replaced waits behind those that are ready. */
  #giveBack(thread: ExtractorThread): void {
    if (thread.isReady) this.#idle.push(thread)
    else this.#idle.unshift(thread)
    this.#dispatch()
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
      this.#queue.unshift({ ...job, lost: first })
      this.#queueBytes += job.request.bytes.byteLength
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

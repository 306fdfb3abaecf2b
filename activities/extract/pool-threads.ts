/**
 * The threads of a pool: a fixed number, and a spare one for tenants who would otherwise wait for the pages of others.
 * The spare thread is started when something has waited for a while, and ended after a longer time without use.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { ExtractorThread } from './extractor-thread.ts'

export interface PoolThreadsOptions {
  /** Number of threads without the spare one. */
  count: number
  make: () => ExtractorThread
  /** Called when a thread has been started and can be taken. */
  onFree: () => void
}

export class PoolThreads {
  readonly #options: PoolThreadsOptions
  readonly #threads: ExtractorThread[]
  readonly #idle: ExtractorThread[] = []
  readonly #taken = new Set<ExtractorThread>()
  #spare: ExtractorThread | null = null
  #isSpareIdle = false
  #spareEnd: NodeJS.Timeout | undefined = undefined
  #spareNotBeforeMs = 0
  /** Spare threads that are being terminated. */
  readonly #ending = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: PoolThreadsOptions) {
    this.#options = options
    this.#threads = Array.from({ length: options.count }, options.make)
    for (const thread of this.#threads) void this.#releaseWhenReady(thread).then(options.onFree)
  }

  /** Whether every thread except the spare one has been taken; threads in their first start have not. */
  get areAllTaken(): boolean {
    return this.#taken.size === this.#threads.length
  }

  /** Takes an idle thread; null if all are busy. */
  take(): ExtractorThread | null {
    const thread = this.#idle.pop()
    if (thread === undefined) return null
    this.#taken.add(thread)
    return thread
  }

  /** Takes the spare thread; null when it is busy or not running. */
  takeSpare(): ExtractorThread | null {
    if (!this.#isSpareIdle) return null
    clearTimeout(this.#spareEnd)
    this.#isSpareIdle = false
    return this.#spare
  }

  /** Starts the spare thread unless it is running or has just failed to start. */
  wakeSpare(): void {
    if (this.#spare !== null || this.#isStopped || performance.now() < this.#spareNotBeforeMs) return
    this.#spare = this.#options.make()
    void this.#releaseWhenReady(this.#spare).then(this.#options.onFree)
  }

  /**
   * Takes a thread back.
   * @returns a promise that resolves when the thread can be taken again or has failed to start: a page given to it then
   *   fails with the reason. Never rejects.
   */
  async giveBack(thread: ExtractorThread): Promise<void> {
    if (thread.isReady) this.#release(thread)
    else await this.#releaseWhenReady(thread)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#spareEnd)
    const all = this.#spare === null ? this.#threads : [...this.#threads, this.#spare]
    await Promise.all([...all.map((thread) => thread.stop()), ...this.#ending])
  }

  async #releaseWhenReady(thread: ExtractorThread): Promise<void> {
    if (this.#isStopped) return
    await thread.start().catch(() => undefined)
    this.#release(thread)
  }

  #release(thread: ExtractorThread): void {
    if (this.#isStopped) return
    if (thread !== this.#spare) {
      this.#taken.delete(thread)
      this.#idle.push(thread)
      return
    }
    if (!thread.isReady) {
      this.#spareNotBeforeMs = performance.now() + extractLimits.spareRetryMs
      this.#endSpare()
      return
    }
    this.#isSpareIdle = true
    this.#spareEnd = setTimeout(() => this.#endSpare(), extractLimits.spareIdleMs).unref()
  }

  #endSpare(): void {
    const spare = this.#spare
    if (spare === null) return
    this.#spare = null
    this.#isSpareIdle = false
    const ended = spare.stop().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }
}

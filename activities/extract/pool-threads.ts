/**
 * The threads of a pool: a fixed number, and one more for tenants who would wait for what others do. It is
 * started when somebody has waited for a while, and ended when it has not been of use for longer.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { ExtractorThread } from './extractor-thread.ts'

export interface PoolThreadsOptions {
  /** Threads besides the spare one. */
  count: number
  make: () => ExtractorThread
  /** A thread has been started and can be taken. */
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
  /** Spare threads that were told to end. */
  readonly #ending = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: PoolThreadsOptions) {
    this.#options = options
    this.#threads = Array.from({ length: options.count }, options.make)
    for (const thread of this.#threads) void this.#restWhenReady(thread).then(options.onFree)
  }

  /** Whether every thread but the spare one has been taken; those that start for the first time have not. */
  get areAllTaken(): boolean {
    return this.#taken.size === this.#threads.length
  }

  /** An idle thread; null when there is none. */
  take(): ExtractorThread | null {
    const thread = this.#idle.pop()
    if (thread === undefined) return null
    this.#taken.add(thread)
    return thread
  }

  /** The spare thread; null when it is at work, or does not run. */
  takeSpare(): ExtractorThread | null {
    if (!this.#isSpareIdle) return null
    clearTimeout(this.#spareEnd)
    this.#isSpareIdle = false
    return this.#spare
  }

  /** Starts the spare thread unless it runs, or has just failed to start. */
  wakeSpare(): void {
    if (this.#spare !== null || this.#isStopped || performance.now() < this.#spareNotBeforeMs) return
    this.#spare = this.#options.make()
    void this.#restWhenReady(this.#spare).then(this.#options.onFree)
  }

  /**
   * Takes a thread back.
   * @returns when it can be taken again, or, where it does not start, when that is known: a page that is given
   *   to it then fails with the reason. Never rejects.
   */
  async giveBack(thread: ExtractorThread): Promise<void> {
    if (thread.isReady) this.#rest(thread)
    else await this.#restWhenReady(thread)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#spareEnd)
    const all = this.#spare === null ? this.#threads : [...this.#threads, this.#spare]
    await Promise.all([...all.map((thread) => thread.stop()), ...this.#ending])
  }

  async #restWhenReady(thread: ExtractorThread): Promise<void> {
    if (this.#isStopped) return
    await thread.start().catch(() => undefined)
    this.#rest(thread)
  }

  #rest(thread: ExtractorThread): void {
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

/**
 * The threads of a pool: one from the start, further ones up to a number as pages wait, and a spare one for tenants who
 * would otherwise wait for the pages of others. A thread costs about a second of CPU until its code is compiled, and its
 * memory, so that none is started before pages wait for it. The spare thread is ended after a time without use.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { ExtractorThread } from './extractor-thread.ts'

export interface PoolThreadsOptions {
  /** Maximum number of threads without the spare one. */
  count: number
  make: () => ExtractorThread
  /** Called when a thread has been started and can be taken. */
  onFree: () => void
}

export class PoolThreads {
  readonly #options: PoolThreadsOptions
  readonly #threads: ExtractorThread[] = []
  readonly #idle: ExtractorThread[] = []
  readonly #taken = new Set<ExtractorThread>()
  /** Threads in their first start, without the spare one. */
  #starting = 0
  #spare: ExtractorThread | null = null
  #isSpareIdle = false
  #spareEnd: NodeJS.Timeout | undefined = undefined
  /** After a failed start: the time before which neither a further thread nor the spare one is started. */
  #notBeforeMs = 0
  /** Spare threads that are being terminated. */
  readonly #ending = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: PoolThreadsOptions) {
    this.#options = options
    void this.#startAnother()
  }

  /** Whether `grow` may start another thread. */
  get canGrow(): boolean {
    return this.#threads.length < this.#options.count
  }

  /** Whether all threads except the spare one have been started and taken; threads in their first start have not. */
  get areAllTaken(): boolean {
    return this.#taken.size === this.#options.count
  }

  /**
   * Starts another thread unless the maximum is reached, one has just failed to start, or those that are starting are
   * enough.
   * @param waiting number of waiting pages.
   */
  grow(waiting: number): void {
    if (!this.canGrow || this.#starting >= waiting || !this.#mayStart) return
    void this.#startAnother()
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
    if (this.#spare !== null || !this.#mayStart) return
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

  get #mayStart(): boolean {
    return !this.#isStopped && performance.now() >= this.#notBeforeMs
  }

  /**
   * A further thread that fails to start is left out: pages are done by the others, and it is tried again later. The
   * first one takes pages all the same, and tries to start for each.
   */
  async #startAnother(): Promise<void> {
    const isFirst = this.#threads.length === 0
    const thread = this.#options.make()
    this.#threads.push(thread)
    this.#starting += 1
    await thread.start().catch(() => undefined)
    this.#starting -= 1
    if (isFirst || thread.isReady) this.#release(thread)
    else {
      this.#threads.splice(this.#threads.indexOf(thread), 1)
      this.#notBeforeMs = performance.now() + extractLimits.startRetryMs
    }
    this.#options.onFree()
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
      this.#notBeforeMs = performance.now() + extractLimits.startRetryMs
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

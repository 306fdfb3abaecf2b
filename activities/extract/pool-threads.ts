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
  /** A thread can be taken that could not before. */
  onFree: () => void
}

export class PoolThreads {
  readonly #options: PoolThreadsOptions
  readonly #threads: ExtractorThread[]
  readonly #idle: ExtractorThread[] = []
  #spare: ExtractorThread | null = null
  #isSpareIdle = false
  #spareEnd: NodeJS.Timeout | undefined = undefined
  /** Spare threads that were told to end. */
  readonly #ending = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: PoolThreadsOptions) {
    this.#options = options
    this.#threads = Array.from({ length: options.count }, options.make)
    for (const thread of this.#threads) this.giveBack(thread)
  }

  /** An idle thread; null when there is none. */
  take(): ExtractorThread | null {
    return this.#idle.pop() ?? null
  }

  /** The spare thread; null when it is at work, or does not run. */
  takeSpare(): ExtractorThread | null {
    if (!this.#isSpareIdle) return null
    clearTimeout(this.#spareEnd)
    this.#isSpareIdle = false
    return this.#spare
  }

  /** Starts the spare thread unless it runs. */
  wakeSpare(): void {
    if (this.#spare !== null || this.#isStopped) return
    this.#spare = this.#options.make()
    this.giveBack(this.#spare)
  }

  /**
   * Takes a thread back. It is idle when it runs: until then what waits is better served by another. One that
   * does not start is idle as well, so that the next page is told why.
   */
  giveBack(thread: ExtractorThread): void {
    if (this.#isStopped) return
    if (thread.isReady) {
      this.#rest(thread)
      return
    }
    const settled = (): void => {
      if (this.#isStopped) return
      this.#rest(thread)
      this.#options.onFree()
    }
    thread.start().then(settled, settled)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#spareEnd)
    const all = this.#spare === null ? this.#threads : [...this.#threads, this.#spare]
    await Promise.all([...all.map((thread) => thread.stop()), ...this.#ending])
  }

  #rest(thread: ExtractorThread): void {
    if (thread !== this.#spare) {
      this.#idle.push(thread)
      return
    }
    if (!thread.isReady) {
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

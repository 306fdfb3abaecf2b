/**
 * Reads pages of results on a thread of their own. What engines send is written by strangers, and reading
 * the worst of it takes long enough to hold up everything else that the process does.
 */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { serpReadingLimits } from '@seine/shared/config/serp-limits.ts'
import { watchTime } from '../extract/thread-time.ts'
import type { PageReading } from './read-page.ts'
import type { PageToRead, ReadingMessage } from './reading-protocol.ts'

export interface PageReaderOptions {
  /** Script of the thread; tests put a misbehaving one here. */
  threadUrl?: URL
  /** CPU time of one page. @default serpReadingLimits.pageBudgetMs */
  pageBudgetMs?: number
}

const lost = (detail: string): PageReading => ({ kind: 'unreadable', detail })

/** Has a thread while there are pages to read, and a little longer; it keeps no process alive. */
export class PageReader {
  readonly #threadUrl: URL
  readonly #pageBudgetMs: number
  #started: Promise<Worker> | null = null
  /** The last page in line. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor({ threadUrl, pageBudgetMs }: PageReaderOptions = {}) {
    this.#threadUrl = threadUrl ?? new URL('./reading-thread.ts', import.meta.url)
    this.#pageBudgetMs = pageBudgetMs ?? serpReadingLimits.pageBudgetMs
  }

  /**
   * Reads a page, after those that came before it.
   * @returns what it is; `unreadable` for one that takes too long or ends the thread.
   * @throws Error when there is no thread to read it.
   */
  async read(page: PageToRead): Promise<PageReading> {
    this.#waiting += 1
    clearTimeout(this.#idle)
    const turn = this.#last.then(async () => await this.#perform(page))
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.#end(), serpReadingLimits.idleMs).unref()
    }
  }

  async #perform(page: PageToRead): Promise<PageReading> {
    const worker = await this.#start()
    worker.ref()
    return await new Promise((resolve) => {
      const settle = (reading: PageReading): void => {
        stopWatch()
        worker.off('message', onMessage)
        worker.off('error', onEnd)
        worker.off('exit', onEnd)
        worker.unref()
        resolve(reading)
      }
      const onMessage = (message: ReadingMessage): void => {
        if (message.kind === 'read') settle(message.reading)
      }
      const onEnd = (): void => settle(lost('the page cannot be read'))
      worker.on('message', onMessage)
      worker.on('error', onEnd)
      worker.on('exit', onEnd)
      const stopWatch = watchTime(worker, this.#pageBudgetMs, () => {
        void this.#end()
        settle(lost('reading the page takes too long'))
      })
      worker.postMessage(page, [])
    })
  }

  #start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return this.#started
  }

  #spawn(): Promise<Worker> {
    const worker = new Worker(this.#threadUrl, {
      name: 'seine-serp',
      env: {},
      execArgv: [],
      // Nothing it prints is for the log of this process; reading it would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: serpReadingLimits.threadHeapMaxMb },
    })
    const started = new Promise<Worker>((resolve, reject) => {
      const forget = (): void => {
        clearTimeout(timer)
        if (this.#started === started) this.#started = null
        void worker.terminate()
        reject(new Error('the thread that reads pages of results has ended'))
      }
      const timer = setTimeout(forget, extractLimits.threadStartBudgetMs)
      worker.on('error', forget)
      worker.once('exit', forget)
      worker.once('message', () => {
        clearTimeout(timer)
        resolve(worker)
      })
    })
    return started
  }

  /** Ends the thread; the next page gets a new one. */
  async #end(): Promise<void> {
    const started = this.#started
    this.#started = null
    const worker = await started?.catch(() => null)
    await worker?.terminate()
  }
}

/** One thread of the pool: started when needed, killed when a page takes too long, started again. */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { performTask, type LossReason } from '../threads/perform-task.ts'
import type { TaskAnswer, ThreadTask } from './pool-protocol.ts'

/** What came of a task; the reason of a loss becomes `degraded` of the page's result. */
export type TaskOutcome = TaskAnswer | { kind: 'lost'; reason: LossReason }

/** The thread could not be started at all: a fault of the installation, not of a page. */
export class ThreadStartError extends Error {
  override readonly name = 'ThreadStartError'
}

export class ExtractorThread {
  readonly #url: URL
  readonly #memoryMaxMb: number
  /** Threads that were told to end and have not yet. */
  readonly #ending = new Set<Promise<unknown>>()
  #worker: Worker | null = null
  #started: Promise<Worker> | null = null
  #isReady = false
  #pages = 0
  #isStopped = false

  /**
   * @param url script of the thread.
   * @param memoryMaxMb heap and buffers in MiB beyond which the thread is ended.
   */
  constructor(url: URL, memoryMaxMb: number) {
    this.#url = url
    this.#memoryMaxMb = memoryMaxMb
  }

  /** Whether it takes a page at once. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts the thread unless it runs; settles when it takes pages. */
  async start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return await this.#started
  }

  /**
   * Runs one task; the caller waits for its end before the next.
   * @param budgetMs CPU time from hand-over to answer, after which the thread is killed (`watchTime`).
   * @param transfer buffers that go over to the thread.
   * @throws ThreadStartError when there is no thread to run it.
   */
  async run(task: ThreadTask, budgetMs: number, transfer: readonly ArrayBuffer[]): Promise<TaskOutcome> {
    const worker = await this.start()
    const end = await performTask<TaskAnswer>(worker, task, { budgetMs, memoryMaxMb: this.#memoryMaxMb }, transfer)
    const outcome = end.kind === 'answered' ? end.answer : end
    const isWorn = outcome.kind === 'lost' || outcome.residue !== null
    if (isWorn || ++this.#pages >= extractLimits.threadPagesMax) this.#replace()
    return outcome
  }

  /** Ends the thread for good; a task it is at comes back as lost. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#dismiss()
    await Promise.all(this.#ending)
  }

  /** A new thread at once: the old one ends when the built-in function it may be inside of lets it. */
  #replace(): void {
    this.#dismiss()
    if (!this.#isStopped) this.start().catch(() => {})
  }

  #dismiss(): void {
    const worker = this.#worker
    if (worker === null) return
    this.#forget(worker)
    const ended = worker.terminate().finally(() => this.#ending.delete(ended))
    this.#ending.add(ended)
  }

  /** @throws ThreadStartError where the machine gives no more threads. */
  #make(): Worker {
    try {
      return new Worker(this.#url, {
        name: 'seine-extract',
        env: {},
        execArgv: [],
        stdout: true,
        stderr: true,
        resourceLimits: {
          maxOldGenerationSizeMb: extractLimits.threadHeapMaxMb,
          maxYoungGenerationSizeMb: extractLimits.threadYoungHeapMaxMb,
        },
      })
    } catch (cause) {
      throw new ThreadStartError('an extraction thread did not start', { cause })
    }
  }

  #spawn(): Promise<Worker> {
    const worker = this.#make()
    // Read and dropped: nothing a library prints is for the log of this process.
    worker.stdout.resume()
    worker.stderr.resume()
    this.#worker = worker
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => {
        clearTimeout(timer)
        // It may be told of twice, by an error and by the end, when the next one has been started already.
        this.#forget(worker)
        void worker.terminate()
        reject(new ThreadStartError('an extraction thread did not start', { cause }))
      }
      const ended = (code: number): void => fail(new Error(`exit code ${code}`))
      const timer = setTimeout(() => fail(new Error('no sign of life')), extractLimits.threadStartBudgetMs)
      worker.on('error', fail)
      worker.once('exit', ended)
      worker.once('message', () => {
        clearTimeout(timer)
        worker.off('error', fail)
        worker.off('exit', ended)
        // A thread that dies between two pages is noticed when the next one is handed to it.
        worker.on('error', () => this.#forget(worker))
        worker.once('exit', () => this.#forget(worker))
        this.#isReady = this.#worker === worker
        resolve(worker)
      })
    })
  }

  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#started = null
    this.#isReady = false
    this.#pages = 0
  }
}

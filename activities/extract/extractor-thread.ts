/** One thread of the pool: started when needed, terminated when a page takes too long, and restarted. */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { performTask, type LossReason } from '../threads/perform-task.ts'
import { threadArguments, threadEnvironment } from '../threads/thread-environment.ts'
import type { ReadyMessage, TaskAnswer, ThreadTask } from './pool-protocol.ts'

/** Result of a task; the reason of a loss becomes `degraded` in the page's result. */
export type TaskOutcome = TaskAnswer | { kind: 'lost'; reason: LossReason }

/** The thread could not be started: a fault of the installation, not of a page. */
export class ThreadStartError extends Error {
  override readonly name = 'ThreadStartError'
}

export class ExtractorThread {
  readonly #url: URL
  readonly #memoryMaxMb: number
  /** Threads that are being terminated. */
  readonly #ending = new Set<Promise<unknown>>()
  #worker: Worker | null = null
  #started: Promise<Worker> | null = null
  #isReady = false
  /** CPU time of the thread at its last message; undefined when it did not send it. */
  #used: NodeJS.CpuUsage | undefined = undefined
  #pages = 0
  #isStopped = false

  /**
   * @param url script of the thread.
   * @param memoryMaxMb heap and buffers beyond which the thread is terminated, MiB.
   */
  constructor(url: URL, memoryMaxMb: number) {
    this.#url = url
    this.#memoryMaxMb = memoryMaxMb
  }

  /** Whether it can take a page immediately. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts the thread unless it is running; resolves when it accepts pages. */
  async start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return await this.#started
  }

  /**
   * Runs one task; the caller must await it before the next.
   * @param budgetMs CPU time up to the answer, milliseconds, after which the thread is terminated (`watchTime`).
   * @param transfer buffers that are transferred to the thread.
   * @throws ThreadStartError when no thread can be started.
   */
  async run(task: ThreadTask, budgetMs: number, transfer: readonly ArrayBuffer[]): Promise<TaskOutcome> {
    const worker = await this.start()
    const bounds = { budgetMs, usedBefore: this.#used, memoryMaxMb: this.#memoryMaxMb }
    const end = await performTask<TaskAnswer>(worker, task, bounds, transfer)
    const outcome = end.kind === 'answered' ? end.answer : end
    this.#used = end.kind === 'answered' ? end.answer.used : undefined
    const isWorn = outcome.kind === 'lost' || outcome.residue !== null
    if (isWorn || ++this.#pages >= extractLimits.threadPagesMax) this.#replace()
    return outcome
  }

  /** Terminates the thread for good; a running task returns as lost. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#dismiss()
    await Promise.all(this.#ending)
  }

  /** Starts a new thread at once: the old one ends only when a built-in function it may be executing returns. */
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

  /** @throws ThreadStartError when the machine cannot start another thread. */
  #make(): Worker {
    try {
      return new Worker(this.#url, {
        name: 'seine-extract',
        env: threadEnvironment(),
        execArgv: threadArguments(),
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
    // The output of the thread is read and dropped: prints of libraries do not belong in the log of this process.
    worker.stdout.resume()
    worker.stderr.resume()
    this.#worker = worker
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => {
        clearTimeout(timer)
        // The end may be reported twice, by `error` and by `exit`, when the next thread has already been started.
        this.#forget(worker)
        void worker.terminate()
        reject(new ThreadStartError('an extraction thread did not start', { cause }))
      }
      const ended = (code: number): void => fail(new Error(`exit code ${code}`))
      const timer = setTimeout(
        () => fail(new Error('no message from the thread in time')),
        extractLimits.threadStartBudgetMs,
      )
      worker.on('error', fail)
      worker.once('exit', ended)
      worker.once('message', ({ used }: ReadyMessage) => {
        clearTimeout(timer)
        worker.off('error', fail)
        worker.off('exit', ended)
        // A thread that dies between two pages is detected when the next one is handed to it.
        worker.on('error', () => this.#forget(worker))
        worker.once('exit', () => this.#forget(worker))
        this.#isReady = this.#worker === worker
        if (this.#isReady) this.#used = used
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

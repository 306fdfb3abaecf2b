/** One thread of the pool: started when needed, killed when a page takes too long, started again. */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/limits.ts'
import type { PageTask, ThreadMessage } from './pool-protocol.ts'

/** Why a page got no answer; becomes `degraded` of the result. */
export type LossReason = 'time_budget' | 'memory_budget' | 'thread_crash'

/** What came of a task. */
export type TaskOutcome = Exclude<ThreadMessage, { kind: 'ready' }> | { kind: 'lost'; reason: LossReason }

/** The thread could not be started at all: a fault of the installation, not of a page. */
export class ThreadStartError extends Error {
  override readonly name = 'ThreadStartError'
}

export class ExtractorThread {
  readonly #url: URL
  readonly #heapMaxMb: number
  #worker: Worker | null = null
  #started: Promise<Worker> | null = null
  #pages = 0

  /**
   * @param url script of the thread.
   * @param heapMaxMb heap in MiB beyond which the thread is ended.
   */
  constructor(url: URL, heapMaxMb: number) {
    this.#url = url
    this.#heapMaxMb = heapMaxMb
  }

  /** Starts the thread unless it runs; settles when it takes pages. */
  start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return this.#started
  }

  /**
   * Runs one task; the caller waits for its end before the next.
   * @param budgetMs wall time from hand-over to answer, after which the thread is killed.
   * @param transfer buffers that go over to the thread.
   * @throws ThreadStartError when there is no thread to run it.
   */
  async run(task: PageTask, budgetMs: number, transfer: readonly ArrayBuffer[]): Promise<TaskOutcome> {
    const worker = await this.start()
    const outcome = await perform(worker, task, budgetMs, transfer)
    if (outcome.kind === 'lost' || ++this.#pages >= extractLimits.threadPagesMax) await this.stop()
    return outcome
  }

  /** Ends the thread; a task it is at comes back as lost. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#started = null
    this.#pages = 0
    await worker?.terminate()
  }

  #spawn(): Promise<Worker> {
    const worker = new Worker(this.#url, {
      name: 'seine-extract',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMaxMb },
    })
    this.#worker = worker
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown): void => {
        clearTimeout(timer)
        this.#started = null
        void worker.terminate()
        reject(new ThreadStartError('an extraction thread did not start', { cause }))
      }
      const ended = (code: number): void => fail(new Error(`exit code ${code}`))
      const timer = setTimeout(() => fail(new Error('no sign of life')), extractLimits.threadStartBudgetMs)
      worker.once('error', fail)
      worker.once('exit', ended)
      worker.once('message', () => {
        clearTimeout(timer)
        worker.off('error', fail)
        worker.off('exit', ended)
        // A thread that dies between two pages is noticed when the next one is handed to it.
        worker.on('error', () => this.#forget(worker))
        worker.once('exit', () => this.#forget(worker))
        resolve(worker)
      })
    })
  }

  #forget(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#started = null
    this.#pages = 0
  }
}

function perform(
  worker: Worker,
  task: PageTask,
  budgetMs: number,
  transfer: readonly ArrayBuffer[],
): Promise<TaskOutcome> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined = undefined
    let late: NodeJS.Immediate | undefined = undefined
    const settle = (outcome: TaskOutcome): void => {
      clearTimeout(timer)
      clearImmediate(late)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      resolve(outcome)
    }
    const onMessage = (message: TaskOutcome): void => settle(message)
    const onError = (error: unknown): void => settle({ kind: 'lost', reason: reasonOf(error) })
    const onExit = (): void => settle({ kind: 'lost', reason: 'thread_crash' })
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    // Timers fire before messages are read: after a stall of this process, an answer that is already
    // there must win over the budget.
    timer = setTimeout(() => {
      late = setImmediate(() => settle({ kind: 'lost', reason: 'time_budget' }))
    }, budgetMs)
    worker.postMessage(task, transfer)
  })
}

const reasonOf = (error: unknown): LossReason =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory_budget' : 'thread_crash'

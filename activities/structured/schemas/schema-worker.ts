/** One thread for schemas: started when there is a task, killed when a task takes too much, ended when idle. */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { schemaThreadLimits } from '@seine/shared/config/json-limits.ts'
import { watchMemory } from '../../extract/thread-memory.ts'
import { watchTime } from '../../extract/thread-time.ts'
import type { SchemaAnswer, SchemaMessage, SchemaTask } from './schema-protocol.ts'

export interface SchemaWorkerOptions {
  /** Script of the thread; tests put a misbehaving one here. */
  threadUrl?: URL
  /** CPU time of one task, milliseconds. @default schemaThreadLimits.taskBudgetMs */
  taskBudgetMs?: number
}

/** A schema has taken more time or memory than it may. */
export class SchemaTooComplexError extends Error {
  override readonly name = 'SchemaTooComplexError'
}

export class SchemaWorker {
  readonly #threadUrl: URL
  readonly #taskBudgetMs: number
  #started: Promise<Worker> | null = null
  #idle: NodeJS.Timeout | undefined

  constructor({ threadUrl, taskBudgetMs }: SchemaWorkerOptions = {}) {
    this.#threadUrl = threadUrl ?? new URL('./schema-thread.ts', import.meta.url)
    this.#taskBudgetMs = taskBudgetMs ?? schemaThreadLimits.taskBudgetMs
  }

  /**
   * Runs one task; the caller waits for its end before the next.
   * @throws SchemaTooComplexError when it takes too much or ends the thread; Error when there is no thread.
   */
  async run(task: SchemaTask): Promise<SchemaAnswer> {
    clearTimeout(this.#idle)
    const worker = await this.#start()
    worker.ref()
    try {
      return await this.#perform(worker, task)
    } catch (error) {
      this.end()
      throw error
    } finally {
      worker.unref()
      this.#idle = setTimeout(() => this.end(), schemaThreadLimits.idleMs).unref()
    }
  }

  /** Ends the thread; the next task gets a new one. A task it is at fails. */
  end(): void {
    const started = this.#started
    this.#started = null
    void started?.then(
      (worker) => worker.terminate(),
      () => undefined,
    )
  }

  #perform(worker: Worker, task: SchemaTask): Promise<SchemaAnswer> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        stopTimeWatch()
        stopMemoryWatch()
        worker.off('message', onMessage)
        worker.off('error', onEnd)
        worker.off('exit', onEnd)
      }
      const onMessage = (message: SchemaMessage): void => {
        if (message.kind === 'ready') return
        settle()
        resolve(message)
      }
      const tooMuch = (what: string) => (): void => {
        settle()
        reject(new SchemaTooComplexError(what))
      }
      const onEnd = tooMuch('the schema has ended its thread')
      worker.on('message', onMessage)
      worker.on('error', onEnd)
      worker.on('exit', onEnd)
      const { taskWallMs } = schemaThreadLimits
      const stopTimeWatch = watchTime(worker, this.#taskBudgetMs, tooMuch('the schema takes too long'), taskWallMs)
      const stopMemoryWatch = watchMemory(
        worker,
        schemaThreadLimits.memoryMaxMb,
        tooMuch('the schema takes too much memory'),
      )
      worker.postMessage(task, [])
    })
  }

  #start(): Promise<Worker> {
    this.#started ??= this.#spawn()
    return this.#started
  }

  #spawn(): Promise<Worker> {
    const worker = new Worker(this.#threadUrl, {
      name: 'seine-schema',
      env: {},
      execArgv: [],
      // Nothing it prints is for the log of this process; reading it would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: schemaThreadLimits.heapMaxMb },
    })
    const started = new Promise<Worker>((resolve, reject) => {
      const forget = (): void => {
        clearTimeout(timer)
        if (this.#started === started) this.#started = null
        void worker.terminate()
        reject(new Error('the thread that compiles schemas has ended'))
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
}

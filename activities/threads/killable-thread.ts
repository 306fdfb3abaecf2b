/**
 * A thread for tasks that may take too long: started with the first task, ended when idle or when a task exceeds its
 * limits.
 */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { performTask, type TaskBounds, type TaskEnd } from './perform-task.ts'
import { threadArguments, threadEnvironment } from './thread-environment.ts'

export interface KillableThreadOptions extends TaskBounds {
  /** Name of the thread, visible when inspecting the process. */
  name: string
  /** Posts one message when it is ready, then one answer per task. */
  script: URL
  /** Old generation in MiB at which V8 ends the thread. */
  heapMaxMb: number
  /** How long it is kept without a task, milliseconds. */
  idleMs: number
}

/** Runs tasks one after the other. Keeps the process alive only while a task runs. */
export class KillableThread<Task, Answer> {
  readonly #options: KillableThreadOptions
  #started: Promise<Worker> | null = null
  /** The last queued task. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: KillableThreadOptions) {
    this.#options = options
  }

  /**
   * Runs a task after all earlier ones.
   * @throws Error when no thread can be started.
   */
  async run(task: Task): Promise<TaskEnd<Answer>> {
    this.#waiting += 1
    clearTimeout(this.#idle)
    const turn = this.#last.then(async () => await this.#perform(task))
    this.#last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#idle = setTimeout(() => void this.end(), this.#options.idleMs).unref()
    }
  }

  /** Ends the thread; the next task starts a new one. A running task is lost. */
  async end(): Promise<void> {
    const started = this.#started
    this.#started = null
    const worker = await started?.catch(() => null)
    await worker?.terminate()
  }

  async #perform(task: Task): Promise<TaskEnd<Answer>> {
    this.#started ??= this.#spawn()
    const worker = await this.#started
    worker.ref()
    try {
      const end = await performTask<Answer>(worker, task, this.#options)
      // Not awaited: the next task must not wait until a built-in function in the old thread returns.
      if (end.kind === 'lost') void this.end()
      return end
    } finally {
      worker.unref()
    }
  }

  #spawn(): Promise<Worker> {
    const { script, name, heapMaxMb } = this.#options
    const worker = new Worker(script, {
      name,
      env: threadEnvironment(),
      execArgv: threadArguments(),
      // Its output does not belong in the log of this process; reading it would keep the process alive.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
    })
    const started = new Promise<Worker>((resolve, reject) => {
      const forget = (): void => {
        clearTimeout(timer)
        if (this.#started === started) this.#started = null
        void worker.terminate()
        reject(new Error(`the thread ${name} has ended`))
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

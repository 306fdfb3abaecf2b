/** A thread for what may take too long: started when there is a task, ended with a task that takes too much, and when idle. */
import { Worker } from 'node:worker_threads'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { performTask, type TaskBounds, type TaskEnd } from './perform-task.ts'

export interface KillableThreadOptions extends TaskBounds {
  /** Of the thread, for those who look at the process. */
  name: string
  /** Says one message when it is ready, then one answer a task. */
  script: URL
  /** Old generation in MiB at which V8 ends the thread. */
  heapMaxMb: number
  /** How long it is kept without a task. */
  idleMs: number
}

/** Tasks are done one after the other. It keeps no process alive but for a task. */
export class KillableThread<Task, Answer> {
  readonly #options: KillableThreadOptions
  #started: Promise<Worker> | null = null
  /** The last task in line. */
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: KillableThreadOptions) {
    this.#options = options
  }

  /**
   * Runs a task after those that came before it.
   * @throws Error when there is no thread to run it.
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

  /** Ends the thread; the next task gets a new one. A task it is at is lost. */
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
      // The next task does not wait for the end of a built-in function.
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
      env: {},
      execArgv: [],
      // Nothing it prints is for the log of this process; reading it would keep the process alive.
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

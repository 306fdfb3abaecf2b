/** Runs tasks in order of arrival, a limited number at a time. */
export class TaskQueue {
  readonly #limit: number
  readonly #waiting: (() => Promise<void>)[] = []
  #running = 0
  #onIdle: (() => void)[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @param task must not reject. */
  add(task: () => Promise<void>): void {
    if (this.#running >= this.#limit) {
      this.#waiting.push(task)
      return
    }
    this.#running++
    void task().finally(() => this.#next())
  }

  /** Resolves when no task runs or waits. */
  async idle(): Promise<void> {
    if (this.#running === 0) return
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  /** Discards the tasks that have not begun. */
  drop(): void {
    this.#waiting.length = 0
  }

  #next(): void {
    this.#running--
    const task = this.#waiting.shift()
    if (task !== undefined) {
      this.add(task)
    } else if (this.#running === 0) {
      for (const resolve of this.#onIdle.splice(0)) resolve()
    }
  }
}

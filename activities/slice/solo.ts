/** One at a time: work of a process that must not overlap with its like. */
export class Solo {
  #tail: Promise<unknown> = Promise.resolve()

  /** Runs `work` after everything handed in before it has ended, however that ended. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => undefined)
    return await turn
  }
}

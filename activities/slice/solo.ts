/** Runs tasks of a process that must not overlap, one at a time. */
export class Solo {
  #tail: Promise<unknown> = Promise.resolve()

  /** Runs `work` after everything passed in before has ended, whether it succeeded or failed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => undefined)
    return await turn
  }
}

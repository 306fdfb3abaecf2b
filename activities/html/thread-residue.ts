/**
 * Detects what a page leaves behind in an extraction thread: an unhandled error, or a timer that is still running.
 * Neither must end the thread or be attributed to the next page.
 */
export class ThreadResidue {
  #fault: string | null = null
  #resources = 0

  /** Records the current state of the thread as clean. */
  start(): void {
    const note = (error: unknown): void => {
      this.#fault ??= String(error)
    }
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    this.#resources = process.getActiveResourcesInfo().length
  }

  /** Returns a description of what was left behind, or null. */
  found(): string | null {
    if (this.#fault !== null) return this.#fault
    const resources = process.getActiveResourcesInfo()
    return resources.length > this.#resources ? `still active: ${resources.join(', ')}` : null
  }
}

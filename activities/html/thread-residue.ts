/**
 * What pages leave behind in an extraction thread: a fault that nobody waited for, a timer still
 * running. Neither may end the thread, or answer for the page that comes next.
 */
export class ThreadResidue {
  #fault: string | null = null
  #resources = 0

  /** Takes the thread as it is now for clean. */
  start(): void {
    const note = (error: unknown): void => {
      this.#fault ??= String(error)
    }
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    this.#resources = process.getActiveResourcesInfo().length
  }

  /** What there is now, or null. */
  found(): string | null {
    if (this.#fault !== null) return this.#fault
    const resources = process.getActiveResourcesInfo()
    return resources.length > this.#resources ? `still active: ${resources.join(', ')}` : null
  }
}

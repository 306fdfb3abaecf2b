/** Limits how many operations run at a time in one process: model calls, archives, advances. */
import { TenantQueue } from './tenant-queue.ts'

interface Waiting {
  tenant: string
  begin: () => void
}

export class FairSemaphore {
  #free: number
  readonly #queue = new TenantQueue<Waiting>()

  /** @param most highest number of operations at a time. */
  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a permit and runs the work. Tenants take turns; the work of one tenant runs in the order of the calls.
   * @param tenant tenant of the work. @default one queue for all
   * @throws the reason of the signal while waiting; any error of the work.
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>, tenant = ''): Promise<T> {
    await this.#acquire(signal, tenant)
    try {
      return await work()
    } finally {
      const next = this.#queue.take()
      if (next === undefined) this.#free += 1
      else next.begin()
    }
  }

  async #acquire(signal: AbortSignal, tenant: string): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { tenant, begin: resolve }
    const leave = (): void => {
      this.#queue.remove(waiting)
      reject(signal.reason as Error)
    }
    this.#queue.push(waiting)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

/** Limits how many operations run at a time in one process: model calls, archives, advances. */
import { TenantLine } from './tenant-line.ts'

interface Waiting {
  tenant: string
  begin: () => void
}

export class Turns {
  #free: number
  readonly #line = new TenantLine<Waiting>()

  /** @param most highest number of operations at a time. */
  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a turn and runs the work. Tenants take turns; the work of one tenant runs in the order of the calls.
   * @param tenant tenant of the work. @default one queue for all
   * @throws the reason of the signal while waiting; any error of the work.
   */
  async take<T>(signal: AbortSignal, work: () => Promise<T>, tenant = ''): Promise<T> {
    await this.#turn(signal, tenant)
    try {
      return await work()
    } finally {
      const next = this.#line.take()
      if (next === undefined) this.#free += 1
      else next.begin()
    }
  }

  async #turn(signal: AbortSignal, tenant: string): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { tenant, begin: resolve }
    const leave = (): void => {
      this.#line.remove(waiting)
      reject(signal.reason as Error)
    }
    this.#line.push(waiting)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

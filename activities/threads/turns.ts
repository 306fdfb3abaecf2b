/** Lets only so many pieces of work be under way at a time in one process: calls of a model, archives, advances. */
import { TenantLine } from './tenant-line.ts'

interface Waiting {
  tenant: string
  begin: () => void
}

export class Turns {
  #free: number
  readonly #line = new TenantLine<Waiting>()

  /** @param most at a time. */
  constructor(most: number) {
    this.#free = most
  }

  /**
   * Waits for a turn and does the work. Tenants take turns; the work of one tenant goes in the order of asking.
   * @param tenant whose work it is. @default one line for all
   * @throws the reason of the signal while waiting; whatever the work throws.
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

/** How often each request has passed a proxy; what a page asks for, and how often, is bounded. */
import { hash } from 'node:crypto'
import { forwardProxyLimits } from '../../config/browser-limits.ts'

/** A request by what it is to a proxy: as short as its hash, however long its URL. */
const keyOf = (method: string, url: string): string => hash('sha1', `${method} ${url.replace(/#.*$/, '')}`, 'base64')

export class RequestCounts {
  readonly #counts = new Map<string, number>()

  /** @param url absolute, as the browser serialises it. */
  add(method: string, url: string): void {
    const key = keyOf(method, url)
    const count = this.#counts.get(key)
    if (count === undefined && this.#counts.size >= forwardProxyLimits.requestsCountedMax) return
    this.#counts.set(key, (count ?? 0) + 1)
  }

  /**
   * How many there were beyond those that are known.
   * @param known each as often as it was made; what has not passed counts for nothing.
   */
  beyond(known: Iterable<{ method: string; url: string }>): number {
    const left = new Map(this.#counts)
    for (const { method, url } of known) {
      const key = keyOf(method, url)
      const count = left.get(key) ?? 0
      if (count > 0) left.set(key, count - 1)
    }
    return [...left.values()].reduce((sum, count) => sum + count, 0)
  }
}

/** Counts how often each request passed a proxy; the number of distinct requests that are counted is limited. */
import { hash } from 'node:crypto'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'

/** Returns the key of a request: a hash, so that its size does not depend on the length of the URL. */
const keyOf = (method: string, url: string): string => hash('sha1', `${method} ${url.replace(/#.*$/, '')}`, 'base64')

export class RequestCounts {
  readonly #counts = new Map<string, number>()

  /** @param url absolute URL, as the browser serialises it. */
  add(method: string, url: string): void {
    const key = keyOf(method, url)
    const count = this.#counts.get(key)
    if (count === undefined && this.#counts.size >= forwardProxyLimits.requestsCountedMax) return
    this.#counts.set(key, (count ?? 0) + 1)
  }

  /**
   * Returns the number of counted requests in addition to the known ones.
   * @param known requests, each as often as it was made; those that were not counted are ignored.
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

/** Counts the requests that a site receives: the reference for a crawl. */

export interface RequestCounts {
  requests: number
  /** Distinct pages answered with 200. */
  pages: number
  /** Additional 200 answers for the same pages. */
  repeats: number
  notFound: number
  throttled: number
  /** Highest number of concurrent requests. */
  inFlightMax: number
}

export class RequestCounter {
  readonly #seen = new Set<string>()
  #counts: RequestCounts = { requests: 0, pages: 0, repeats: 0, notFound: 0, throttled: 0, inFlightMax: 0 }
  #inFlight = 0

  /** Records the arrival of a request. */
  opened(): void {
    this.#inFlight += 1
    this.#counts.requests += 1
    this.#counts.inFlightMax = Math.max(this.#counts.inFlightMax, this.#inFlight)
  }

  /** Records that a request was answered or its client disconnected. */
  closed(path: string, status: number): void {
    this.#inFlight -= 1
    if (status === 404) this.#counts.notFound += 1
    if (status === 429) this.#counts.throttled += 1
    if (status !== 200) return
    if (this.#seen.has(path)) this.#counts.repeats += 1
    else this.#counts.pages += 1
    this.#seen.add(path)
  }

  counts(): RequestCounts {
    return { ...this.#counts }
  }

  /** Clears everything except the open requests. */
  reset(): void {
    this.#seen.clear()
    this.#counts = { requests: 0, pages: 0, repeats: 0, notFound: 0, throttled: 0, inFlightMax: this.#inFlight }
  }
}

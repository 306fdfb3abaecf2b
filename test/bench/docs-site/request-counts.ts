/** What a site was asked for: the referee of a crawl. */

export interface RequestCounts {
  requests: number
  /** Distinct pages answered with 200. */
  pages: number
  /** Further answers with 200 for the same page. */
  repeats: number
  notFound: number
  throttled: number
  /** Most requests open at once. */
  inFlightMax: number
}

export class RequestCounter {
  readonly #seen = new Set<string>()
  #counts: RequestCounts = { requests: 0, pages: 0, repeats: 0, notFound: 0, throttled: 0, inFlightMax: 0 }
  #inFlight = 0

  /** A request came in. */
  opened(): void {
    this.#inFlight += 1
    this.#counts.requests += 1
    this.#counts.inFlightMax = Math.max(this.#counts.inFlightMax, this.#inFlight)
  }

  /** It was answered, or its client went away. */
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

  /** Forgets everything but the requests that are open. */
  reset(): void {
    this.#seen.clear()
    this.#counts = { requests: 0, pages: 0, repeats: 0, notFound: 0, throttled: 0, inFlightMax: this.#inFlight }
  }
}

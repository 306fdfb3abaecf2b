/**
 * Sitemap discovery of a crawl: fetches the sitemaps of a site and lists their URLs.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { walkSitemaps, type UrlSink, type WalkRequest } from './sitemap-walk.ts'

export interface DiscoveryRequest extends Omit<WalkRequest, 'sink' | 'texts'> {
  /** Whether a URL belongs to the crawl; other URLs are counted in `dropped`. */
  admits: (url: string) => boolean
  /**
   * Returns the URLs of a batch that the crawl does not fetch, although they belong to it. They are returned as well,
   * because the ledger lists them, but do not count towards `maxUrls`. Absent: all are fetched.
   */
  excluded?: (urls: readonly string[]) => Promise<ReadonlySet<string>>
  /**
   * Maximum number of URLs to return; as many excluded ones may be returned in addition, but no more than the ledger
   * keeps.
   */
  maxUrls: number
}

export interface DiscoveryResult {
  /** Fetch URLs without repeats, in file order, then document order. */
  urls: string[]
  /** URLs of the files that were sitemaps, in the order they were read. */
  sources: string[]
  /**
   * Number of entries not returned: not an http(s) URL, not admitted, beyond `maxUrls`, or excluded and beyond their
   * own maximum.
   */
  dropped: number
  warnings: string[]
}

/** Collects the URLs that the crawl may use, each once. */
class UrlList implements UrlSink {
  readonly urls = new Set<string>()
  readonly #admits: DiscoveryRequest['admits']
  readonly #excluded: DiscoveryRequest['excluded']
  readonly #max: number
  readonly #excludedMax: number
  /** Excluded URLs among the entries that come next, and how many are kept. */
  #excludedNext: ReadonlySet<string> = new Set()
  #excludedKept = 0

  constructor({ admits, excluded, maxUrls }: Pick<DiscoveryRequest, 'admits' | 'excluded' | 'maxUrls'>) {
    this.#admits = admits
    this.#excluded = excluded
    this.#max = maxUrls
    // The ledger keeps no more of them.
    this.#excludedMax = Math.min(maxUrls, frontierLimits.entriesMax)
  }

  get size(): number {
    return this.urls.size
  }

  get full(): boolean {
    return this.urls.size - this.#excludedKept >= this.#max
  }

  async prepare(urls: readonly string[]): Promise<void> {
    if (this.#excluded === undefined || this.full) return
    this.#excludedNext = await this.#excluded(urls.filter((url) => !this.urls.has(url)))
  }

  take(url: string): boolean {
    if (this.urls.has(url)) return true
    if (this.full || !this.#admits(url)) return false
    if (this.#excludedNext.has(url)) {
      if (this.#excludedKept >= this.#excludedMax) return false
      this.#excludedKept += 1
    }
    this.urls.add(url)
    return true
  }
}

/**
 * Lists the URLs of a site's sitemaps; `walkSitemaps` describes how they are found and read.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function discoverSitemapUrls(request: DiscoveryRequest): Promise<DiscoveryResult> {
  const { maxUrls, signal, gate, origin } = request
  const list = new UrlList(request)
  const { sources, dropped, unread, timedOut, warnings } = await walkSitemaps({ ...request, sink: list })
  if (!timedOut && list.full && (unread > 0 || dropped > 0)) {
    warnings.add(`the sitemaps list more than ${maxUrls} URLs, the rest was not used`)
  }
  // Page requests come next; the first of them respects the delay too.
  if (((await gate?.delayMs(origin, signal)) ?? 0) > 0) await gate?.waitForStart(origin, signal)
  signal.throwIfAborted()
  return { urls: [...list.urls], sources, dropped, warnings: warnings.list() }
}

/**
 * Sitemap discovery of a crawl: fetches the sitemaps of a site and lists their URLs.
 */
import { walkSitemaps, type UrlSink, type WalkRequest } from './sitemap-walk.ts'

export interface DiscoveryRequest extends Omit<WalkRequest, 'sink' | 'texts'> {
  /** Whether a URL belongs to the crawl; other URLs are counted in `dropped`. */
  admits: (url: string) => boolean
  /** Maximum number of URLs to return. */
  maxUrls: number
}

export interface DiscoveryResult {
  /** Fetch URLs without repeats, in file order, then document order. */
  urls: string[]
  /** URLs of the files that were sitemaps, in the order they were read. */
  sources: string[]
  /** Number of entries not returned: not an http(s) URL, not admitted, or beyond `maxUrls`. */
  dropped: number
  warnings: string[]
}

/** Collects the URLs that the crawl may use, each once. */
class UrlList implements UrlSink {
  readonly urls = new Set<string>()
  readonly #admits: (url: string) => boolean
  readonly #max: number

  constructor(admits: (url: string) => boolean, max: number) {
    this.#admits = admits
    this.#max = max
  }

  get size(): number {
    return this.urls.size
  }

  get full(): boolean {
    return this.urls.size >= this.#max
  }

  take(url: string): boolean {
    if (this.urls.has(url)) return true
    if (this.full || !this.#admits(url)) return false
    this.urls.add(url)
    return true
  }
}

/**
 * Lists the URLs of a site's sitemaps; `walkSitemaps` describes how they are found and read.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function discoverSitemapUrls(request: DiscoveryRequest): Promise<DiscoveryResult> {
  const { admits, maxUrls, signal, gate, origin } = request
  const list = new UrlList(admits, maxUrls)
  const { sources, dropped, unread, timedOut, warnings } = await walkSitemaps({ ...request, sink: list })
  if (!timedOut && list.full && (unread > 0 || dropped > 0)) {
    warnings.add(`the sitemaps list more than ${maxUrls} URLs, the rest was not used`)
  }
  // Page requests come next; the first of them respects the delay too.
  if (((await gate?.delayMs(origin, signal)) ?? 0) > 0) await gate?.waitForStart(origin, signal)
  signal.throwIfAborted()
  return { urls: [...list.urls], sources, dropped, warnings: warnings.list() }
}

/**
 * Sitemap discovery of a crawl: fetches the sitemaps of a site and lists their URLs.
 */
import { discoveryLimits, egressLimits } from '@seine/shared/config/limits.ts'
import { EgressError, type EgressClient } from '@seine/shared/egress/contract.ts'
import { fetchPatiently, type Patience } from './patient-fetch.ts'
import type { SitemapFile } from './sitemap-file.ts'
import { parseSitemap } from './sitemap-parser.ts'
import { Turn } from './sitemap-turn.ts'
import { fetchUrl } from './url-identity.ts'

/** Where sitemaps are when robots.txt names none. */
const usualNames = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/sitemap.xml.gz']

/** How far discovery has come. */
interface DiscoveryProgress {
  filesRead: number
  urls: number
}

export interface DiscoveryRequest {
  egress: Pick<EgressClient, 'fetch'>
  /** Any URL of the origin where the usual names are looked up. */
  origin: string
  /** Absolute URLs from robots.txt, of any host. */
  robotsSitemaps: readonly string[]
  /** Value of the `User-Agent` header. */
  userAgent?: string
  /** Whether a URL belongs to the crawl; others are counted in `dropped`. */
  admits: (url: string) => boolean
  /** Most URLs to return. */
  maxUrls: number
  /** Time for everything, in milliseconds; what was read until then is returned. */
  budgetMs: number
  signal: AbortSignal
  /** Called after every file and at least once a second. */
  onProgress?: (progress: DiscoveryProgress) => void
  sleep?: NonNullable<Patience['sleep']>
}

export interface DiscoveryResult {
  /** Fetch URLs without repeats: in file order, then document order. */
  urls: string[]
  /** The files that were sitemaps, in the order they were read. */
  sources: string[]
  /** Entries not returned: no http(s) URL, not admitted, or beyond `maxUrls`. */
  dropped: number
  warnings: string[]
}

/** A file to read. Guessed ones may be missing without a word. */
interface Source {
  url: string
  depth: number
  guessed: boolean
}

type Outcome =
  | { state: 'read'; finalUrl: string; file: SitemapFile }
  | { state: 'failed'; message: string }
  | { state: 'absent' | 'stopped' }

/** Warnings, the first ones in full and the others counted. */
function createWarnings() {
  const kept: string[] = []
  let more = 0
  return {
    add(warning: string) {
      if (kept.length < discoveryLimits.sitemapWarningsMax) kept.push(warning)
      else more += 1
    },
    list: () => (more === 0 ? kept : [...kept, `${more} more warnings about sitemaps`]),
  }
}

/** Fetches and parses one file. Never rejects. */
async function readSource(source: Source, request: DiscoveryRequest, signal: AbortSignal): Promise<Outcome> {
  const { userAgent, sleep } = request
  try {
    const response = await fetchPatiently(
      request.egress,
      {
        url: source.url,
        headers: {
          ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
          accept: 'application/xml, text/xml, text/plain, */*;q=0.1',
        },
        timeoutMs: egressLimits.sitemapTimeoutMs,
        maxDecodedBytes: egressLimits.sitemapMaxDecodedBytes,
        maxRedirects: egressLimits.redirectsMax,
        truncateAtCap: true,
        signal,
      },
      {
        retriesMax: discoveryLimits.sitemapRetriesMax,
        delayMs: discoveryLimits.sitemapRetryDelayMs,
        retryAfterMaxMs: discoveryLimits.retryAfterMaxMs,
        ...(sleep === undefined ? {} : { sleep }),
      },
    )
    if (response instanceof EgressError) return { state: 'failed', message: response.code }
    const { status } = response
    if (status >= 400 && status < 500 && status !== 429 && source.guessed) return { state: 'absent' }
    if (status < 200 || status >= 300) return { state: 'failed', message: `HTTP ${status}` }
    const file = await parseSitemap(response.body)
    if (response.truncated)
      file.warnings.push(`larger than ${egressLimits.sitemapMaxDecodedBytes} bytes, the rest was not read`)
    if (file.kind !== 'unknown') return { state: 'read', finalUrl: response.url, file }
    return source.guessed ? { state: 'absent' } : { state: 'failed', message: 'no sitemap' }
  } catch (error) {
    if (signal.aborted) return { state: 'stopped' }
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Everything found so far; files are merged in queue order, so the result depends on nothing else. */
class Discovery {
  readonly queue: Source[] = []
  readonly sources: string[] = []
  readonly urls = new Set<string>()
  readonly warnings = createWarnings()
  dropped = 0
  #request: DiscoveryRequest
  /** Sitemap files queued or read, redirect targets included: cuts cycles. */
  #seen = new Set<string>()
  #filesRefused = 0

  constructor(request: DiscoveryRequest) {
    this.#request = request
    const listed = request.robotsSitemaps
    if (listed.length > 0) for (const url of listed) this.#enqueue(url, { depth: 0, guessed: false })
    else for (const name of usualNames) this.#enqueue(new URL(name, request.origin).href, { depth: 0, guessed: true })
  }

  get full(): boolean {
    return this.urls.size >= this.#request.maxUrls
  }

  #enqueue(href: string, place: Omit<Source, 'url'>, base?: string): void {
    const url = fetchUrl(href, base)
    if (url === null) this.warnings.add(`${href.slice(0, 200)}: no URL of a sitemap`)
    else if (!this.#seen.has(url)) {
      this.#seen.add(url)
      if (this.queue.length < discoveryLimits.sitemapFilesMax) this.queue.push({ url, ...place })
      else this.#filesRefused += 1
    }
  }

  async merge(source: Source, outcome: Outcome): Promise<void> {
    if (outcome.state === 'failed') this.warnings.add(`${source.url}: ${outcome.message}`)
    if (outcome.state !== 'read') return
    const { finalUrl, file } = outcome
    if (finalUrl !== source.url && this.#seen.has(finalUrl)) return
    this.#seen.add(finalUrl)
    this.sources.push(source.url)
    for (const warning of file.warnings) this.warnings.add(`${source.url}: ${warning}`)
    const turn = new Turn()
    await this.#mergeUrls(file, finalUrl, turn)
    if (file.sitemaps.length === 0) return
    const depth = source.depth + 1
    if (depth > discoveryLimits.sitemapDepthMax) {
      this.warnings.add(`${source.url}: sitemaps are nested deeper than ${discoveryLimits.sitemapDepthMax} levels`)
      return
    }
    for (const href of file.sitemaps) {
      this.#enqueue(href, { depth, guessed: false }, finalUrl)
      if (turn.isOver) await turn.next()
    }
  }

  async #mergeUrls(file: SitemapFile, base: string, turn: Turn): Promise<void> {
    const { admits, maxUrls } = this.#request
    for (const entry of file.urls) {
      if (turn.isOver) await turn.next()
      const url = fetchUrl(entry.url, base)
      if (url !== null && this.urls.has(url)) continue
      if (url === null || this.urls.size >= maxUrls || !admits(url)) this.dropped += 1
      else this.urls.add(url)
    }
  }

  finish(filesRead: number, timedOut: boolean): DiscoveryResult {
    const { maxUrls, budgetMs } = this.#request
    const unread = this.queue.length - filesRead
    if (this.#filesRefused > 0) {
      const { sitemapFilesMax } = discoveryLimits
      this.warnings.add(`more than ${sitemapFilesMax} sitemap files, ${this.#filesRefused} were not read`)
    }
    if (timedOut && unread > 0) {
      this.warnings.add(`sitemap discovery ended after ${budgetMs} ms, ${unread} files were not read`)
    } else if (this.full && (unread > 0 || this.dropped > 0)) {
      this.warnings.add(`the sitemaps list more than ${maxUrls} URLs, the rest was not used`)
    }
    const { sources, dropped } = this
    return { urls: [...this.urls], sources, dropped, warnings: this.warnings.list() }
  }
}

/**
 * Lists the URLs of a site's sitemaps: those robots.txt names, else those with the usual names;
 * indexes are followed. Up to `discoveryLimits.sitemapFilesInFlight` files are fetched at a time and
 * merged in order. Failures and caps end up in `warnings`; a missing usual name is neither.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function discoverSitemapUrls(request: DiscoveryRequest): Promise<DiscoveryResult> {
  request.signal.throwIfAborted()
  const discovery = new Discovery(request)
  const { queue } = discovery
  const budget = AbortSignal.timeout(request.budgetMs)
  const enough = new AbortController()
  const signal = AbortSignal.any([request.signal, budget, enough.signal])
  const reads: Promise<Outcome>[] = []
  let filesRead = 0
  const report = () => request.onProgress?.({ filesRead, urls: discovery.urls.size })
  const pulse = setInterval(report, discoveryLimits.progressIntervalMs)
  try {
    while (filesRead < queue.length && !discovery.full) {
      for (const source of queue.slice(reads.length, filesRead + discoveryLimits.sitemapFilesInFlight)) {
        reads.push(readSource(source, request, signal))
      }
      const outcome = await (reads[filesRead] as Promise<Outcome>)
      if (outcome.state === 'stopped') break
      await discovery.merge(queue[filesRead] as Source, outcome)
      filesRead += 1
      report()
    }
  } finally {
    clearInterval(pulse)
    enough.abort()
    await Promise.all(reads)
  }
  request.signal.throwIfAborted()
  return discovery.finish(filesRead, budget.aborted)
}

/**
 * Sitemap discovery of a crawl: fetches the sitemaps of a site and lists their URLs.
 */
import { discoveryLimits } from '@seine/shared/config/limits.ts'
import type { SitemapFile } from './sitemap-file.ts'
import { filesInFlight } from './sitemap-gate.ts'
import { readSource, type SitemapFetch, type SitemapOutcome, type SitemapSource } from './sitemap-source.ts'
import { Turn } from './sitemap-turn.ts'
import { fetchUrl } from './url-identity.ts'

/** Where sitemaps are when robots.txt names none. */
const usualNames = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/sitemap.xml.gz']

/** How far discovery has come. */
interface DiscoveryProgress {
  filesRead: number
  urls: number
}

export interface DiscoveryRequest extends SitemapFetch {
  /** Any URL of the origin where the usual names are looked up. */
  origin: string
  /** Absolute URLs from robots.txt, of any host. */
  robotsSitemaps: readonly string[]
  /** Whether a URL belongs to the crawl; others are counted in `dropped`. */
  admits: (url: string) => boolean
  /** Most URLs to return. */
  maxUrls: number
  /** Time for everything, in milliseconds; what was read until then is returned. */
  budgetMs: number
  signal: AbortSignal
  /** Called after every file and at least once a second. */
  onProgress?: (progress: DiscoveryProgress) => void
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

/** Everything found so far; files are merged in queue order, so the result depends on nothing else. */
class Discovery {
  readonly queue: SitemapSource[] = []
  readonly sources: string[] = []
  readonly urls = new Set<string>()
  readonly warnings = createWarnings()
  dropped = 0
  /** Files of the queue that time ran out for. */
  unread = 0
  #request: DiscoveryRequest
  /** Sitemap files queued or read, redirect targets included: cuts cycles. */
  #seen = new Set<string>()
  #filesRefused = 0

  constructor(request: DiscoveryRequest) {
    this.#request = request
    for (const url of request.robotsSitemaps) this.#enqueue(url, { above: [], guessed: false })
    if (this.queue.length === 0) this.guess()
  }

  get full(): boolean {
    return this.urls.size >= this.#request.maxUrls
  }

  /** Looks for sitemaps under the usual names. */
  guess(): void {
    const { origin } = this.#request
    if (this.queue.length >= discoveryLimits.sitemapFilesMax) return
    for (const name of usualNames) this.#enqueue(new URL(name, origin).href, { above: [], guessed: true })
  }

  #enqueue(href: string, place: Omit<SitemapSource, 'url'>, base?: string): void {
    const url = fetchUrl(href, base)
    if (url === null) this.warnings.add(`${href.slice(0, 200)}: no URL of a sitemap`)
    else if (!this.#seen.has(url)) {
      this.#seen.add(url)
      if (this.queue.length < discoveryLimits.sitemapFilesMax) this.queue.push({ url, ...place })
      else this.#filesRefused += 1
    } else if (place.above.some((urls) => urls.includes(url))) {
      this.warnings.add(`${base}: lists ${url}, which leads to itself`)
    }
  }

  async merge(source: SitemapSource, outcome: SitemapOutcome): Promise<void> {
    if (outcome.state === 'failed') this.warnings.add(`${source.url}: ${outcome.message}`)
    if (outcome.state !== 'read') return
    const { finalUrl, file } = outcome
    if (finalUrl !== source.url && this.#seen.has(finalUrl)) {
      if (source.above.some((urls) => urls.includes(finalUrl)))
        this.warnings.add(`${source.url}: leads back to ${finalUrl}`)
      return
    }
    this.#seen.add(finalUrl)
    this.sources.push(source.url)
    for (const warning of file.warnings) this.warnings.add(`${source.url}: ${warning}`)
    const turn = new Turn()
    await this.#mergeUrls(file, finalUrl, turn)
    if (file.sitemaps.length === 0) return
    const above = [...source.above, [source.url, finalUrl]]
    if (above.length > discoveryLimits.sitemapDepthMax) {
      this.warnings.add(`${source.url}: sitemaps are nested deeper than ${discoveryLimits.sitemapDepthMax} levels`)
      return
    }
    for (const href of file.sitemaps) {
      this.#enqueue(href, { above, guessed: false }, finalUrl)
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
    const unread = this.unread + this.queue.slice(filesRead).filter(({ guessed }) => !guessed).length
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

/** Reads files until all are read, there are enough URLs, or time is up. */
async function readAll(discovery: Discovery, request: DiscoveryRequest, signal: AbortSignal, inFlight: number) {
  const { queue } = discovery
  const enough = new AbortController()
  const eitherSignal = AbortSignal.any([signal, enough.signal])
  const reads: Promise<SitemapOutcome>[] = []
  let filesRead = 0
  const report = () => request.onProgress?.({ filesRead, urls: discovery.urls.size })
  const pulse = setInterval(report, discoveryLimits.progressIntervalMs)
  // A host that asks for pauses is not asked for further names once one is found.
  const isNeedless = ({ guessed }: SitemapSource) => guessed && inFlight === 1 && discovery.sources.length > 0
  try {
    while (!discovery.full) {
      if (filesRead === queue.length && discovery.sources.length === 0 && !signal.aborted) discovery.guess()
      for (const source of signal.aborted ? [] : queue.slice(reads.length, filesRead + inFlight)) {
        reads.push(
          isNeedless(source) ? Promise.resolve({ state: 'absent' }) : readSource(source, request, eitherSignal),
        )
      }
      const source = queue[filesRead]
      const read = reads[filesRead]
      if (source === undefined || read === undefined) break
      const outcome = await read
      if (outcome.state === 'stopped') discovery.unread += source.guessed ? 0 : 1
      await discovery.merge(source, outcome)
      filesRead += 1
      report()
    }
  } finally {
    clearInterval(pulse)
    enough.abort()
    await Promise.all(reads)
  }
  return filesRead
}

/**
 * Lists the URLs of a site's sitemaps: those robots.txt names, or those with the usual names where
 * it names none that can be read; indexes are followed. Up to `discoveryLimits.sitemapFilesInFlight`
 * files are fetched at a time and merged in order. Failures and caps end up in `warnings`; a missing
 * usual name is neither.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function discoverSitemapUrls(request: DiscoveryRequest): Promise<DiscoveryResult> {
  request.signal.throwIfAborted()
  const discovery = new Discovery(request)
  const budget = AbortSignal.timeout(request.budgetMs)
  const signal = AbortSignal.any([request.signal, budget])
  const delayMs = (await request.gate?.delayMs(request.origin, request.signal)) ?? 0
  const filesRead = await readAll(discovery, request, signal, filesInFlight(delayMs))
  // Pages come next; the first of them keeps its distance too.
  if (delayMs > 0) await request.gate?.turn(request.origin, request.signal)
  request.signal.throwIfAborted()
  return discovery.finish(filesRead, budget.aborted)
}

/**
 * Walks the sitemaps of a site: decides which files are read, in which order, and when to stop.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { SitemapConcurrency } from './sitemap-concurrency.ts'
import type { SitemapFile, SitemapUrl } from './sitemap-file.ts'
import { filesInFlight } from './sitemap-gate.ts'
import { readSource, type SitemapFetch, type SitemapOutcome, type SitemapSource } from './sitemap-source.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'

/** Paths to try when robots.txt names no sitemap. */
const usualNames = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.txt', '/sitemap.xml.gz']

/** Progress of the discovery. */
interface DiscoveryProgress {
  filesRead: number
  urls: number
}

/** Receives the entries of sitemaps. */
export interface UrlSink {
  /** Number of URLs kept. */
  readonly size: number
  /** True when no further URL is kept. */
  readonly full: boolean
  /** Called with the fetch URLs of the next entries, before `take` is called with each of them. */
  prepare?(urls: readonly string[]): Promise<void>
  /**
   * Takes an entry; calls come in file order, then document order.
   * @param url its fetch URL.
   * @returns false when it is neither kept now nor was kept before.
   */
  take(url: string, entry: SitemapUrl): boolean
}

export interface WalkRequest extends SitemapFetch {
  /** Any URL of the origin whose usual sitemap paths are tried. */
  origin: string
  /** Absolute URLs from robots.txt, of any host. */
  robotsSitemaps: readonly string[]
  sink: UrlSink
  /** Time budget of the whole walk, in milliseconds; what was read by then is returned. */
  budgetMs: number
  signal: AbortSignal
  /** Called after every file and at least once a second. */
  onProgress?: (progress: DiscoveryProgress) => void
}

interface WalkResult {
  /** URLs of the files that were sitemaps, in the order they were read. */
  sources: string[]
  /** Number of entries that the sink did not keep, or that are not an http(s) URL. */
  dropped: number
  /** Number of files that were not read because time ran out or the sink was full. */
  unread: number
  /** Number of files that were not read because there were too many. */
  refused: number
  /** Number of files of which only the beginning was read. */
  cut: number
  /** Number of files that could not be fetched now, but may be available at another time. */
  failed: number
  timedOut: boolean
  warnings: WarningList
}

/** Warnings: the first ones in full, the others counted. */
interface WarningList {
  add(warning: string): void
  list(): string[]
}

function createWarnings(): WarningList {
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

/** State of the walk; files are merged in queue order, so the result does not depend on which file arrives first. */
class Walk {
  readonly queue: SitemapSource[] = []
  readonly sources: string[] = []
  readonly warnings = createWarnings()
  dropped = 0
  /** Number of queued files that time ran out for. */
  unread = 0
  #cut = 0
  #failed = 0
  #request: WalkRequest
  /** Sitemap files queued or read, including redirect targets: prevents cycles. */
  #seen = new Set<string>()
  #filesRefused = 0
  #guessed = 0

  constructor(request: WalkRequest) {
    this.#request = request
    for (const url of request.robotsSitemaps) this.#enqueue(url, { above: [], guessed: false })
    if (this.queue.length === 0) this.guess()
  }

  get full(): boolean {
    return this.#request.sink.full
  }

  /** Queues the usual sitemap paths. */
  guess(): void {
    const { origin } = this.#request
    if (this.queue.length >= discoveryLimits.sitemapFilesMax) return
    for (const name of usualNames) this.#enqueue(new URL(name, origin).href, { above: [], guessed: true })
  }

  #enqueue(href: string, place: Omit<SitemapSource, 'url'>, base?: string): void {
    const url = fetchUrl(href, base)
    if (url === null) this.warnings.add(`${href.slice(0, 200)}: not a valid URL of a sitemap`)
    else if (!this.#seen.has(url)) {
      this.#seen.add(url)
      if (place.guessed) this.#guessed += 1
      // Files under guessed names mostly do not exist, so they do not count towards the cap.
      if (this.queue.length < discoveryLimits.sitemapFilesMax + this.#guessed) this.queue.push({ url, ...place })
      else this.#filesRefused += 1
    } else if (place.above.some((urls) => urls.includes(url))) {
      this.warnings.add(`${base}: lists ${url}, which forms a loop`)
    }
  }

  async merge(source: SitemapSource, outcome: SitemapOutcome): Promise<void> {
    if (outcome.state === 'failed') {
      this.warnings.add(`${source.url}: ${outcome.message}`)
      if (outcome.temporary) this.#failed += 1
    }
    if (outcome.state !== 'read') return
    const { finalUrl, file } = outcome
    if (finalUrl !== source.url && this.#seen.has(finalUrl)) {
      if (source.above.some((urls) => urls.includes(finalUrl)))
        this.warnings.add(`${source.url}: redirects back to ${finalUrl}`)
      return
    }
    this.#seen.add(finalUrl)
    this.sources.push(source.url)
    if (file.truncated) this.#cut += 1
    for (const warning of file.warnings) this.warnings.add(`${source.url}: ${warning}`)
    const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
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

  async #mergeUrls(file: SitemapFile, base: string, turn: LoopTurn): Promise<void> {
    const { sink } = this.#request
    for (let at = 0; at < file.urls.length; at += frontierLimits.linksPerTurn) {
      const found: [url: string, entry: SitemapUrl][] = []
      for (const entry of file.urls.slice(at, at + frontierLimits.linksPerTurn)) {
        if (turn.isOver) await turn.next()
        const url = fetchUrl(entry.url, base)
        if (url === null) this.dropped += 1
        else found.push([url, entry])
      }
      await sink.prepare?.(found.map(([url]) => url))
      for (const [url, entry] of found) {
        if (turn.isOver) await turn.next()
        if (!sink.take(url, entry)) this.dropped += 1
      }
    }
  }

  finish(filesRead: number, timedOut: boolean): WalkResult {
    const { budgetMs } = this.#request
    const left = this.unread + this.queue.slice(filesRead).filter(({ guessed }) => !guessed).length
    if (this.#filesRefused > 0) {
      const { sitemapFilesMax } = discoveryLimits
      this.warnings.add(`more than ${sitemapFilesMax} sitemap files, ${this.#filesRefused} were not read`)
    }
    const stopped = timedOut && left > 0
    if (stopped) this.warnings.add(`sitemap discovery ended after ${budgetMs} ms, ${left} files were not read`)
    const { sources, dropped, warnings } = this
    return {
      sources,
      dropped,
      unread: left,
      refused: this.#filesRefused,
      cut: this.#cut,
      failed: this.#failed,
      timedOut: stopped,
      warnings,
    }
  }
}

const passedOver = Promise.resolve<SitemapOutcome>({ state: 'absent' })

/** Reads files until all are read, there are enough URLs, or time is up. @returns the number of files read. */
async function readAll(walk: Walk, request: WalkRequest, signal: AbortSignal, inFlightMax: number) {
  const { queue } = walk
  const enough = new AbortController()
  const eitherSignal = AbortSignal.any([signal, enough.signal])
  const reads: Promise<SitemapOutcome>[] = []
  let filesRead = 0
  const concurrency = new SitemapConcurrency(inFlightMax)
  const report = () => request.onProgress?.({ filesRead, urls: request.sink.size })
  const pulse = setInterval(report, discoveryLimits.progressIntervalMs)
  // A host that asks for a crawl-delay is not asked for further guessed names once a sitemap is found.
  const isNeedless = ({ guessed }: SitemapSource) => guessed && inFlightMax === 1 && walk.sources.length > 0
  try {
    while (!walk.full) {
      if (filesRead === queue.length && walk.sources.length === 0 && !signal.aborted) walk.guess()
      for (const source of signal.aborted ? [] : queue.slice(reads.length, filesRead + concurrency.size)) {
        reads.push(isNeedless(source) ? passedOver : readSource(source, request, eitherSignal))
      }
      const source = queue[filesRead]
      const read = reads[filesRead]
      if (source === undefined || read === undefined) break
      const outcome = await read
      if (outcome.state === 'stopped') walk.unread += source.guessed ? 0 : 1
      concurrency.learn(outcome)
      await walk.merge(source, outcome)
      // Releases the merged file for garbage collection.
      reads[filesRead] = passedOver
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
 * Reads the sitemaps of a site: those that robots.txt names, or those under the usual names when it names none that can
 * be read; indexes are followed. Up to `discoveryLimits.sitemapFilesInFlight` files are fetched at a time, fewer when
 * they are large, and merged in order. Failures and caps are reported in `warnings`; a missing file under a usual name
 * is not.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function walkSitemaps(request: WalkRequest): Promise<WalkResult> {
  request.signal.throwIfAborted()
  const walk = new Walk(request)
  const budget = AbortSignal.timeout(request.budgetMs)
  const signal = AbortSignal.any([request.signal, budget])
  const delayMs = (await request.gate?.delayMs(request.origin, request.signal)) ?? 0
  const filesRead = await readAll(walk, request, signal, filesInFlight(delayMs))
  request.signal.throwIfAborted()
  return walk.finish(filesRead, budget.aborted)
}

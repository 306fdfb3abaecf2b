/**
 * A simulated web of large websites without a server: ports of the page path that wait as long as a page would take and
 * then generate it. The remaining cost of a page is the work Seine does around it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { nothingStated } from '@seine/activities/content/metadata/nothing-stated.ts'
import type { ExtractRequest, Extractor, PackedResult } from '@seine/shared/pages/extraction.ts'
import { redactHere } from '@seine/activities/redaction/testing/redact-here.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import {
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'

/** Start page of a website; each has its own host in a domain reserved for examples (RFC 2606). */
export const siteUrl = (site: number): string => `https://site-${site}.seine.example/`

const pathPattern = /^\/(?<part>[a-z]+)\/(?<topic>[a-z]+)$/
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Converts a number to a word: a site with consecutive numbers in its URLs would be monitored as a trap. */
const wordOf = (number: number): string =>
  (number < letters.length ? '' : wordOf(Math.floor(number / letters.length))) + letters[number % letters.length]

const numberOf = (word: string): number => word.split('').reduce((sum, letter) => sum * 26 + letters.indexOf(letter), 0)

/** Path of a page. @param page 0 is the start page. */
export const pathOf = (page: number): string =>
  page === 0 ? '/' : `/part${wordOf(page % scaleLimits.parts)}/${wordOf(page)}`

/** Returns the number of the page at a path; null if none exists. */
function pageAt(path: string, pages: number): number | null {
  if (path === '/') return 0
  const page = numberOf(pathPattern.exec(path)?.groups?.['topic'] ?? '')
  return page >= 1 && page < pages && pathOf(page) === path ? page : null
}

const hostPattern = /^site-(?<site>\d+)\.seine\.example$/

/** Returns the page of a URL; `site` is 0 for another host, `page` is null when the website has no such page. */
export function pageOfUrl({ hostname, pathname, search }: URL, pages: number): { site: number; page: number | null } {
  const site = Number(hostPattern.exec(hostname)?.groups?.['site'] ?? 0)
  return { site, page: search === '' ? pageAt(pathname, pages) : null }
}

/** Returns the pages that a page links to: its children in the site's tree, and others across the site. */
export function linksOf(page: number, pages: number): number[] {
  const { linksBelow, linksAcross } = scaleLimits
  const below = Array.from({ length: linksBelow }, (_, at) => page * linksBelow + at + 1)
  // A prime larger than any site spreads the links.
  const across = Array.from({ length: linksAcross }, (_, at) => ((page + 1) * 15_485_863 + at * 7_919) % pages)
  return [...new Set([...below.filter((each) => each < pages), ...across])].filter((each) => each !== page)
}

const words = 'river bridge harbour barge lock quay towpath current ferry anchor keel rudder mast sail net seine'.split(
  ' ',
)

/** Text for all pages; each page takes a section of it, so that generating a page costs almost nothing. */
const prose = Array.from(
  { length: scaleLimits.markdownCharacters },
  (_, at) => words[(at * 31 + (at >> 4) * 7) % words.length],
)
  .join(' ')
  .slice(0, scaleLimits.markdownCharacters * 2)

/** Returns the text of a page, as an archive has to contain it. */
export function markdownOf(page: number): string {
  const from = (page * 97) % scaleLimits.markdownCharacters
  return `# Topic ${page}\n\n${prose.slice(from, from + scaleLimits.markdownCharacters)}\n`
}

export interface SimulatedWeb {
  egress: EgressClient
  extractor: Extractor
}

export interface SimulatedSites {
  /** Number of pages of every website. */
  pages: number
  /** Mean duration of a page, milliseconds; single pages take up to half more or less. */
  pageMs: number
  /** Per cent of the pages that answer 500 to the first request by this process. @default 0 */
  faultPercent?: number
  /** Crawl-delay in the robots.txt of every website, milliseconds. @default null: no robots.txt */
  crawlDelayMs?: number | null
  /** Called with every request for a page. @default nothing */
  onLoad?: (site: number, page: number) => void
}

/** Creates the ports. */
export function createSimulatedWeb(sites: SimulatedSites): SimulatedWeb {
  return { egress: new SimulatedEgress(sites), extractor: new SimulatedExtractor(sites.pages) }
}

class SimulatedEgress implements EgressClient {
  readonly #sites: Required<SimulatedSites>
  /** Pages that have failed once. */
  readonly #failed = new Set<string>()

  constructor(sites: SimulatedSites) {
    this.#sites = { faultPercent: 0, crawlDelayMs: null, onLoad: () => {}, ...sites }
  }

  async fetch({ url, signal }: EgressRequest): Promise<EgressResponse> {
    const parsed = new URL(url)
    const { pathname } = parsed
    const { pages, pageMs, faultPercent, crawlDelayMs, onLoad } = this.#sites
    const { site, page } = pageOfUrl(parsed, pages)
    if (page !== null) onLoad(site, page)
    // A 404 is answered without delay.
    const elapsedMs = page === null ? 0 : pageMs * (0.5 + ((page * 37) % 101) / 100)
    if (elapsedMs > 0) {
      await delay(elapsedMs, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw new EgressError('aborted', 'aborted')
      })
    }
    const isRobots = pathname === '/robots.txt' && crawlDelayMs !== null
    const text = isRobots ? `User-agent: *\nCrawl-delay: ${crawlDelayMs / 1_000}\n` : pathname
    const body = new TextEncoder().encode(text)
    // The start page never fails, since the rest of the site is found through it.
    const fails = page !== null && page > 0 && (page * 7_919) % 100 < faultPercent && !this.#failed.has(url)
    if (fails) this.#failed.add(url)
    return {
      url,
      status: fails ? 500 : page === null && !isRobots ? 404 : 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body,
      truncated: false,
      redirects: [],
      stoppedAt: null,
      wireBytes: body.byteLength,
      elapsedMs,
    }
  }

  async close(): Promise<void> {}
}

class SimulatedExtractor implements Extractor {
  readonly #pages: number

  constructor(pages: number) {
    this.#pages = pages
  }

  async extract(request: ExtractRequest): Promise<PackedResult> {
    const page = pageAt(new URL(request.url).pathname, this.#pages) ?? 0
    return await Promise.resolve({
      links: linksOf(page, this.#pages).map((each) => new URL(pathOf(each), request.url).href),
      linksDropped: 0,
      // Every page has a unique sketch, otherwise the frontier classifies the site as a trap.
      sketch: { exact: page + 1, facts: page + 1, least: Array.from({ length: 16 }, (_, at) => page * 16 + at + 1) },
      outputs: new TextEncoder().encode(JSON.stringify({ markdown: markdownOf(page) })),
      metadata: {
        ...nothingStated,
        title: `Topic ${page}`,
        pages: null,
        wordCount: scaleLimits.markdownCharacters / 6,
        contentType: 'text/html',
        charset: 'utf-8',
      },
      extractor: 'simulated',
      degraded: null,
      verdict: request.judged === undefined ? null : { kind: 'success' },
      warnings: [],
      elapsedMs: 0,
    })
  }

  readonly redact = redactHere

  async untilCapacity(): Promise<void> {}

  async close(): Promise<void> {}
}

/**
 * A web of large websites that nobody has to serve: ports of the page path that wait as long as a page
 * would take and then make it up. What is left of a page's cost is what Seine does around it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { nothingStated } from '@seine/activities/content/nothing-stated.ts'
import type { ExtractRequest, Extractor, PackedResult } from '@seine/shared/pages/extraction.ts'
import { redactHere } from '@seine/activities/redaction/testing/redact-here.ts'
import { scaleLimits } from '@seine/shared/config/tool-limits.ts'
import {
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'

/** Start page of a website; each has a host of its own, in a domain that is reserved for examples (RFC 2606). */
export const siteUrl = (site: number): string => `https://site-${site}.seine.example/`

const pathPattern = /^\/(?<part>[a-z]+)\/(?<topic>[a-z]+)$/
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A number as a word: a site whose addresses are counted through would be watched as a trap. */
const wordOf = (number: number): string =>
  (number < letters.length ? '' : wordOf(Math.floor(number / letters.length))) + letters[number % letters.length]

const numberOf = (word: string): number => word.split('').reduce((sum, letter) => sum * 26 + letters.indexOf(letter), 0)

/** Path of a page. @param page 0 is the start page. */
const pathOf = (page: number): string => (page === 0 ? '/' : `/part${wordOf(page % scaleLimits.parts)}/${wordOf(page)}`)

/** Number of the page at a path; null where there is none. */
function pageAt(path: string, pages: number): number | null {
  if (path === '/') return 0
  const page = numberOf(pathPattern.exec(path)?.groups?.['topic'] ?? '')
  return page >= 1 && page < pages && pathOf(page) === path ? page : null
}

/** Pages that a page links to: those below it, which make a tree of the site, and others all over it. */
export function linksOf(page: number, pages: number): number[] {
  const { linksBelow, linksAcross } = scaleLimits
  const below = Array.from({ length: linksBelow }, (_, at) => page * linksBelow + at + 1)
  // A prime larger than any site spreads them.
  const across = Array.from({ length: linksAcross }, (_, at) => ((page + 1) * 104_729 + at * 7_919) % pages)
  return [...new Set([...below.filter((each) => each < pages), ...across])].filter((each) => each !== page)
}

const words = 'river bridge harbour barge lock quay towpath current ferry anchor keel rudder mast sail net seine'.split(
  ' ',
)

/** Text for all pages; a page takes a stretch of it, so that making it costs next to nothing. */
const prose = Array.from(
  { length: scaleLimits.markdownCharacters },
  (_, at) => words[(at * 31 + (at >> 4) * 7) % words.length],
)
  .join(' ')
  .slice(0, scaleLimits.markdownCharacters * 2)

function markdownOf(page: number): string {
  const from = (page * 97) % scaleLimits.markdownCharacters
  return `# Topic ${page}\n\n${prose.slice(from, from + scaleLimits.markdownCharacters)}\n`
}

export interface SimulatedWeb {
  egress: EgressClient
  extractor: Extractor
}

export interface SimulatedSites {
  /** Pages of every website. */
  pages: number
  /** Mean time of a page; single ones take up to half more or less. */
  pageMs: number
  /** Per cent of the pages that answer 500 when this process asks for them first. @default 0 */
  faultPercent?: number
  /** Crawl-delay in the robots.txt of every website. @default null: no such file */
  crawlDelayMs?: number | null
}

/** Makes the ports. */
export function createSimulatedWeb(sites: SimulatedSites): SimulatedWeb {
  return { egress: new SimulatedEgress(sites), extractor: new SimulatedExtractor(sites.pages) }
}

class SimulatedEgress implements EgressClient {
  readonly #sites: Required<SimulatedSites>
  /** Pages that have failed once. */
  readonly #failed = new Set<string>()

  constructor(sites: SimulatedSites) {
    this.#sites = { faultPercent: 0, crawlDelayMs: null, ...sites }
  }

  async fetch({ url, signal }: EgressRequest): Promise<EgressResponse> {
    const { pathname } = new URL(url)
    const { pages, pageMs, faultPercent, crawlDelayMs } = this.#sites
    const page = pageAt(pathname, pages)
    // What says no more than that it is not there is quick.
    const elapsedMs = page === null ? 0 : pageMs * (0.5 + ((page * 37) % 101) / 100)
    if (elapsedMs > 0) {
      await delay(elapsedMs, undefined, signal === undefined ? {} : { signal }).catch(() => {
        throw new EgressError('aborted', 'aborted')
      })
    }
    const isRobots = pathname === '/robots.txt' && crawlDelayMs !== null
    const text = isRobots ? `User-agent: *\nCrawl-delay: ${crawlDelayMs / 1_000}\n` : pathname
    const body = new TextEncoder().encode(text)
    // The start page never fails: nothing would be known of the site.
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
      // Every page says something of its own, else the frontier takes the site for a trap.
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

  async room(): Promise<void> {}

  async close(): Promise<void> {}
}

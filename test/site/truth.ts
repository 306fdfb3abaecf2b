/**
 * Ground truth: the result of a correct crawl of the declared site. A breadth-first walk over the declaration that uses
 * neither markup nor any code of the crawler under test.
 *
 * Paths here are as fetched: path and query in WHATWG spelling, no fragment, without the origin.
 */
import { linksOf } from './chrome.ts'
import { dedupeKey, isBelow, isMedia } from './dedupe-key.ts'
import { abstractOrigin, siteGraph } from './graph.ts'
import type { SiteGraph } from './graph.ts'
import type { Page } from './page.ts'
import type { Expectation, FailureCode, Route } from './route.ts'

/** Parameters of the crawl; names as in the crawl request. */
export interface CrawlQuestion {
  /** Path of the start page. */
  start: string
  sitemap: 'include' | 'skip' | 'only'
  crawlEntireDomain?: boolean
  maxDiscoveryDepth?: number
  ignoreQueryParameters?: boolean
  /** Tested with JavaScript patterns: use only syntax that RE2 interprets in the same way. */
  includePaths?: readonly string[]
  excludePaths?: readonly string[]
  /** Ignores robots.txt. */
  ignoreRobots?: boolean
  redirectsMax?: number
  graph?: SiteGraph
}

export interface Discovery {
  depth: number
  /** The page whose link came first in breadth-first order; null for the start page and sitemap URLs. */
  parent: string | null
}

export interface ScrapedTruth extends Discovery {
  /** Path of the content: differs from the requested path after a redirect. */
  finalPath: string
}

export type Refusal = 'out_of_scope' | 'media_extension' | 'include_paths' | 'exclude_paths' | 'robots' | 'depth'

export interface CrawlTruth {
  /** One entry per distinct content. */
  scraped: Map<string, ScrapedTruth>
  /** Redirects to content that was scraped under another path: completed, with `duplicateOf` set to the value. */
  duplicates: Map<string, string>
  failed: Map<string, FailureCode>
  /** Fetched pages for which the contract allows several outcomes: scraped or failed, as each expectation states. */
  open: Map<string, Expectation>
  /** Discovered but never fetched, with every rule that refuses it; absolute URLs for other sites. */
  refused: Map<string, Refusal[]>
  /** Other spellings and aliases of a known URL, never fetched, with the URL they repeat. */
  repeats: Map<string, string>
  /** Paths whose outcome depends on which of two pages is fetched first; empty for every start used in the tests. */
  orderDependent: string[]
}

/** Exceeds the number of URLs in any finite part of the site. */
const urlsMax = 20_000

/** Path as fetched: a single `?` at the end stays. */
const pathOf = (url: URL): string => url.href.slice(url.origin.length)
const locationOf = (route: Route | null): string | null =>
  route?.kind === 'redirect' ? route.location.replace('{{origin}}', abstractOrigin) : null

/** Outcome of one fetch when redirects are followed. `at` is the URL that answered. */
type Ending = { at: URL; expect: Expectation; page: Page | null }

const failing = (at: URL, code: FailureCode): Ending => ({ at, expect: { scraped: false, codes: [code] }, page: null })

function endingOf(at: URL, route: Route | null): Ending {
  switch (route?.kind) {
    case 'page':
      return { at, expect: { scraped: true, codes: [] }, page: route.page }
    case 'trouble':
      return { at, expect: route.expect, page: route.page ?? null }
    case 'file':
      return failing(at, 'unsupported_content_type')
    default:
      return failing(at, 'http_status')
  }
}

class Walk {
  readonly truth: CrawlTruth = {
    scraped: new Map(),
    duplicates: new Map(),
    failed: new Map(),
    open: new Map(),
    refused: new Map(),
    repeats: new Map(),
    orderDependent: [],
  }
  readonly #question: CrawlQuestion
  readonly #graph: SiteGraph
  /** Start page, or the target of its redirect when that is not below it: the anchor of the scope. */
  #anchor: URL
  readonly #start: URL
  /** Dedupe key to path of the first spelling. */
  readonly #known = new Map<string, string>()
  readonly #visited = new Set<string>()
  readonly #contents = new Map<string, string>()
  #level: (Discovery & { url: URL })[] = []
  #nextLevel: (Discovery & { url: URL })[] = []

  constructor(question: CrawlQuestion) {
    this.#question = question
    this.#graph = question.graph ?? siteGraph
    this.#start = new URL(question.start, abstractOrigin)
    this.#anchor = this.#start
  }

  run(): CrawlTruth {
    if (this.#refusals(this.#start, 0).includes('robots')) {
      this.truth.refused.set(pathOf(this.#start), ['robots'])
      return this.truth
    }
    this.#known.set(this.#key(this.#start), pathOf(this.#start))
    this.#level = [{ url: this.#start, depth: 0, parent: null }]
    while (this.#level.length > 0) {
      for (const entry of this.#level) this.#visit(entry)
      if (this.#level[0]?.depth === 0) this.#admitSitemap()
      this.#level = this.#nextLevel
      this.#nextLevel = []
    }
    return this.truth
  }

  #key(url: URL): string {
    return dedupeKey(url, this.#question.ignoreQueryParameters === true)
  }

  #admitSitemap(): void {
    if (this.#question.sitemap === 'skip') return
    for (const url of this.#graph.sitemapUrls) this.#discover(url, { depth: 1, parent: null })
  }

  #inScope(url: URL): boolean {
    if (url.origin !== abstractOrigin) return false
    return this.#question.crawlEntireDomain === true || isBelow(this.#anchor, url)
  }

  #refusals(url: URL, depth: number): Refusal[] {
    const { excludePaths = [], ignoreRobots, includePaths = [], maxDiscoveryDepth = Infinity } = this.#question
    const matches = (pattern: string): boolean => new RegExp(pattern).test(pathOf(url))
    const rules: [Refusal, boolean][] = [
      ['out_of_scope', !this.#inScope(url)],
      ['media_extension', isMedia(url)],
      ['include_paths', includePaths.length > 0 && !includePaths.some(matches)],
      ['exclude_paths', excludePaths.some(matches)],
      ['robots', ignoreRobots !== true && url.origin === abstractOrigin && !this.#robotsAllow(url)],
      ['depth', depth > maxDiscoveryDepth],
    ]
    return rules.filter(([, applies]) => applies).map(([name]) => name)
  }

  #robotsAllow(url: URL): boolean {
    const path = pathOf(url)
    const [first] = this.#graph.robots
      .filter((rule) => path.startsWith(rule.prefix))
      .toSorted((a, b) => b.prefix.length - a.prefix.length || (a.rule === 'allow' ? -1 : 1))
    return first?.rule !== 'disallow'
  }

  #discover(target: string, found: Discovery): void {
    const url = new URL(target, abstractOrigin)
    url.hash = ''
    const key = this.#key(url)
    const shown = url.origin === abstractOrigin ? pathOf(url) : url.href
    const first = this.#known.get(key)
    if (first !== undefined) {
      if (first !== shown) this.truth.repeats.set(shown, first)
      return
    }
    const refusals = this.#refusals(url, found.depth)
    if (refusals.length > 0) {
      this.truth.refused.set(shown, refusals)
      return
    }
    if (this.#known.size > urlsMax) throw new Error('a site without end: ask with maxDiscoveryDepth')
    this.#known.set(key, shown)
    this.#nextLevel.push({ ...found, url })
  }

  #fetch(url: URL, depth: number): Ending {
    let at = url
    for (let hops = 0; hops <= (this.#question.redirectsMax ?? 10); hops += 1) {
      const route = at.origin === abstractOrigin ? this.#graph.routeFor(pathOf(at)) : null
      const location = locationOf(route)
      if (location === null) {
        if (!this.#inScope(at)) this.#anchor = at
        return endingOf(at, route)
      }
      at = new URL(location, at)
      // A redirect of the start page moves the scope, within its host.
      if (depth > 0 ? !this.#inScope(at) : at.origin !== abstractOrigin) return failing(at, 'redirect_out_of_scope')
    }
    return failing(at, 'too_many_redirects')
  }

  #visit({ depth, parent, url }: Discovery & { url: URL }): void {
    const path = pathOf(url)
    this.#visited.add(this.#key(url))
    const { at, expect, page } = this.#fetch(url, depth)
    const [code] = expect.codes
    // The start page is fetched for its links even when the patterns exclude it from the results.
    const leftOut = depth === 0 ? this.#refusals(at, 0).filter((refusal) => refusal.endsWith('_paths')) : []
    if (leftOut.length > 0) this.truth.refused.set(path, leftOut)
    else if (expect.scraped && code === undefined) this.#keep(path, at, { depth, parent })
    else if (!expect.scraped && code !== undefined && expect.codes.length === 1) this.truth.failed.set(path, code)
    else this.truth.open.set(path, expect)
    if (page === null || this.#question.sitemap === 'only') return
    for (const { to } of linksOf(page)) if (to !== null) this.#discover(to, { depth: depth + 1, parent: path })
  }

  #keep(path: string, at: URL, found: Discovery): void {
    const key = this.#key(at)
    const earlier = this.#contents.get(key)
    if (earlier !== undefined) {
      this.truth.duplicates.set(path, earlier)
      return
    }
    if (pathOf(at) !== path && this.#known.has(key) && !this.#visited.has(key)) this.truth.orderDependent.push(path)
    if (!this.#known.has(key)) this.#known.set(key, path)
    this.#contents.set(key, path)
    this.truth.scraped.set(path, { ...found, finalPath: pathOf(at) })
  }
}

/**
 * Returns the result of a correct crawl. The start page may redirect, but not to another host; the scope is then below
 * the target, unless the target was in scope already.
 * @throws Error for an infinite part of the site without `maxDiscoveryDepth`.
 */
export function expectedCrawl(question: CrawlQuestion): CrawlTruth {
  return new Walk(question).run()
}

/**
 * Returns the links of one page as a crawl records them: absolute, http(s), no fragment, in order, no repeats.
 * @param origin origin of the running site.
 */
export function expectedLinks(path: string, origin: string, graph: SiteGraph = siteGraph): string[] {
  const route = graph.routeFor(path)
  const page = route !== null && 'page' in route ? route.page : undefined
  if (page === undefined) return []
  const links = linksOf(page)
    .filter((entry) => entry.to !== null)
    .map(({ to }) => Object.assign(new URL(to ?? '', origin), { hash: '' }).href)
  return [...new Set(links)]
}

/** Possible outcomes of fetching each page in /trouble/. */
export const troubleTruth: ReadonlyMap<string, Expectation> = new Map(
  siteGraph.routes.filter((route) => route.kind === 'trouble').map((route) => [route.path, route.expect]),
)

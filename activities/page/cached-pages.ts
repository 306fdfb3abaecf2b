/** Reads the page of a request from the page cache, and writes it there. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { CacheKey, KeptPage, PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { refusalOf } from './browser-lane.ts'
import { classWarnings } from './http-climb.ts'
import { bareWarnings, contentWarnings, extractContent } from './load-extraction.ts'
import { cacheKey, lanesFor, mayKeep, mayUseCache } from './page-cache-policy.ts'
import type { PageFind } from '@seine/activities/page/page-find.ts'
import { PageAttempts } from './page-attempts.ts'
import { classifyVerdict } from './lane-ladder.ts'

type CachePorts = Pick<PagePorts, 'cache' | 'extractor' | 'model' | 'routes'>

export class CachedPages {
  readonly #request: PageRequest
  readonly #ports: CachePorts
  /** Whether the cache may be used for the request at all. */
  readonly isOn: boolean

  constructor(request: PageRequest, ports: CachePorts) {
    this.#request = request
    this.#ports = ports
    this.isOn = ports.cache !== null && mayUseCache(request)
  }

  /** Returns the newest cached page that answers the request; null if none exists. */
  async read(): Promise<PageScrape | null> {
    const { cache } = this.#ports
    if (cache === null || !this.isOn || !this.#hasRoute()) return null
    const lanes = lanesFor(this.#request)
    const { maxAgeSecs } = this.#request
    const read = async (lane: CacheKey['lane']) => ({
      lane,
      page: await cache.read(cacheKey(this.#request, lane), maxAgeSecs),
    })
    const kept = (await Promise.all(lanes.map(read))).flatMap(({ lane, page }) => (page === null ? [] : { lane, page }))
    kept.sort((a, b) => b.page.loadedAt.localeCompare(a.page.loadedAt))
    for (const { lane, page } of kept) {
      const scrape = await this.#scrapeOf(page, lane)
      if (scrape !== null) return scrape
    }
    return null
  }

  /** Whether the requested proxy and country are configured; when they are not, loading the page reports it. */
  #hasRoute(): boolean {
    try {
      this.#ports.routes.tiersFor(this.#request.browser)
      return true
    } catch (error) {
      if (!(error instanceof ProxyNotConfiguredError)) throw error
      return false
    }
  }

  async #scrapeOf(
    { answer, content, attempt, loadedAt }: KeptPage,
    lane: CacheKey['lane'],
  ): Promise<PageScrape | null> {
    // Its redirects were judged by the rules of another request. A page that may not be used is loaded again, so that
    // the refusal comes from what the site answers now.
    if ((await refusalOf(this.#request, { redirects: [], finalUrl: answer.finalUrl })) !== null) return null
    const { status, headers } = answer
    const { render, browser } = this.#request
    // Judge it again: the request that cached the page may have had weaker conditions.
    const judged = { status, headers, waitSelector: browser.waitSelector }
    const isRendered = attempt.engine !== 'http'
    const reading = { isRendered, ...(lane === 'http' ? { judged } : {}) }
    const { extracted, fault } = await extractContent(content, this.#request, this.#ports, reading)
    if (fault !== null) return null
    const answerClass = classifyVerdict(extracted.verdict, status)
    if (answerClass.kind === 'blocked' || (render === 'auto' && answerClass.kind !== 'page')) return null
    const { next: index } = new PageAttempts(this.#request.earlier)
    return {
      answer: { ...answer, extracted },
      fault: null,
      escalation: null,
      screenshot: null,
      attempts: [{ ...attempt, index }],
      winningAttempt: index,
      redirects: [],
      actions: [],
      cachedAt: loadedAt,
      warnings: [
        ...contentWarnings(answer, extracted),
        ...(isRendered ? bareWarnings(extracted) : classWarnings(answerClass)),
      ],
    }
  }

  /**
   * Caches a page when that is allowed.
   * @param lane lane that was chosen for the page, even if another one fetched it in the end.
   */
  async keep({ answer, content }: PageFind, attempt: Attempt, lane: CacheKey['lane']): Promise<void> {
    const { cache } = this.#ports
    if (cache === null || !this.isOn || answer === null || content === null || !mayKeep(answer, content)) return
    const page = { answer, content, attempt, loadedAt: new Date().toISOString() }
    await cache.write(cacheKey(this.#request, lane), page)
  }
}

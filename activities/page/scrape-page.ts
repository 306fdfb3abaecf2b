/** Takes one page up the ladder: HTTP, the judge, a browser. API calls and both lanes of jobs use it. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { SettledAccess } from '@seine/shared/sessions/state.ts'
import {
  BrowserUnavailableError,
  type Escalation,
  type PagePorts,
  type PageRequest,
  type PageScrape,
} from '@seine/shared/pages/page.ts'
import { loadWithPermit } from './host-permit.ts'
import { renderInBrowser, type BrowserLoad } from './browser-lane.ts'
import { climbHttp, type HttpEnd } from './http-climb.ts'
import { deadlineOf, type LaneRequest } from '@seine/shared/pages/lane.ts'
import { bareWarnings, contentWarnings, extractContent } from './load-extraction.ts'
import { withModelJson } from './model-json.ts'
import { attemptOfClass, PageAttempts } from './page-attempts.ts'
import { CachedPages } from './cached-pages.ts'
import { textThreads } from '../redaction/redact-in-threads.ts'
import { redactedScrape } from '../redaction/redacted-scrape.ts'
import { proxySessionOf, settleAccess } from '@seine/shared/pages/page-session.ts'
import { countAttempts } from '@seine/shared/pages/count-attempts.ts'
import { budgetSpent, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { nothingFound, type PageFind } from '@seine/activities/page/page-find.ts'
import type { Revisit } from '@seine/shared/pages/stored-page.ts'
import { isWorthHttp, leavesHttpStanding, type AnswerClass } from './lane-ladder.ts'
import { countUsage } from '@seine/shared/observability/tenant-usage.ts'
import { recordingOf } from './recorded-page.ts'
import { traceAttempts, tracedPage } from './trace-page.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

/**
 * Scrapes one page.
 * @returns the answer; the fault in its place; or an escalation when the page needs a browser that this process
 *   does not have. Targets never make it throw.
 * @throws the abort reason of `signal` when it aborts the page; BrowserUnavailableError when only a browser may
 *   load the page and none is available, or when all are busy at the moment.
 */
export async function scrapePage(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  return await tracedPage(request, () => scrape(request, ports))
}

async function scrape(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  await untilAborted(request.signal, ports.extractor.untilCapacity(request.tenant))
  const cached = new CachedPages(request, ports)
  const kept = await cached.read()
  const recording = recordingOf(request)
  const asked = { ...request, onExchange: recording?.onExchange ?? null }
  const made =
    kept ?? (await loadWithPermit(request, ports, async () => await new PageLadder(asked, ports, cached).climb()))
  await recording?.end()
  // The attempt of a cached page was counted when it was made.
  if (kept === null) countAttempts(made.attempts)
  countUsage(request.tenant, kept === null ? made.attempts : [], made.escalation === null)
  // A language model must not see the secrets of a session either, so redaction comes first.
  const shown = await redactedScrape(made, request.session, textThreads(ports.extractor, request.tenant))
  return await withModelJson(shown, request, ports.model)
}

class PageLadder {
  readonly #request: PageRequest
  readonly #ports: PagePorts
  readonly #keeper: CachedPages
  readonly #attempts: PageAttempts
  /** The same for all pages of a session. */
  readonly #proxySession: string

  constructor(request: PageRequest, ports: PagePorts, keeper: CachedPages) {
    this.#request = request
    this.#ports = ports
    this.#keeper = keeper
    this.#attempts = new PageAttempts(request.earlier)
    this.#proxySession = proxySessionOf(request.session ?? null)
  }

  async climb(): Promise<PageScrape> {
    const { render, earlier, browserFirst, session } = this.#request
    if (render === 'always') return await this.#byBrowser(null)
    // An earlier page or attempt has shown that a browser is needed: skip HTTP.
    const isKnown = browserFirst === true || earlier.length > 0 || session?.state.access?.lane === 'browser'
    if (render === 'auto' && isKnown && this.#ports.browser !== null) return await this.#byBrowser(null)
    const http = await this.#byHttp(this.#request, render, this.#request.revisit ?? null)
    if (http.step === 'settle') return await this.#settle(http.found, 'http')
    return this.#ports.browser === null ? this.#escalate(http) : await this.#byBrowser(http)
  }

  async #byHttp(target: LaneRequest, render: PageRequest['render'], revisit: Revisit | null = null): Promise<HttpEnd> {
    return await climbHttp({
      target,
      request: this.#request,
      ports: this.#ports,
      attempts: this.#attempts,
      proxySession: this.#proxySession,
      render,
      keepsContent: this.#keeper.isOn,
      revisit,
    })
  }

  /** @param http the result of HTTP; null when the browser is tried first. */
  async #byBrowser(http: HttpEnd | null): Promise<PageScrape> {
    const request = this.#request
    if (this.#leftMs() < renderLimits.teardownMs + renderLimits.attemptMinMs)
      return await this.#without(http, budgetSpent)
    let load: BrowserLoad
    try {
      const { browser } = this.#ports
      if (browser === null) throw new BrowserUnavailableError('browser_unavailable', 'this process has no browser')
      load = await renderInBrowser(request, browser, this.#proxySession)
    } catch (error) {
      request.signal.throwIfAborted()
      if (!(error instanceof BrowserUnavailableError)) throw error
      // A full pool has a free slot soon: reporting that is better than returning less than the page.
      if (error.code === 'concurrency_limit_reached') throw error
      if (request.render === 'always' && error.code !== 'proxy_not_configured') throw error
      return await this.#without(http, { code: error.code, message: error.message })
    }
    this.#attempts.add(...load.attempts)
    traceAttempts(load.attempts)
    if (load.fault !== null) {
      const found = { ...this.#findOf(load), fault: load.fault }
      return request.render === 'auto' && leavesHttpStanding(load.fault.code)
        ? await this.#without(http, load.fault, found)
        : await this.#settle(found, 'browser')
    }
    return load.isForHttp ? await this.#handOver(load) : await this.#settle(await this.#read(load), 'browser')
  }

  /**
   * Returns the best result without a browser, which has failed.
   * @param found the result of the browser; null when no browser was available.
   */
  async #without(http: HttpEnd | null, fault: PageFault, found: PageFind | null = null): Promise<PageScrape> {
    const mayAsk = this.#request.render === 'auto' && isWorthHttp(fault.code) && this.#leftMs() > 0
    const standing = http ?? (mayAsk ? await this.#byHttp(this.#request, 'never') : null)
    if (standing === null) return await this.#settle(found ?? { ...nothingFound, fault }, 'browser')
    // Of two faults, the one with an answer says more.
    if (standing.found.fault !== null && standing.found.answer === null && found !== null) {
      return await this.#settle(found, 'browser')
    }
    this.#stand(standing.answerClass, standing.found)
    const warnings = [...standing.found.warnings, `browser: ${fault.code}: ${fault.message}`]
    return await this.#settle({ ...standing.found, warnings }, 'http', false)
  }

  /** Amends the attempt whose answer was rejected at first and is now the result. */
  #stand(answerClass: AnswerClass, { winner, fault }: PageFind): void {
    const attempt = winner === null ? null : this.#attempts.get(winner)
    if (attempt !== null) this.#attempts.amend(attemptOfClass(attempt, answerClass, fault, true))
  }

  /** Fetches by HTTP a document that a browser found but did not make a page of. */
  async #handOver(load: BrowserLoad): Promise<PageScrape> {
    const winner = this.#attempts.last
    const target = this.#documentOf(load)
    const { found } = await this.#byHttp(target, 'always')
    // What the browser made of it is better than no result.
    if (found.fault !== null && load.content !== null && load.content.bytes.byteLength > 0) {
      const read = await this.#read(load, winner)
      const warnings = [...read.warnings, `document: ${found.fault.code}: ${found.fault.message}`]
      return await this.#settle({ ...read, warnings }, 'browser', false)
    }
    const { screenshot, actions, warnings, redirects } = load
    return await this.#settle(
      {
        ...found,
        screenshot: found.fault === null ? screenshot : null,
        actions,
        warnings: [...warnings, ...found.warnings],
        // Redirects from the start, or from where the browser ended.
        redirects: target.url === this.#request.url ? found.redirects : [...redirects, ...found.redirects],
      },
      'browser',
    )
  }

  /**
   * Returns the HTTP request for a document found by a browser. The caller's headers go only to the page's own
   * site.
   */
  #documentOf({ answer, redirects }: BrowserLoad): LaneRequest {
    const request = this.#request
    const url = answer?.finalUrl ?? request.url
    if (new URL(url).origin === new URL(request.url).origin) return { ...request, url }
    // Repeating the request follows the redirects again; after a navigation by script the caller's headers are
    // left out.
    return redirects.length > 0 ? request : { ...request, url, browser: { ...request.browser, headers: {} } }
  }

  async #read(load: BrowserLoad, winner: number | null = this.#attempts.last): Promise<PageFind> {
    const found = { ...this.#findOf(load), winner }
    const { content } = load
    if (content === null) return found
    const kept = this.#keeper.isOn ? { ...content, bytes: new Uint8Array(content.bytes) } : null
    const { extracted, fault } = await extractContent(content, this.#request, this.#ports, { isRendered: true })
    if (fault !== null) this.#failAttempt(winner, fault)
    const warnings = [...found.warnings, ...(extracted === null ? [] : bareWarnings(extracted))]
    return { ...found, content: kept, extracted, fault, warnings }
  }

  #failAttempt(index: number | null, fault: PageFault): void {
    const attempt = index === null ? null : this.#attempts.get(index)
    if (attempt !== null) this.#attempts.amend(attemptOfClass(attempt, { kind: 'page' }, fault, true))
  }

  #findOf({ answer, redirects, actions, screenshot, warnings }: BrowserLoad): PageFind {
    return { ...nothingFound, answer, redirects, actions, screenshot, warnings, winner: this.#attempts.last }
  }

  #leftMs(): number {
    return deadlineOf(this.#request) - monotonicNow()
  }

  #escalate({ answerClass, found }: HttpEnd): PageScrape {
    const { answer, extracted, redirects } = found
    const warnings = contentWarnings(answer, extracted)
    return {
      answer: answer === null ? null : { ...answer, extracted },
      fault: null,
      escalation: escalationOf(answerClass, answer?.status ?? null),
      screenshot: null,
      attempts: this.#attempts.list,
      winningAttempt: null,
      redirects,
      actions: [],
      cachedAt: null,
      warnings,
    }
  }

  /** Records the lane, tier and proxy session that worked, for later pages of the session. */
  #settleAccess(lane: SettledAccess['lane'], { proxy_tier: tier }: Attempt): void {
    const { session, render } = this.#request
    if (session === undefined || session === null) return
    // With a lane fixed by the caller it stays unknown which lane is needed.
    settleAccess(session, { lane: render === 'auto' ? lane : null, tier, proxySession: this.#proxySession })
  }

  /** @param mayKeep false for a result that is less than the page could have been. */
  async #settle(found: PageFind, lane: 'http' | 'browser', mayKeep = true): Promise<PageScrape> {
    const { answer, extracted, fault, redirects, actions } = found
    const winner = found.winner === null ? null : this.#attempts.get(found.winner)
    if (mayKeep && fault === null && winner?.success === true) this.#settleAccess(lane, winner)
    if (mayKeep && fault === null && winner !== null) await this.#keeper.keep(found, winner, lane)
    return {
      answer: answer === null ? null : { ...answer, extracted: fault === null ? extracted : null },
      fault,
      escalation: null,
      screenshot: fault === null ? found.screenshot : null,
      attempts: this.#attempts.list,
      winningAttempt: answer === null ? null : found.winner,
      redirects,
      actions,
      cachedAt: null,
      ...(mayKeep && fault === null && found.print !== undefined ? { print: found.print } : {}),
      ...(found.unchanged === undefined ? {} : { unchanged: found.unchanged }),
      warnings: [
        ...(fault === null ? contentWarnings(answer, extracted) : []),
        ...found.warnings,
        ...(fault === null && found.screenshot === null && this.#request.screenshot !== null
          ? ['screenshot_not_taken']
          : []),
      ],
    }
  }
}

/** Returns why a page needs a browser. */
function escalationOf(answerClass: AnswerClass, status: number | null): Escalation {
  switch (answerClass.kind) {
    case 'js_shell':
      return { why: 'js_shell', reasons: answerClass.reasons }
    case 'blocked':
      return { why: 'blocked', reasons: [`${answerClass.signal.vendor}: ${answerClass.signal.signal}`] }
    case 'empty':
      return { why: 'empty', reasons: ['there is nothing to read'] }
    default:
      return { why: 'blocked', reasons: [`status ${status}`] }
  }
}

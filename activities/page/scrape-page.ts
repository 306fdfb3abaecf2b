/**
 * One page, up the ladder: HTTP, the judge, a browser. The same for a call of the API and for both lanes
 * of jobs.
 */
import { randomUUID } from 'node:crypto'
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { renderLimits } from '@seine/shared/config/browser-limits.ts'
import type { SettledAccess } from '@seine/shared/sessions/state.ts'
import {
  BrowserUnavailableError,
  type Escalation,
  type PagePorts,
  type PageRequest,
  type PageScrape,
} from '@seine/shared/pages/page.ts'
import { loadInTurn } from './host-turn.ts'
import { renderInBrowser, type BrowserLoad } from './browser-lane.ts'
import { climbHttp, type HttpEnd } from './http-climb.ts'
import { deadlineOf, type LaneRequest } from '@seine/shared/pages/lane.ts'
import { bareWarnings, contentWarnings, extractContent } from './load-extraction.ts'
import { withModelJson } from './model-json.ts'
import { attemptOfSight, PageAttempts } from './page-attempts.ts'
import { PageKeeper } from './page-keeper.ts'
import { textThreads } from '../redaction/redact-in-threads.ts'
import { redactedScrape } from '../redaction/redacted-scrape.ts'
import { countAttempts } from '@seine/shared/pages/count-attempts.ts'
import { budgetSpent, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { nothingFound, type PageFind } from '@seine/shared/pages/page-find.ts'
import { isWorthHttp, leavesHttpStanding, type HttpSight } from './page-ladder.ts'
import { countUsage } from '@seine/shared/observability/tenant-usage.ts'
import { traceAttempts, tracedPage } from './trace-page.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'

/**
 * Scrapes one page.
 * @returns the answer, the fault that stands for it, or what says that the page needs a browser which
 *   this process does not have; targets never make it throw.
 * @throws the reason of `signal` when it aborts the page; BrowserUnavailableError where only a browser
 *   may load the page and none can be had, and where all are taken for the moment.
 */
export async function scrapePage(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  return await tracedPage(request, () => scrape(request, ports))
}

async function scrape(request: PageRequest, ports: PagePorts): Promise<PageScrape> {
  await untilAborted(request.signal, ports.extractor.room(request.tenant))
  const keeper = new PageKeeper(request, ports)
  const kept = await keeper.read()
  const made = kept ?? (await loadInTurn(request, ports, async () => await new Ladder(request, ports, keeper).climb()))
  // What was kept has been counted when it was made.
  if (kept === null) countAttempts(made.attempts)
  countUsage(request.tenant, kept === null ? made.attempts : [], made.escalation === null)
  // Secrets of a session are not for a language model either.
  const shown = await redactedScrape(made, request.session, textThreads(ports.extractor, request.tenant))
  return await withModelJson(shown, request, ports.model)
}

class Ladder {
  readonly #request: PageRequest
  readonly #ports: PagePorts
  readonly #keeper: PageKeeper
  readonly #attempts: PageAttempts
  /** Stays the same for all pages of a session. */
  readonly #proxySession: string

  constructor(request: PageRequest, ports: PagePorts, keeper: PageKeeper) {
    this.#request = request
    this.#ports = ports
    this.#keeper = keeper
    this.#attempts = new PageAttempts(request.earlier)
    this.#proxySession = request.session?.state.access?.proxySession ?? randomUUID()
  }

  async climb(): Promise<PageScrape> {
    const { render, earlier, browserFirst, session } = this.#request
    if (render === 'always') return await this.#byBrowser(null)
    // Who has found before that the page needs a browser need not find it again.
    const isKnown = browserFirst === true || earlier.length > 0 || session?.state.access?.lane === 'browser'
    if (render === 'auto' && isKnown && this.#ports.browser !== null) return await this.#byBrowser(null)
    const http = await this.#byHttp(this.#request, render)
    if (http.step === 'settle') return await this.#settle(http.found, 'http')
    return this.#ports.browser === null ? this.#escalate(http) : await this.#byBrowser(http)
  }

  async #byHttp(target: LaneRequest, render: PageRequest['render']): Promise<HttpEnd> {
    return await climbHttp({
      target,
      request: this.#request,
      ports: this.#ports,
      attempts: this.#attempts,
      proxySession: this.#proxySession,
      render,
      keepsContent: this.#keeper.isOn,
    })
  }

  /** @param http what HTTP has brought before; null where a browser comes first. */
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
      // A full pool is free again soon: better to be told so than to have less than the page.
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

  /** What there is without a browser, which has failed. @param found by the browser; null = it was not to be had. */
  async #without(http: HttpEnd | null, fault: PageFault, found: PageFind | null = null): Promise<PageScrape> {
    const mayAsk = this.#request.render === 'auto' && isWorthHttp(fault.code) && this.#leftMs() > 0
    const standing = http ?? (mayAsk ? await this.#byHttp(this.#request, 'never') : null)
    if (standing === null) return await this.#settle(found ?? { ...nothingFound, fault }, 'browser')
    // Of two faults that of an answer says more.
    if (standing.found.fault !== null && standing.found.answer === null && found !== null) {
      return await this.#settle(found, 'browser')
    }
    this.#stand(standing.sight, standing.found)
    const warnings = [...standing.found.warnings, `browser: ${fault.code}: ${fault.message}`]
    return await this.#settle({ ...standing.found, warnings }, 'http', false)
  }

  /** An answer that was passed over is the result after all. */
  #stand(sight: HttpSight, { winner, fault }: PageFind): void {
    const attempt = winner === null ? null : this.#attempts.get(winner)
    if (attempt !== null) this.#attempts.amend(attemptOfSight(attempt, sight, fault, true))
  }

  /** Fetches what a browser has found and does not make a page of. */
  async #handOver(load: BrowserLoad): Promise<PageScrape> {
    const winner = this.#attempts.last
    const target = this.#documentOf(load)
    const { found } = await this.#byHttp(target, 'always')
    // Better what the browser made of it than nothing.
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
        // From the beginning, or from where the browser ended.
        redirects: target.url === this.#request.url ? found.redirects : [...redirects, ...found.redirects],
      },
      'browser',
    )
  }

  /** How HTTP is asked for what a browser has found. The caller's headers are for the site of the page alone. */
  #documentOf({ answer, redirects }: BrowserLoad): LaneRequest {
    const request = this.#request
    const url = answer?.finalUrl ?? request.url
    if (new URL(url).origin === new URL(request.url).origin) return { ...request, url }
    // Redirects lead there again; where scripts have led there, nobody is to know who asks.
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
    if (attempt !== null) this.#attempts.amend(attemptOfSight(attempt, { kind: 'page' }, fault, true))
  }

  #findOf({ answer, redirects, actions, screenshot, warnings }: BrowserLoad): PageFind {
    return { ...nothingFound, answer, redirects, actions, screenshot, warnings, winner: this.#attempts.last }
  }

  #leftMs(): number {
    return deadlineOf(this.#request) - Date.now()
  }

  #escalate({ sight, found }: HttpEnd): PageScrape {
    const { answer, extracted, redirects } = found
    const warnings = contentWarnings(answer, extracted)
    return {
      answer: answer === null ? null : { ...answer, extracted },
      fault: null,
      escalation: escalationOf(sight, answer?.status ?? null),
      screenshot: null,
      attempts: this.#attempts.list,
      winningAttempt: null,
      redirects,
      actions: [],
      cachedAt: null,
      warnings,
    }
  }

  /** Later pages of the session are asked for as this one was had. */
  #settleAccess(lane: SettledAccess['lane'], { proxy_tier: tier }: PageAttempt): void {
    const { session, render } = this.#request
    if (session === undefined || session === null) return
    const access: SettledAccess = {
      // Whoever names the lane has not found out which one is needed.
      lane: render === 'auto' ? lane : (session.state.access?.lane ?? 'http'),
      tier: tier === 'none' ? null : tier,
      proxySession: this.#proxySession,
    }
    session.state = { ...session.state, access }
  }

  /** @param mayKeep false for what is less than the page could have been. */
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

/** Why a page is to go to a browser. */
function escalationOf(sight: HttpSight, status: number | null): Escalation {
  switch (sight.kind) {
    case 'js_shell':
      return { why: 'js_shell', reasons: sight.reasons }
    case 'blocked':
      return { why: 'blocked', reasons: [`${sight.signal.vendor}: ${sight.signal.signal}`] }
    case 'empty':
      return { why: 'empty', reasons: ['there is nothing to read'] }
    default:
      return { why: 'blocked', reasons: [`status ${status}`] }
  }
}

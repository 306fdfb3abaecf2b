/** One run of a slice: scrapes its pages and makes them durable segment by segment, over all attempts. */
import { setTimeout } from 'node:timers/promises'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import { jobLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { stallLimits } from './stall-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { begunKey, screenshotKey, segmentKey, segmentPrefix } from '@seine/shared/storage/object-keys.ts'
import type { SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { ThreadStartError } from '../extract/extractor-thread.ts'
import type { HostPermit } from '@seine/shared/pages/host-seats.ts'
import { admissionFor } from '../frontier/admission.ts'
import { jobAttempt } from '../segments/job-attempt.ts'
import { loadJobPage } from './job-page.ts'
import { BrowserUnavailableError, type PagePorts, type PageRequest, type PageScrape } from '@seine/shared/pages/page.ts'
import { showProgress } from './idle-slices.ts'
import type { PageStalls } from '@seine/shared/pages/load-watch.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { hostSignOf, remedyFor, type PageEnding, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { failedRecord, pageRecord, type FinishedPage, type Following, type PagePlace } from '../segments/page-record.ts'
import type { SlotTaker } from './page-slots.ts'
import { PageTurns, takeTurns, type TurnsOptions } from './page-turns.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { restorePages } from '../segments/restored-pages.ts'
import { SegmentWriter } from '../segments/segment-writer.ts'
import { mayBeSilent } from './heartbeat-silence.ts'
import { startBeats } from './slice-beats.ts'
import { jitterOf, pageEndingOf } from '../page/page-ending.ts'
import { unreadReason } from '../frontier/robots/unread-robots.ts'
import { openGate, SliceGate, type PageGate } from './slice-gate.ts'
import { despiteAbsentStore, type StorePatience } from '../faults/store-patience.ts'
import type { SliceContext, SliceDeps } from './slice-deps.ts'
import { SliceHosts } from './slice-hosts.ts'
import { SliceOutcomes } from '../segments/slice-outcomes.ts'
import { SliceWire } from './slice-wire.ts'
import { SliceTime } from './slice-time.ts'
import { SliceProgress } from '../segments/slice-progress.ts'
import { SliceStalls } from './slice-stalls.ts'
import { countRevisit, Revisits, type RevisitedPage } from './revisits.ts'
import { isStartPage, lanePorts, pageBudget, pageRequestOf, type PageBudget } from './slice-request.ts'
import { publishResult, sliceSummary } from '../segments/slice-result.ts'
import { cutOffFaults, SliceInterruptedError, type SliceStop } from './slice-stop.ts'
import type { PageOutcome, SliceList, SlicePage, StoredSliceResult } from '@seine/shared/pages/slice-shapes.ts'

export class SliceRun {
  readonly #deps: SliceDeps
  readonly #task: SliceTask
  readonly #context: SliceContext
  readonly #input: JobInput
  readonly #list: SliceList
  readonly #pages: readonly SlicePage[]
  readonly #progress: SliceProgress
  readonly #patience: StorePatience
  readonly #writer: SegmentWriter
  readonly #gate: PageGate
  readonly #following: Following
  readonly #ports: PagePorts
  readonly #budget: PageBudget
  readonly #sessionId: string | null
  readonly #hosts: SliceHosts
  readonly #outcomes = new SliceOutcomes()
  readonly #stalls: SliceStalls
  /** Null for all but runs of watches. */
  readonly #revisits: Revisits | null
  /** Null for jobs without an archive of what went over the wire. */
  readonly #wire: SliceWire | null
  /** Pages left to a later slice because their hosts asked for a pause. */
  readonly #resting = new Set<number>()
  /** Makes the slice look for the next page that may start. */
  #wake = (): void => undefined
  /** The page slots this slice shares with all slices of the process. */
  readonly #shared: SlotTaker
  #time: SliceTime
  #fault: unknown = null

  constructor(deps: SliceDeps, task: SliceTask, context: SliceContext, input: JobInput, list: SliceList) {
    this.#deps = deps
    this.#task = task
    this.#context = context
    this.#input = input
    this.#ports = lanePorts(deps, task.lane)
    this.#sessionId = input.page.sessionId ?? null
    this.#budget = pageBudget(input, task.lane, deps.routes, deps.model != null)
    this.#wire = SliceWire.of(deps, task, context, input)
    this.#list = list
    this.#pages = list.pages
    this.#hosts = new SliceHosts(list.hosts)
    this.#revisits = Revisits.of(input, task.lane, deps)
    this.#progress = new SliceProgress(list.pages, context.previous, (attempt, index) =>
      segmentKey(input, task.slice, attempt, index),
    )
    const stallMs = input.heartbeatTimeoutSecs * 1_000
    this.#stalls = new SliceStalls(stallMs, () => performance.now(), context.previous?.stalls ?? 0)
    const { robots, agentToken, obeyRobots } = deps
    const { signal } = context
    this.#gate =
      input.kind === 'crawl'
        ? new SliceGate({
            robots,
            agentToken,
            signal,
            admission: admissionFor(input, list.scopeUrl),
            readAfterMs: Date.parse(input.createdAt),
            onExchange: this.#wire?.onExchange,
          })
        : openGate
    this.#following = !discovers(input) ? 'none' : obeyRobots ? { agentToken } : 'all'
    this.#shared = deps.resources.pages.join(
      { tenant: input.tenant, rank: input.priority ?? jobLimits.priorityDefault, jobId: task.jobId },
      () => this.#wake(),
    )
    this.#time = this.#newTime()
    this.#patience = { patienceMs: deps.storePatienceMs, signal }
    this.#writer = new SegmentWriter({
      store: deps.store,
      patience: this.#patience,
      job: this.#input,
      slice: task.slice,
      attempt: context.attempt,
      begun: () => this.#progress.begun,
      ...(this.#wire === null ? {} : { before: this.#wire.flush }),
      onDurable: (key, records, begun) => {
        this.#progress.marked(begun)
        this.#progress.durable(key, records)
        this.#outcomes.stored(records, this.#progress.segments.length - 1)
      },
    })
  }

  async run(): Promise<SliceSummary> {
    const stopBeats = startBeats({
      progress: this.#progress,
      writer: this.#writer,
      stalls: this.#stalls,
      heartbeat: () => this.#beat(),
      mark: async (begun) =>
        await this.#deps.store.put(begunKey(this.#input, this.#task.slice, this.#context.attempt), begun),
      mayBeSilent: (silentMs, waits) => this.#mayBeSilent(silentMs, waits),
      onFault: (error) => (this.#fault ??= error),
    })
    try {
      await this.#scrapeAll()
      if (this.#fault !== null) throw this.#fault
      return await this.#conclude()
    } finally {
      stopBeats()
      // The worker survived this attempt, however it ended: clear the suspect.
      this.#progress.isolate(null)
      this.#beat()
    }
  }

  async #scrapeAll(): Promise<void> {
    const leave = this.#deps.resources.enter()
    const hideProgress = showProgress(this.#stalls)
    try {
      const user = { tenant: this.#input.tenant, work: this.#task.jobId }
      this.#hosts.join(this.#deps.hosts ?? null, user, () => this.#wake())
      await this.#restore()
      await this.#passGate()
      this.#time = this.#newTime()
      await this.#isolateSuspects()
      await this.#scrapeRest()
      await this.#writer.flush()
    } finally {
      this.#hosts.leave()
      leave()
      hideProgress()
    }
  }

  /**
   * Stores the result, or hands the slice over. Heartbeats continue meanwhile: the store may be unavailable for
   * minutes.
   */
  async #conclude(): Promise<SliceSummary> {
    const { signal } = this.#context
    const stop = signal.aborted ? (signal.reason as SliceStop) : null
    if (stop === 'disowned') await this.#leaveCutOffs()
    if (stop === 'worker' || stop === 'disowned') {
      throw new SliceInterruptedError(`slice ${this.#task.slice} stops: ${stop}`)
    }
    const result = this.#result()
    return await despiteAbsentStore(
      async () => await publishResult(this.#deps.store, this.#input, this.#task.lane, result),
      this.#patience,
    )
  }

  #beat(): void {
    this.#context.heartbeat(this.#withStalls(this.#progress.heartbeat()))
  }

  /** Adds the stall count; absent while it is 0, as in every other record that counts stalls. */
  #withStalls<T extends object>(counters: T): T & { stalls?: number } {
    const { count } = this.#stalls
    return count === 0 ? counters : { ...counters, stalls: count }
  }

  /** No result of this attempt will be read: writes the pages it had begun to a segment as cut off. */
  async #leaveCutOffs(): Promise<void> {
    for (const index of this.#progress.interrupted()) this.#fail(index, cutOffFaults.disowned)
    await this.#writer.flush()
  }

  #mayBeSilent(silentMs: number, waits: boolean): boolean {
    const startsInMs = this.#time.startsAtMs - performance.now()
    const silenceMs = this.#deps.resources.silenceMs(waits)
    const heartbeatTimeoutMs = this.#input.heartbeatTimeoutSecs * 1_000
    return mayBeSilent({ silentMs, waits, startsInMs, silenceMs, heartbeatTimeoutMs })
  }

  #newTime(): SliceTime {
    return new SliceTime(performance.now(), this.#deps.resources.timeShareMs)
  }

  async #restore(): Promise<void> {
    const { store } = this.#deps
    const place = { prefix: segmentPrefix(this.#input, this.#task.slice), attempt: this.#context.attempt }
    await restorePages(store, place, this.#progress, this.#outcomes)
  }

  /**
   * Settles the pages that robots.txt disallows before any other page is fetched: only then are the crawl-delays of all
   * hosts known.
   */
  async #passGate(): Promise<void> {
    const turn = new LoopTurn(sliceLimits.gateTurnMs)
    try {
      for (const index of this.#progress.remaining()) {
        const url = new URL(this.#pages[index]!.url)
        // Of a host that asked for a pause longer than the slice, neither pages nor robots.txt are fetched.
        if (this.#hosts.pauseLeftMs(url.host) > sliceLimits.timeShareMs) {
          this.#resting.add(index)
          continue
        }
        this.#hosts.bindCrawlDelay(url, await this.#gate.crawlDelay(url.origin))
        const refusal = await this.#gate.robotsRefusal(url)
        if (refusal !== null) this.#refuse(index, refusal)
        // Matching against a long robots.txt takes time for each page.
        if (turn.isOver) await turn.next()
      }
    } catch (error) {
      // A slice that is stopped meanwhile still ends in order: with its result, or handed over.
      if (!this.#context.signal.aborted) throw error
    }
  }

  /** Handles a page that robots.txt disallows. Where it was read, a page begun by an earlier attempt fails. */
  #refuse(index: number, reason: string): void {
    const hasBegun = this.#progress.hasBegun(index)
    if (hasBegun && unreadReason(reason) === null) {
      this.#fail(index, { code: 'robots', message: `robots.txt refused another attempt (${reason})` })
    } else this.#outcomes.refuse(this.#pages[index]!.seq, reason, hasBegun)
  }

  /**
   * After repeated worker crashes, fetches the pages that were in flight one by one, so that the others become durable.
   * After further crashes, each page is announced to the server before it is fetched; a page that was alone in flight
   * too often when the worker died is failed, as is one that makes this attempt fail. Pages not reached within the time
   * share go back to the frontier.
   */
  async #isolateSuspects(): Promise<void> {
    const { attempt } = this.#context
    if (attempt <= sliceLimits.attemptsBeforeIsolation) return
    const isSuspect = attempt > sliceLimits.attemptsBeforeSuspicion
    await this.#takeTurns({
      indexes: this.#unsettled(this.#progress.interrupted()),
      slots: 1,
      page: (index, hostPermit) =>
        isSuspect
          ? this.#deps.suspects(async () => await this.#scrapeSuspect(index, hostPermit))
          : this.#page(index, hostPermit),
      afterPage: () => this.#writer.flush(),
    })
  }

  async #scrapeSuspect(index: number, hostPermit: HostPermit): Promise<HostSign> {
    const { previous, signal } = this.#context
    const crashes = previous?.suspect?.index === index ? previous.suspect.crashes + 1 : 0
    if (crashes >= sliceLimits.crashesAloneMax) {
      const message = `the worker died ${crashes} times while it had only this page in flight`
      this.#fail(index, { code: 'page_crashed_worker', message })
      return { kind: 'none' }
    }
    this.#progress.isolate({ index, crashes })
    this.#beat()
    await setTimeout(temporalLimits.maxHeartbeatThrottleIntervalMs, undefined, { signal }).catch(() => undefined)
    try {
      const sign = await this.#page(index, hostPermit).catch((error: unknown) => this.#failForFault(index, error))
      await this.#writer.flush()
      return sign
    } finally {
      this.#progress.isolate(null)
    }
  }

  /** Fails a page on which Seine itself fails in every attempt, so that the slice keeps its other pages. */
  #failForFault(index: number, error: unknown): HostSign {
    // These errors would affect every page, so no single page is failed for them.
    if (error instanceof ThreadStartError || error instanceof BrowserUnavailableError) throw error
    this.#fail(index, { code: 'internal_error', message: 'an internal fault kept this page from being scraped' })
    return { kind: 'none' }
  }

  async #scrapeRest(): Promise<void> {
    await this.#takeTurns({
      indexes: this.#unsettled(this.#progress.remaining()),
      // Pages of a session are fetched one at a time.
      slots: this.#sessionId === null ? this.#deps.pagesInFlightMax : 1,
      page: (index, hostPermit) => this.#page(index, hostPermit),
      afterPage: async () => {
        if (this.#writer.full || this.#wire?.full === true) await this.#writer.flush()
      },
    })
  }

  /** Filters for pages that have no outcome yet and may be fetched. */
  #unsettled(indexes: readonly number[]): number[] {
    return indexes.filter((index) => !this.#outcomes.has(this.#pages[index]!.seq) && !this.#resting.has(index))
  }

  async #takeTurns(plan: {
    indexes: readonly number[]
    slots: number
    page: TurnsOptions['page']
    afterPage: () => Promise<void>
  }): Promise<void> {
    const { indexes, ...rest } = plan
    await takeTurns({
      ...rest,
      turns: new PageTurns(
        indexes.map((index) => ({ index, ...this.#hosts.at(new URL(this.#pages[index]!.url).host) })),
      ),
      mayStart: () => this.#mayStart(),
      isBehind: () => this.#deps.lag.isBehind(),
      shared: this.#shared,
      time: this.#time,
      now: () => performance.now(),
      signal: this.#context.signal,
      onStart: (wake) => (this.#wake = wake),
    })
  }

  #mayStart(): boolean {
    return !this.#context.signal.aborted && this.#fault === null && !this.#writer.isHeldUp && !this.#outcomes.full
  }

  async #page(index: number, hostPermit: HostPermit): Promise<HostSign> {
    if (!this.#mayStart()) return { kind: 'none' }
    const page = this.#pages[index]!
    try {
      return await this.#scrape(index, page, hostPermit)
    } catch (error) {
      if (!this.#context.signal.aborted) throw error
      if (this.#progress.hasBegun(index)) this.#cutOff(index)
      return { kind: 'none' }
    } finally {
      this.#progress.end(index)
      this.#stalls.moved()
    }
  }

  /** Cuts silent loads of a page when the page may be requested again. */
  #stallsOf(index: number, page: SlicePage, hostPermit: HostPermit): PageStalls {
    const { pacer, seat } = this.#hosts.at(new URL(page.url).host)
    const { method, browser } = this.#input.page
    // Retries of the page get only its timeout, so that a page is cut only a few times in total.
    const mayCut = method === 'GET' && page.attempt === 0 && this.#sessionId === null
    return this.#stalls.page({
      timeoutMs: browser.timeoutMs,
      cutsMax: mayCut ? stallLimits.cutsPerPageMax : 0,
      spacingMs: () => pacer.spacingMs(performance.now()),
      mayRepeat: () => !pacer.isThrottled && seat.pauseLeftMs() === 0,
      onCut: (lostMs) => {
        const waitMs = hostPermit.repeat()
        this.#progress.postpone(index, lostMs + waitMs)
        pacer.repeat(performance.now() + waitMs, Math.min(lostMs, this.#stalls.idleMs()) + waitMs)
        metrics.stalls.inc({ lane: this.#task.lane })
        return waitMs
      },
    })
  }

  async #scrape(index: number, page: SlicePage, hostPermit: HostPermit): Promise<HostSign> {
    const facts = { input: this.#input, lane: this.#task.lane, compared: this.#following !== 'none' }
    const stalls = this.#stallsOf(index, page, hostPermit)
    const visit = (await this.#revisits?.page(page)) ?? null
    const wire = this.#wire?.page(page) ?? null
    const request = (): PageRequest =>
      pageRequestOf(facts, page, {
        budgetMs: this.#budget.ladderMs,
        signal: this.#context.signal,
        stalls,
        revisit: visit?.revisit ?? null,
        wire,
        judgeRedirect: async (next) => {
          const fault = await this.#gate.redirectFault(next, isStartPage(this.#input, this.#list, page))
          if (fault === null) this.#hosts.bindCrawlDelay(next, await this.#gate.crawlDelay(next.origin))
          return fault
        },
      })
    const scrape = await this.#load(index, page, request)
    if (scrape === null) return { kind: 'none' }
    if (visit !== null) countRevisit(scrape)
    const ending = pageEndingOf(scrape, page, this.#input.page.method)
    const nowMs = Date.now()
    const place = { ...this.#placeOf(index, stalls.count, visit), wire: (await wire?.end(scrape)) ?? null }
    if (scrape.escalation === null) await this.#settle(place, page, scrape, ending)
    else this.#outcomes.escalate(page.seq, scrape.escalation, scrape.attempts.map(jobAttempt))
    return hostSignOf(ending, nowMs)
  }

  /** Loads a page, in the session of the job if it has one. @returns null when the page was not begun. */
  async #load(index: number, page: SlicePage, request: () => PageRequest): Promise<PageScrape | null> {
    const begin = (): void => this.#progress.begin(index, performance.now() + this.#budget.stuckMs)
    if (this.#sessionId === null) {
      begin()
      return await scrapePage(request(), this.#ports)
    }
    const { sessions = null } = this.#deps
    if (sessions === null) throw new Error('the job of the slice uses a session, and this worker keeps no sessions')
    const jobPage = {
      ref: { tenant: this.#input.tenant, id: this.#sessionId },
      url: page.url,
      holder: `${this.#task.jobId} page ${page.seq}`,
      loadMs: this.#budget.loadMs,
      mayGoWithout: this.#input.kind === 'crawl',
      mayStart: () => this.#mayStart() && performance.now() < this.#time.endsAtMs,
      begin,
      request,
      signal: this.#context.signal,
    }
    return await loadJobPage(jobPage, this.#ports, sessions)
  }

  /** Records a page in its final state, or defers it for another attempt. */
  async #settle(place: PagePlace, page: SlicePage, scrape: PageScrape, ending: PageEnding): Promise<void> {
    const remedy = remedyFor(ending, page.attempt, jitterOf(page))
    if (remedy.kind === 'final') {
      const screenshot = await this.#keepScreenshot(place.index, scrape.screenshot)
      this.#record(pageRecord(page, place, scrape, screenshot))
    } else this.#outcomes.defer(page.seq, scrape.fault!.code, remedy.kind === 'retry' ? remedy.delayMs : null)
  }

  /** Stores a screenshot before the record that names it. @returns its key, null if none exists. */
  async #keepScreenshot(index: number, png: Uint8Array | null): Promise<string | null> {
    if (png === null) return null
    const key = screenshotKey(this.#input, this.#task.slice, this.#context.attempt, index)
    this.#progress.postpone(index, this.#patience.patienceMs)
    await despiteAbsentStore(async () => await this.#deps.store.put(key, png), this.#patience)
    return key
  }

  /** Handles a page that was in flight when the job ended: it was attempted, so it counts as failed. */
  #cutOff(index: number): void {
    const stop = this.#context.signal.reason as SliceStop
    if (stop === 'worker' || stop === 'cancelled') return
    this.#fail(index, cutOffFaults[stop])
  }

  /** Fails a page without an attempt of its own. */
  #fail(index: number, fault: PageFault): void {
    this.#record(failedRecord(this.#pages[index]!, this.#placeOf(index), fault))
  }

  #placeOf(index: number, stalls = 0, visit: RevisitedPage | null = null): PagePlace {
    return { index, lane: this.#task.lane, following: this.#following, stalls, stored: visit?.stored ?? null }
  }

  #record(page: FinishedPage): void {
    this.#writer.add(page)
    this.#outcomes.settle(page.head)
  }

  #result(): StoredSliceResult {
    const outcomes = this.#outcomes.inOrder(this.#pages, (index) => this.#progress.hasBegun(index))
    return {
      slice: this.#task.slice,
      summary: this.#summary(outcomes),
      ...this.#withStalls({ segments: [...this.#progress.segments] }),
      urls: this.#outcomes.urls(),
      outcomes,
      hosts: this.#hosts.reports(performance.now()),
    }
  }

  #summary(outcomes: readonly PageOutcome[]): SliceSummary {
    const { startedFirst, segments } = this.#progress
    const { completed, failed } = this.#progress.heartbeat()
    const counters = { startedFirst, completed, failed, segments: segments.length, links: this.#outcomes.urls().length }
    return this.#withStalls(sliceSummary(this.#task.slice, this.#pages, outcomes, counters))
  }
}

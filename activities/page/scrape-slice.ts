/**
 * The `scrapeSlice` activity: the pages of one slice, several at a time, made durable segment by
 * segment, taken up again where an earlier attempt stopped.
 */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { sliceLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import type { EgressClient } from '@seine/shared/egress/contract.ts'
import { sliceKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError, type Store } from '@seine/shared/storage/object-store.ts'
import type { SliceHeartbeat, SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import type { Extractor } from '../extract/contract.ts'
import { admissionFor } from '../frontier/admission.ts'
import type { RobotsLoader } from '../frontier/robots-loader.ts'
import type { JobInputs } from '../job-inputs.ts'
import { remedyFor, type PageFault } from './page-faults.ts'
import { outcomeOf, pageRecord } from './page-record.ts'
import { scrapePage } from './scrape-page.ts'
import { readSegment } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'
import { SliceGate } from './slice-gate.ts'
import { SliceProgress } from './slice-progress.ts'
import { cutOffFaults, SliceInterruptedError, type SliceStop } from './slice-stop.ts'
import type { Solo } from './solo.ts'
import type { PageOutcome, PageRecord, SliceList, SlicePage, StoredSliceResult, Throttle } from './slice-shapes.ts'

export interface SliceDeps {
  store: Store
  inputs: JobInputs
  egress: EgressClient
  extractor: Extractor
  robots: RobotsLoader
  /** Product token looked up in robots.txt. */
  agentToken: string
  obeyRobots: boolean
  /** Suspects of all slices of this worker go one at a time: two would be blamed for one death. */
  suspects: Solo
}

/** The Temporal side of a slice, so that the work itself can be tested without a server. */
export interface SliceContext {
  /** 1 for the first attempt. */
  attempt: number
  previous: SliceHeartbeat | null
  /** Aborts when the slice is to stop; the reason is a `SliceStop`. */
  signal: AbortSignal
  heartbeat(details: SliceHeartbeat): void
}

/**
 * Runs one slice.
 * @returns counters; outcomes and links are in the slice's result object.
 * @throws SliceInterruptedError when the worker shuts down, StoreUnavailableError; both are retried
 *   and take up the work from the last heartbeat.
 */
export async function scrapeSlice(deps: SliceDeps, task: SliceTask, context: SliceContext): Promise<SliceSummary> {
  const input = await deps.inputs.get(task.jobId)
  const list = await deps.store.getJson<SliceList>(sliceKey(task.jobId, task.slice))
  if (list === null) throw new Error(`slice ${task.slice} of ${task.jobId} has no URL list`)
  return await new Slice(deps, task, context, input, list).run()
}

class Slice {
  readonly #deps: SliceDeps
  readonly #task: SliceTask
  readonly #context: SliceContext
  readonly #input: CrawlJobInput
  readonly #pages: readonly SlicePage[]
  readonly #progress: SliceProgress
  readonly #writer: SegmentWriter
  readonly #gate: SliceGate
  readonly #outcomes = new Map<number, PageOutcome>()
  readonly #linkIndex = new Map<string, number>()
  readonly #startedAtMs = Date.now()
  #throttle: Throttle | null = null
  #crawlDelayMs: number | null = null
  #nextStartMs = 0
  #fault: unknown = null

  constructor(deps: SliceDeps, task: SliceTask, context: SliceContext, input: CrawlJobInput, list: SliceList) {
    this.#deps = deps
    this.#task = task
    this.#context = context
    this.#input = input
    this.#pages = list.pages
    this.#progress = new SliceProgress(list.pages, context.previous)
    this.#gate = new SliceGate({
      robots: deps.robots,
      agentToken: deps.agentToken,
      admission: admissionFor(input, list.scopeUrl),
      signal: context.signal,
    })
    this.#writer = new SegmentWriter({
      store: deps.store,
      jobId: task.jobId,
      slice: task.slice,
      attempt: context.attempt,
      onDurable: (key, records) => this.#progress.durable(key, records),
    })
  }

  async run(): Promise<SliceSummary> {
    const stopBeats = this.#startBeats()
    try {
      await this.#restore()
      await this.#readCrawlDelay()
      await this.#isolateSuspects()
      const left = this.#progress.remaining().filter((index) => !this.#outcomes.has(this.#pages[index]!.seq))
      const queue = left[Symbol.iterator]()
      await Promise.all(Array.from({ length: this.#task.concurrency }, () => this.#fetcher(queue)))
      await this.#writer.flush()
    } finally {
      stopBeats()
      // However this attempt ends, its worker has outlived it: the last beat accuses nobody.
      this.#progress.isolate(null)
      this.#context.heartbeat(this.#progress.heartbeat())
    }
    if (this.#fault !== null) throw this.#fault
    const { signal } = this.#context
    const stop = signal.aborted ? (signal.reason as SliceStop) : null
    if (stop === 'disowned') await this.#leaveCutOffs()
    if (stop === 'worker' || stop === 'disowned') {
      throw new SliceInterruptedError(`slice ${this.#task.slice} stops: ${stop}`)
    }
    return await this.#publish(this.#result())
  }

  /** Writes the result unless another attempt has: an attempt given up as stalled may still end. */
  async #publish(result: StoredSliceResult): Promise<SliceSummary> {
    const key = sliceResultKey(this.#task.jobId, this.#task.slice)
    const written = await this.#deps.store.putIfAbsent(key, JSON.stringify(result))
    const standing = written ? result : await this.#deps.store.getJson<StoredSliceResult>(key)
    // Another write was under way and has come to nothing: Temporal tries again.
    if (standing === null) throw new StoreUnavailableError(`object store: ${key} is neither ours nor another's`)
    return standing.summary
  }

  /** Nobody will ask this attempt for a result: what it had begun is left as cut off in a segment. */
  async #leaveCutOffs(): Promise<void> {
    for (const index of this.#progress.interrupted()) this.#fail(index, this.#pages[index]!, cutOffFaults.disowned)
    await this.#writer.flush()
  }

  /** Rebuilds outcomes of pages that an earlier attempt made durable. */
  async #restore(): Promise<void> {
    for (const key of this.#progress.heartbeat().segments) {
      for (const record of await readSegment(this.#deps.store, key)) this.#settle(record)
    }
  }

  /**
   * After repeated deaths of workers the pages that were in flight are fetched one by one, so that
   * the others become durable; later each is announced to the server first, and one that was alone
   * in flight too often is failed for it. What the time share leaves over goes back to the frontier.
   */
  async #isolateSuspects(): Promise<void> {
    const { attempt } = this.#context
    if (attempt <= sliceLimits.attemptsBeforeIsolation) return
    for (const index of this.#progress.interrupted()) {
      if (!this.#mayStart()) return
      if (attempt > sliceLimits.attemptsBeforeSuspicion) await this.#deps.suspects.run(() => this.#scrapeSuspect(index))
      else await this.#page(index, this.#pages[index]!)
      await this.#writer.flush()
    }
  }

  async #scrapeSuspect(index: number): Promise<void> {
    const { previous, signal } = this.#context
    const crashes = previous?.suspect?.index === index ? previous.suspect.crashes + 1 : 0
    const page = this.#pages[index]!
    if (crashes >= sliceLimits.crashesAloneMax) {
      const message = `the worker died ${crashes} times while it had only this page in flight`
      this.#fail(index, page, { code: 'page_crashed_worker', message })
      return
    }
    this.#progress.isolate({ index, crashes })
    this.#context.heartbeat(this.#progress.heartbeat())
    await sleep(temporalLimits.maxHeartbeatThrottleIntervalMs, signal)
    try {
      await this.#page(index, page)
      await this.#writer.flush()
    } finally {
      this.#progress.isolate(null)
    }
  }

  /** One of the slice's fetchers: takes pages until there are none or the slice has to stop. */
  async #fetcher(queue: Iterator<number>): Promise<void> {
    try {
      while (this.#mayStart()) {
        const next = queue.next()
        if (next.done === true) return
        await this.#page(next.value, this.#pages[next.value]!)
        if (this.#writer.full) await this.#writer.flush()
      }
    } catch (error) {
      // The other fetchers end their pages first: nobody may fetch for a slice that has ended.
      this.#fault ??= error
    }
  }

  #mayStart(): boolean {
    const timeIsUp = Date.now() - this.#startedAtMs > sliceLimits.timeShareMs
    return !this.#context.signal.aborted && this.#fault === null && this.#throttle === null && !timeIsUp
  }

  async #page(index: number, page: SlicePage): Promise<void> {
    const { signal } = this.#context
    let begun = false
    try {
      const url = new URL(page.url)
      const refusal = await this.#gate.robotsRefusal(url)
      if (refusal !== null) {
        this.#refuse(index, page, refusal)
        return
      }
      if (!(await this.#awaitTurn()) || !this.#mayStart()) return
      begun = true
      this.#progress.begin(index, Date.now() + this.#input.page.timeoutMs + sliceLimits.pageGraceMs)
      await this.#scrape(index, page)
    } catch (error) {
      if (!signal.aborted) throw error
      if (begun) this.#cutOff(index, page)
    } finally {
      this.#progress.end(index)
    }
  }

  /** robots.txt keeps a page out; one that an earlier attempt has begun is counted and fails. */
  #refuse(index: number, page: SlicePage, reason: string): void {
    if (this.#progress.hasBegun(index)) {
      this.#fail(index, page, { code: 'robots', message: `robots.txt refused another attempt (${reason})` })
    } else {
      this.#outcomes.set(page.seq, { seq: page.seq, kind: 'robots', reason })
    }
  }

  /** Records a failure without an answer. */
  #fail(index: number, page: SlicePage, fault: PageFault): void {
    this.#record(pageRecord(page, index, { answer: null, fault, attempts: [] }, fault, false))
  }

  /** Known before anything is fetched or refused: the frontier paces the host by it. */
  async #readCrawlDelay(): Promise<void> {
    const first = this.#pages[0]
    if (first === undefined) return
    try {
      this.#crawlDelayMs = await this.#gate.crawlDelay(new URL(first.url).origin)
    } catch (error) {
      // A slice that is told to stop meanwhile still ends in order: with its result, or handed over.
      if (!this.#context.signal.aborted) throw error
    }
  }

  /**
   * Keeps the crawl-delay of the host between two starts.
   * @returns false when the turn would come after the slice's time share.
   */
  async #awaitTurn(): Promise<boolean> {
    if (this.#crawlDelayMs === null) return true
    const turnMs = Math.max(Date.now(), this.#nextStartMs)
    if (turnMs - this.#startedAtMs > sliceLimits.timeShareMs) return false
    this.#nextStartMs = turnMs + this.#crawlDelayMs
    if (turnMs > Date.now()) await sleep(turnMs - Date.now(), this.#context.signal)
    return true
  }

  async #scrape(index: number, page: SlicePage): Promise<void> {
    const isStart = page.seq === 0
    const scrape = await scrapePage(
      {
        url: page.url,
        formats: this.#input.output,
        onlyMainContent: this.#input.page.onlyMainContent,
        timeoutMs: this.#input.page.timeoutMs,
        signal: this.#context.signal,
        judgeRedirect: (next) => this.#gate.redirectFault(next, isStart),
      },
      this.#deps,
    )
    const { answer, fault } = scrape
    if (fault !== null) {
      const remedy = remedyFor(fault, answer?.status ?? null, answer?.headers ?? {}, page.attempt, Date.now())
      if (remedy.kind === 'throttled') this.#throttle = longer(this.#throttle, remedy.throttle)
      if (remedy.kind !== 'final') {
        const charged = remedy.kind === 'retry'
        const delayMs = charged ? remedy.delayMs : 1
        this.#outcomes.set(page.seq, { seq: page.seq, kind: 'deferred', code: fault.code, charged, delayMs })
        return
      }
    }
    this.#record(pageRecord(page, index, scrape, fault, this.#deps.obeyRobots))
  }

  /** A page that was in flight when the job ended: it was attempted, so it counts as failed. */
  #cutOff(index: number, page: SlicePage): void {
    const stop = this.#context.signal.reason as SliceStop
    if (stop === 'worker') return
    this.#fail(index, page, cutOffFaults[stop])
  }

  #record(record: PageRecord): void {
    this.#writer.add(record)
    this.#settle(record)
  }

  #settle(record: PageRecord): void {
    this.#outcomes.set(
      record.seq,
      outcomeOf(record, (url) => this.#indexOf(url)),
    )
  }

  #indexOf(url: string): number {
    const known = this.#linkIndex.get(url)
    if (known !== undefined) return known
    this.#linkIndex.set(url, this.#linkIndex.size)
    return this.#linkIndex.size - 1
  }

  /**
   * Beats while there is progress, or while every page in flight is inside its own deadline; a
   * page that overruns its deadline without ending stops the beats, and Temporal retries the slice.
   */
  #startBeats(): () => void {
    let seen = -1
    let flushed = Date.now()
    const beat = (): void => {
      const { changes } = this.#progress
      if (changes !== seen || !this.#progress.isStuck(Date.now())) this.#context.heartbeat(this.#progress.heartbeat())
      seen = changes
      if (Date.now() - flushed < sliceLimits.segmentFlushIntervalMs) return
      flushed = Date.now()
      this.#writer.flush().catch((error: unknown) => {
        this.#fault ??= error
      })
    }
    beat()
    const timer = setInterval(beat, sliceLimits.heartbeatIntervalMs)
    return () => clearInterval(timer)
  }

  #result(): StoredSliceResult {
    const outcomes = this.#pages.flatMap(({ seq }, index) => this.#outcomes.get(seq) ?? this.#unsettled(index, seq))
    const finished = outcomes.filter(({ kind }) => kind === 'scraped' || kind === 'failed').length
    const elapsedSecs = Math.max(0.001, (Date.now() - this.#startedAtMs) / 1_000)
    return {
      slice: this.#task.slice,
      summary: this.#summary(outcomes),
      segments: this.#progress.heartbeat().segments,
      urls: [...this.#linkIndex.keys()],
      outcomes,
      pagesPerSec: finished === 0 ? null : finished / elapsedSecs,
      throttle: this.#throttle,
      crawlDelayMs: this.#crawlDelayMs,
    }
  }

  /** A page that an earlier attempt began and this one did not reach stays attempted. */
  #unsettled(index: number, seq: number): PageOutcome[] {
    return this.#progress.hasBegun(index)
      ? [{ seq, kind: 'deferred', code: 'interrupted', charged: false, delayMs: 1 }]
      : []
  }

  #summary(outcomes: readonly PageOutcome[]): SliceSummary {
    const { startedFirst, completed, failed, segments } = this.#progress.heartbeat()
    const settled = outcomes.filter(({ kind }) => kind !== 'deferred').length
    const returned = this.#pages.length - settled
    return { slice: this.#task.slice, startedFirst, completed, failed, returned, segments: segments.length }
  }
}

const longer = (a: Throttle | null, b: Throttle): Throttle =>
  a === null || (b.retryAfterMs ?? 0) > (a.retryAfterMs ?? 0) ? b : a

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

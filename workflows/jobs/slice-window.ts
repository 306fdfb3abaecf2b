/**
 * The loop that crawls and batches share: keeps a window of slices running until the frontier is exhausted.
 *
 * The workflow never handles URLs, only generations, slice numbers and counters; the frontier is in the object store
 * and is advanced by one activity at a time.
 */
import {
  CancellationScope,
  condition,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { fittingMemo } from '@seine/shared/temporal/payload-size.ts'
import type {
  AdvanceResult,
  JobCounters,
  JobWorkflowInput,
  RunMemo,
  SliceHeartbeat,
  SliceSummary,
  SliceTask,
} from '@seine/shared/temporal/shapes.ts'
import { controlOptions, sliceOptions } from '../activity-calls/activity-options.ts'
import { budgetExceeded, runFailed, isBudgetTimeout } from '../activity-calls/failures.ts'
import { FrontierAdvances } from './frontier-advances.ts'
import type { RunPlace } from './run-place.ts'
import { PageSignals } from './page-signals.ts'
import { lastBeatOf, RunPause } from './run-pause.ts'
import { addFailures, detailsTable, runCounters, type FailureCounts } from './progress.ts'

/** State carried through continue-as-new: everything that the run knows besides the frontier. */
export interface WindowState {
  generation: number
  /** True once discovery has finished: only links of pages can add URLs. */
  discovered: boolean
  counters: JobCounters
  warnings: string[]
  /** Page loads that merged slices have cut for silence; absent when there were none. */
  stalls?: number
  /** Failed pages by error code; absent in runs that older workers started, like the members below. */
  failures?: FailureCounts
  /** Start of the first run of the chain, epoch milliseconds. */
  startedAtMs?: number
  paused?: boolean
}

/** Input of a run; `state` only after continue-as-new. */
export interface RunInput extends JobWorkflowInput {
  state?: WindowState
  /** True when the job was paused before its run started. */
  paused?: boolean
  /** History events after which the run continues as new; tests lower it. */
  historyEventsMax?: number
  /** Bytes of history after which the run continues as new; tests lower it. */
  historyBytesMax?: number
}

/** The differences between the runs of the two kinds of jobs. */
export interface RunPages {
  /** URLs known before anything has been fetched. */
  pendingAtFirst: number
  /**
   * Called with the first slice whose pages have all finished; null: nothing to discover.
   * @returns the number of URLs found.
   */
  discover: ((firstSlice: number, budgetLeftMs: number) => Promise<number>) | null
}

/** The differences between runs: of the kinds of jobs, and of the places where they run. */
export interface RunKind extends RunPages {
  place: RunPlace
  /** Ends this run and continues it in a workflow with a new history. */
  again: (memo: RunMemo, input: RunInput) => Promise<never>
}

/**
 * Runs the slices of one job to their end.
 * @throws ApplicationFailure `RunFailed` when no page could be attempted, `BudgetExceeded` when an activity reached the
 *   end of the time budget; CancelledFailure after a cancellation.
 */
export async function runSlices(input: RunInput, kind: RunKind): Promise<JobCounters> {
  const window = new SliceWindow(input, kind)
  try {
    return await window.toTheEnd()
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => window.awaitFlush())
    if (kind.place.within && error instanceof TemporalFailure) {
      window.reportEnd(isCancellation(error) ? 'cancelled' : 'failed')
    }
    if (isBudgetTimeout(error)) throw budgetExceeded(input.scheduleToCloseTimeoutSecs)
    throw error
  }
}

class SliceWindow {
  readonly #input: RunInput
  readonly #kind: RunKind
  readonly #state: WindowState
  readonly #running = new Map<number, SliceTask>()
  readonly #finished = new Map<number, SliceSummary>()
  /** Last heartbeats of slices that a pause has ended without a result. */
  readonly #cutShort = new Map<number, SliceHeartbeat>()
  readonly #pageSignals: PageSignals
  readonly #pause: RunPause
  /** Slices that were cut while a pause began; they start when it ends. */
  readonly #held: SliceTask[] = []
  /** True when the last advance was made during a pause and has cut no slices. */
  #advancedPaused = false
  readonly #advances: FrontierAdvances
  /** Number of slices that have finished, and how many of them the last advance has considered. */
  #arrived = 0
  #offered = 0
  /** Since when younger slices have been waiting for an older one while nothing else can be done. */
  #starvedSinceMs: number | null = null
  /** True while the loop waits for a slice: an advance follows in the workflow task in which one arrives. */
  #awaitsSlice = false
  /** True while the report of a slice is left to the advance that follows. */
  #isUnreported = false
  /** URLs of sitemaps that the next advance processes. */
  #sitemapUrls = 0
  #fault: unknown = null
  #ended: NonNullable<RunMemo['ended']> | null = null

  constructor(input: RunInput, kind: RunKind) {
    this.#input = input
    this.#kind = kind
    this.#pageSignals = new PageSignals(input)
    const { place } = kind
    this.#advances = new FrontierAdvances({
      isNew: place.within || place.isCompact,
      beforeQueue: () => {
        if (place.within || this.#isUnreported) this.#report()
      },
    })
    this.#state = input.state ?? {
      generation: -1,
      discovered: kind.discover === null,
      counters: { total: 0, completed: 0, failed: 0, pending: kind.pendingAtFirst },
      warnings: [],
      failures: {},
      startedAtMs: kind.place.beganAtMs(),
    }
    this.#pause = new RunPause(this.#state.paused ?? input.paused ?? false)
    this.#pause.listen((set) => kind.place.listen(set), {
      onPause: () => this.#report(),
      onResume: () => {
        for (const task of this.#held.splice(0)) this.#start(task)
        this.#report()
      },
    })
  }

  async toTheEnd(): Promise<JobCounters> {
    let outOfOrder = false
    // The caller that paused the job waits until the memo of its run shows the pause.
    if (this.#pause.paused) this.#report()
    // A new run of the chain has no memo of its own yet.
    if (this.#input.state !== undefined) {
      this.#report()
      // Sends the notification that the previous run had not sent when it ended.
      this.#signalPages()
    }
    for (;;) {
      if (this.#kind.place.within && this.#budgetLeftMs() <= temporalLimits.budgetFloorMs) {
        throw budgetExceeded(this.#input.scheduleToCloseTimeoutSecs)
      }
      // The links of the start page are merged together with the sitemap, so that both interleave.
      const settled = this.#finished.values().find(({ returned }) => returned === 0)
      if (!this.#state.discovered && settled !== undefined) await this.#discover(settled.slice)
      const advance = await this.#advance(outOfOrder)
      if (advance.failure !== null) throw runFailed(advance.failure)
      if (advance.exhausted) {
        this.#complete()
        return this.#state.counters
      }
      if (this.#historyIsLong() && this.#isIdle() && this.#finished.size === 0) {
        const state = { ...this.#state, paused: this.#pause.paused }
        await this.#kind.again(this.#memo(), { ...this.#input, state })
      }
      outOfOrder = await this.#awaitNews(advance)
    }
  }

  /**
   * Waits for a slice to finish or a deferred page to become due.
   * @returns true when younger slices have waited long enough for an older one.
   */
  async #awaitNews(advance: AdvanceResult): Promise<boolean> {
    if (this.#advancedPaused || this.#pause.paused) return await this.#awaitPauseOver()
    this.#starvedSinceMs = advance.starved ? (this.#starvedSinceMs ?? Date.now()) : null
    const patienceMs =
      this.#starvedSinceMs === null
        ? Infinity
        : Math.max(1, this.#starvedSinceMs + frontierLimits.mergePatienceMs - Date.now())
    const wakeMs = advance.wakeAtMs === null ? Infinity : Math.max(1, advance.wakeAtMs - Date.now())
    const budgetMs = this.#needsBudgetTimer() ? this.#budgetLeftMs() : Infinity
    const waitMs = Math.min(patienceMs, wakeMs, budgetMs)
    const news = () => this.#arrived > this.#offered || this.#fault !== null
    if (Math.min(patienceMs, wakeMs) === Infinity && this.#running.size === 0 && !news()) {
      throw runFailed('internal fault: the frontier is not exhausted and nothing is running')
    }
    await this.#wait(news, waitMs, reasonToWait({ patienceMs, wakeMs, budgetMs }))
    const since = this.#starvedSinceMs
    const impatient = since !== null && Date.now() - since >= frontierLimits.mergePatienceMs
    if (impatient) this.#starvedSinceMs = null
    return impatient
  }

  /**
   * Waits for the end of a pause, or for the results of slices that it has cancelled. @returns false: nothing is
   * starved.
   */
  async #awaitPauseOver(): Promise<false> {
    this.#starvedSinceMs = null
    const news = () => !this.#pause.paused || this.#arrived > this.#offered || this.#fault !== null
    await this.#wait(news, this.#needsBudgetTimer() ? this.#budgetLeftMs() : Infinity, budgetSummary)
    return false
  }

  /** Waits for news, no longer than a time, milliseconds. @throws the failure of a slice, if one has failed. */
  async #wait(news: () => boolean, waitMs: number, summary: string): Promise<void> {
    this.#awaitsSlice = true
    try {
      if (waitMs < Infinity) await condition(news, waitMs, { summary })
      else await condition(news)
    } finally {
      this.#awaitsSlice = false
    }
    if (this.#fault === null) return
    // Others that have finished are reported first.
    if (this.#isUnreported) this.#report()
    throw this.#fault
  }

  /** Returns whether nothing else ends a wait with the time budget. The server ends a running slice with it. */
  #needsBudgetTimer(): boolean {
    const { place } = this.#kind
    return place.within && !(place.isCompact && this.#running.size > 0)
  }

  #isIdle(): boolean {
    return this.#running.size === 0 && this.#held.length === 0
  }

  /** Returns how many more slices may be cut. */
  #slicesLeft(): number {
    if (this.#pause.paused || this.#historyIsLong()) return 0
    return Math.max(0, frontierLimits.windowSlices - this.#running.size - this.#held.length)
  }

  /** Runs one generation: merges finished slices and starts new ones. */
  async #advance(outOfOrder: boolean): Promise<AdvanceResult> {
    const room = this.#slicesLeft()
    this.#advancedPaused = this.#pause.paused
    const finished = [...this.#finished.keys()].toSorted((a, b) => a - b)
    this.#offered = this.#arrived
    const result = await this.#advances.advance({
      call: {
        jobId: this.#input.jobId,
        tenant: this.#input.tenant,
        generation: this.#state.generation,
        finished,
        outOfOrder,
        room,
        nowMs: Date.now(),
        discovered: this.#state.discovered,
      },
      summary: `frontier: merge ${finished.length} of slices ${finished.join(', ') || 'none'}`.slice(0, 200),
      links: this.#linksWaiting(),
      options: controlOptions(this.#budgetLeftMs()),
    })
    this.#sitemapUrls = 0
    this.#state.generation = result.generation
    this.#state.counters = result.counters
    this.#state.warnings = result.warnings
    if (result.stalls !== undefined) this.#state.stalls = result.stalls
    const { place } = this.#kind
    if (result.discovered === true && (place.within || place.isCompact || patched('no-sitemaps'))) {
      this.#state.discovered = true
    }
    for (const slice of result.merged) this.#finished.delete(slice)
    // The attempt that stored this generation may have known fewer slices, so the rest is passed to another advance.
    if (result.repeated === true) this.#offered = this.#arrived - 1
    for (const task of result.slices) this.#start(task)
    // Inside the workflow of the job, the end of the run is reported instead.
    if (!place.within || (!result.exhausted && result.failure === null)) this.#report()
    this.#signalPages()
    return result
  }

  /** Returns the number of URLs that the next advance may have to process. */
  #linksWaiting(): number {
    const first = this.#state.generation < 0 ? this.#kind.pendingAtFirst : 0
    return this.#finished.values().reduce((sum, { links = 0 }) => sum + links, first + this.#sitemapUrls)
  }

  #signalPages(): void {
    const { completed, failed } = this.#state.counters
    this.#pageSignals.update(completed + failed)
  }

  #start(task: SliceTask): void {
    if (this.#pause.paused) {
      this.#held.push(task)
      return
    }
    this.#running.set(task.slice, task)
    this.#runSlice(task).catch((error: unknown) => {
      this.#fault ??= error
    })
  }

  async #runSlice(task: SliceTask): Promise<void> {
    const { scrapeSlice } = proxyActivities<Activities>(
      sliceOptions(task.lane, this.#budgetLeftMs(), this.#input.heartbeatTimeoutSecs),
    )
    const more = task.hosts > 1 ? ` and ${task.hosts - 1} more` : ''
    const lane = task.lane === 'browser' ? ' · browser' : ''
    const summary = `slice ${task.slice} · ${task.host}${more} · ${task.pages} pages${lane}`
    const work = this.#pause.start(() => scrapeSlice.executeWithOptions({ summary }, [task]))
    try {
      this.#arrive(task, await work.result)
    } catch (error) {
      if (!work.wasCutShort(error)) throw error
      this.#arrive(task, await this.#recover(task, error))
    } finally {
      work.end()
      this.#running.delete(task.slice)
    }
    // The advance that follows reports, which is usually in the same workflow task.
    const { place } = this.#kind
    this.#isUnreported = place.isCompact && this.#awaitsSlice
    if (!this.#isUnreported && (place.isCompact || !place.within)) this.#report()
  }

  #arrive({ slice }: SliceTask, summary: SliceSummary): void {
    this.#cutShort.delete(slice)
    this.#finished.set(slice, summary)
    this.#state.failures = addFailures(this.#state.failures ?? {}, summary.failures ?? {})
    this.#arrived += 1
  }

  /**
   * Recovers what a slice has stored durably when a pause has ended it without a result; its other pages return to the
   * frontier.
   */
  async #recover(task: SliceTask, error: unknown): Promise<SliceSummary> {
    const { recoverSlice } = proxyActivities<Activities>(controlOptions(this.#budgetLeftMs()))
    const beat = lastBeatOf(error)
    if (beat !== null) {
      // Until it is recovered, its pages are counted as in its last heartbeat.
      this.#cutShort.set(task.slice, beat)
      this.#report()
    }
    return await recoverSlice.executeWithOptions({ summary: `slice ${task.slice}: recover results after a pause` }, [
      task,
    ])
  }

  async #discover(firstSlice: number): Promise<void> {
    const { discover } = this.#kind
    if (discover === null) return
    if (this.#kind.place.reportsBeforeSitemaps || this.#isUnreported) this.#report()
    while (!this.#state.discovered) {
      // Merging the start page without the sitemaps could end the job, so it waits for them even through a pause.
      if (this.#pause.paused) await this.#pauseOver()
      const work = this.#pause.start(() => discover(firstSlice, this.#budgetLeftMs()))
      try {
        // A worker of an older release returns nothing.
        this.#sitemapUrls = (await work.result) ?? 0
        this.#state.discovered = true
      } catch (error) {
        // Discovery is repeated.
        if (!work.wasCutShort(error)) throw error
      } finally {
        work.end()
      }
    }
  }

  /** Waits for the end of a pause, not longer than the time budget where the server does not end the run. */
  async #pauseOver(): Promise<void> {
    if (!this.#kind.place.within) await this.#pause.over()
    else if (!(await this.#pause.overWithin(this.#budgetLeftMs(), budgetSummary)))
      throw budgetExceeded(this.#input.scheduleToCloseTimeoutSecs)
  }

  /** Reports the end of a run inside the workflow of its job, unless the job may end in the same workflow task. */
  #complete(): void {
    const { place } = this.#kind
    if (!place.within) return
    const report = (): void => this.reportEnd('completed')
    if (place.isCompact && this.#advances.wasLocal) place.leaveReport(report)
    else report()
  }

  /** Reports that the run has ended: for a run inside the workflow of its job, whose own end comes later. */
  reportEnd(state: NonNullable<RunMemo['ended']>['state']): void {
    this.#ended = { state, atMs: Date.now() }
    this.#report()
  }

  /** Updates memo and details, which the status of the API and the Web UI show. */
  #report(): void {
    this.#isUnreported = false
    const memo = this.#memo()
    this.#kind.place.writeMemo(memo)
    const { failures = {}, startedAtMs } = this.#state
    const elapsedMs = startedAtMs === undefined ? null : Date.now() - startedAtMs
    const { paused } = this.#pause
    setCurrentDetails(detailsTable({ ...memo, slicesRunning: this.#running.size, failures, elapsedMs, paused }))
  }

  #memo(): RunMemo {
    const { counters, warnings, stalls: merged = 0 } = this.#state
    const stalls = this.#finished.values().reduce((sum, slice) => sum + (slice.stalls ?? 0), merged)
    const unmerged = [...this.#finished.values(), ...this.#cutShort.values()]
    const memo: RunMemo = {
      counters: runCounters(counters, unmerged),
      warnings,
      paused: this.#pause.paused,
      ...(stalls === 0 ? {} : { stalls }),
      ...(this.#kind.place.within ? { endsByMs: this.#endsAtMs() } : {}),
      ...(this.#ended === null ? {} : { ended: this.#ended }),
    }
    return fittingMemo(memo, temporalLimits.memoMaxBytes)
  }

  /** After a cancellation: gives the slices time to store durably what they have fetched. */
  async awaitFlush(): Promise<void> {
    if (this.#isUnreported) this.#report()
    await Promise.race([
      condition(() => this.#running.size === 0),
      sleep(temporalLimits.cancelFlushMs, { summary: 'time for slices to store fetched pages' }),
    ])
  }

  #budgetLeftMs(): number {
    return Math.max(temporalLimits.budgetFloorMs, this.#endsAtMs() - Date.now())
  }

  #endsAtMs(): number {
    // The expiration is that of the chain, set by the server; the beginning may be that of this run of the chain.
    const expiresAt = workflowInfo().executionExpirationTime
    return expiresAt?.getTime() ?? this.#kind.place.beganAtMs() + this.#input.scheduleToCloseTimeoutSecs * 1_000
  }

  #historyIsLong(): boolean {
    const { historyLength, historySize } = workflowInfo()
    const { historyEventsBeforeContinueAsNew, historyBytesBeforeContinueAsNew } = temporalLimits
    return (
      historyLength > (this.#input.historyEventsMax ?? historyEventsBeforeContinueAsNew) ||
      historySize > (this.#input.historyBytesMax ?? historyBytesBeforeContinueAsNew)
    )
  }
}

const budgetSummary = 'the time budget of the job'

/** Returns the summary of the timer of a wait: what it waits for first. */
function reasonToWait({ patienceMs, wakeMs, budgetMs }: Record<'patienceMs' | 'wakeMs' | 'budgetMs', number>): string {
  if (budgetMs <= Math.min(patienceMs, wakeMs)) return budgetSummary
  return wakeMs < patienceMs ? 'next time a page or host may proceed' : 'wait for an older slice'
}

/**
 * The activities a worker offers, bound to what they need. Workflows import the type alone.
 *
 * This is where Temporal's context ends: below it, work gets an abort signal and a way to beat.
 */
import { CancelledFailure, Context } from '@temporalio/activity'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type {
  AdvanceInput,
  AdvanceResult,
  FinaliseInput,
  FinaliseResult,
  SliceHeartbeat,
  SliceSummary,
  SliceTask,
} from '@seine/shared/temporal/shapes.ts'
import { finaliseJob, type FinaliseDeps } from './archive/finalise-job.ts'
import { advanceFrontier, type AdvanceDeps } from './frontier/advance-frontier.ts'
import { discoverSitemaps, type DiscoverDeps } from './frontier/discover-sitemaps.ts'
import { scrapeSlice, type SliceDeps } from './page/scrape-slice.ts'
import { SliceInterruptedError, type SliceStop } from './page/slice-stop.ts'
import { sweepExpired, type SweepDeps, type SweepInput, type SweepResult } from './retention/sweep-expired.ts'

export type ActivityDeps = AdvanceDeps & DiscoverDeps & SliceDeps & FinaliseDeps & SweepDeps

/** Activities of the `control` queue: short, or beating while they work. */
export function createControlActivities(deps: ActivityDeps) {
  return {
    async advanceFrontier(input: AdvanceInput): Promise<AdvanceResult> {
      return await beating(() => advanceFrontier(deps, input))
    },
    async discoverSitemaps(input: { jobId: string; startSlice: number }): Promise<number> {
      return await beating((signal) => discoverSitemaps(deps, input.jobId, input.startSlice, signal))
    },
    async finaliseJob(input: FinaliseInput): Promise<FinaliseResult> {
      return await beating(() => finaliseJob(deps, input))
    },
    async sweepExpired(input: SweepInput): Promise<SweepResult> {
      return await beating(() => sweepExpired(deps, input))
    },
  }
}

/** Activities of the queues for pages, of either lane. */
export function createPageActivities(deps: SliceDeps) {
  return {
    async scrapeSlice(task: SliceTask): Promise<SliceSummary> {
      const context = Context.current()
      const stop = stopSignal(context)
      try {
        const summary = await scrapeSlice(deps, task, {
          attempt: context.info.attempt,
          previous: (context.info.heartbeatDetails as SliceHeartbeat | undefined) ?? null,
          signal: stop.signal,
          heartbeat: (details) => context.heartbeat(details),
        })
        if (context.cancellationSignal.aborted)
          throw new CancelledFailure('the slice was cancelled; its pages are kept')
        return summary
      } catch (error) {
        // Temporal hands the slice to another worker only when the cancellation itself comes back.
        if (error instanceof SliceInterruptedError) context.cancellationSignal.throwIfAborted()
        throw error
      } finally {
        stop.clear()
      }
    },
  }
}

/** All activities, as workflows see them. */
export type Activities = ReturnType<typeof createControlActivities> & ReturnType<typeof createPageActivities>

/** Runs work that has no progress of its own to report, beating while the process lives. */
async function beating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), temporalLimits.controlHeartbeatIntervalMs)
  try {
    return await work(context.cancellationSignal)
  } finally {
    clearInterval(timer)
  }
}

/** Turns cancellation and the end of the budget into one signal whose reason says which it was. */
function stopSignal(context: Context): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const { scheduledTimestampMs, scheduleToCloseTimeoutMs } = context.info
  const endsAtMs = scheduledTimestampMs + scheduleToCloseTimeoutMs
  const stop = (reason: SliceStop) => controller.abort(reason)
  const onCancel = (): void => {
    const { cancelRequested, notFound } = context.cancellationDetails ?? {}
    if (cancelRequested) stop('cancelled')
    else if (Date.now() >= endsAtMs) stop('budget')
    else stop(notFound ? 'disowned' : 'worker')
  }
  // Timers hold 2^31 - 1 ms at most, which is 24 days.
  const budgetMs = Math.min(Math.max(0, endsAtMs - Date.now()), 2 ** 31 - 1)
  const timer = setTimeout(() => stop('budget'), budgetMs)
  if (context.cancellationSignal.aborted) onCancel()
  else context.cancellationSignal.addEventListener('abort', onCancel, { once: true })
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

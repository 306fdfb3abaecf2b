/**
 * The activities a worker offers, bound to what they need. Workflows import the type alone.
 *
 * This is where Temporal's context ends: below it, work gets an abort signal and a way to beat.
 */
import { ApplicationFailure, Context } from '@temporalio/activity'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { deliveryLimits, webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type {
  AdvanceInput,
  AdvanceResult,
  DeliverInput,
  DeliverResult,
  DiscoverInput,
  EmailInput,
  FinaliseInput,
  FinaliseResult,
  SliceHeartbeat,
  SliceSummary,
  SliceTask,
  TargetDeliveryEnd,
  TargetDeliveryInput,
} from '@seine/shared/temporal/shapes.ts'
import type {
  BegunWatchRun,
  CompareWatchInput,
  SendNoticesInput,
  SentNotices,
  NoticeProgress,
  WatchRunInput,
  WatchMailInput,
  WatchRunResult,
} from '@seine/shared/temporal/watch-shapes.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { clamp } from '@seine/shared/values/clamp.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { RemoveSessionInput, RunPlaybookInput, RunPlaybookResult } from '@seine/shared/sessions/shapes.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { despiteRefusals } from './archive/despite-refusals.ts'
import { finaliseDespiteFaults } from './archive/finalise-despite-faults.ts'
import type { FinaliseDeps } from './archive/finalise-job.ts'
import { LocalEnds } from './archive/finalise-locally.ts'
import { despiteLostInput } from './archive/lost-input.ts'
import { deliverToTarget, failDelivery, type TargetDeliveryDeps } from './delivery/deliver-to-target.ts'
import { TargetFaultError } from './delivery/target-fault.ts'
import { TryLaterError } from './delivery/try-later.ts'
import { FairSemaphore } from './threads/fair-semaphore.ts'
import type { AdvanceDeps } from './frontier/advance-frontier.ts'
import { advanceLocally } from './frontier/advance-locally.ts'
import { advanceDespiteFaults } from './frontier/advance-despite-faults.ts'
import type { DiscoverDeps } from './frontier/discover-sitemaps.ts'
import { discoverDespiteFaults } from './frontier/discover-despite-faults.ts'
import { recoverSlice } from './frontier/recover-slice.ts'
import { deliverWebhooks, type DeliverDeps } from './notify/deliver-webhooks.ts'
import { sendJobMail, type MailDeps } from './notify/job-mail.ts'
import { MailRefusedError } from './notify/mailer.ts'
import { NotDeliverableError } from './notify/not-deliverable.ts'
import { redeliverWebhook, type RedeliverCall, type RedeliverResult } from './notify/redeliver-webhook.ts'
import { scrapeSlice } from './slice/scrape-slice.ts'
import type { SliceDeps } from './slice/slice-deps.ts'
import { SliceInterruptedError, type SliceStop } from './slice/slice-stop.ts'
import { removeSession, runPlaybook, type PlaybookDeps } from './session/run-playbook.ts'
import { sweepExpired, type SweepDeps, type SweepInput, type SweepResult } from './retention/sweep-expired.ts'
import { budgetLeftMs } from './faults/attempt-budget.ts'
import { attemptMarks } from './faults/attempt-marks.ts'
import { countingAttempts } from './faults/counted-attempts.ts'
import type { ReportedFaults } from './faults/reported-faults.ts'
import { Suspects } from './threads/suspects.ts'
import { whileBeating } from './faults/while-beating.ts'
import { beginWatchRun, type BeginDeps } from './watches/begin-run.ts'
import { compareWatchRun, type CompareDeps } from './watches/compare-run.ts'
import { noteSkippedRun, type SkippedRun } from './watches/skipped-runs.ts'
import { placeAfter, sendWatchNotices, type NoticeDeps } from './watches/send-notices.ts'
import { sendWatchMail, type WatchMailDeps } from './watches/watch-mail.ts'
import { pruneWatch, type PruneDeps } from './watches/prune-runs.ts'

/** What telling receivers needs. */
export type NotifyDeps = DeliverDeps & MailDeps & NoticeDeps & WatchMailDeps & { logger: Pick<Logger, 'info' | 'warn'> }

export type ActivityDeps = AdvanceDeps &
  DiscoverDeps &
  SliceDeps &
  FinaliseDeps &
  SweepDeps &
  NotifyDeps &
  PlaybookDeps &
  BeginDeps &
  CompareDeps &
  PruneDeps &
  TargetDeliveryDeps

/** Activities of the `control` queue: short, or beating while they work. */
export function createControlActivities(deps: ActivityDeps) {
  const archives = new FairSemaphore(archiveLimits.archivesInFlight)
  const localAdvances = new FairSemaphore(temporalLimits.localAdvancesInFlight)
  const localEnds = new LocalEnds()
  const counting = attemptCounter(deps.store)
  return {
    async advanceFrontier(input: AdvanceInput): Promise<AdvanceResult> {
      const { info, cancellationSignal: signal } = Context.current()
      const { isLocal } = info
      const startedMs = performance.now()
      try {
        // Only activities of a queue have heartbeats.
        return await (isLocal
          ? localAdvances.run(signal, async () => await advanceLocally(deps, input, localEnds), input.tenant)
          : counting(input, (faults, _, reported) => advanceDespiteFaults(deps, input, { faults, reported })))
      } finally {
        metrics.advanceSeconds.observe({ way: isLocal ? 'local' : 'queue' }, (performance.now() - startedMs) / 1_000)
      }
    },
    async recoverSlice(task: SliceTask): Promise<SliceSummary> {
      return await counting(task, (faults) => recoverSlice(deps, task, faults))
    },
    async discoverSitemaps(input: DiscoverInput): Promise<number> {
      const { attempt } = Context.current().info
      return await counting(input, (faults, signal, reported) =>
        discoverDespiteFaults(deps, input, signal, { faults, attempt, reported }),
      )
    },
    /**
     * Local: jobs of one page. In the queue: jobs whose end an older release has scheduled here; later ones end in the
     * queue of archives.
     */
    async finaliseJob(input: FinaliseInput): Promise<FinaliseResult> {
      if (Context.current().info.isLocal) {
        return logEnd(deps, input, await localEnds.finalise(deps, input, Context.current().cancellationSignal))
      }
      return await archives.run(Context.current().cancellationSignal, async () => await finalise(deps, input, counting))
    },
    /** Here and not in the queue of deliveries, where it would wait for copies. */
    async failTargetDelivery(input: TargetDeliveryInput, reason: string): Promise<TargetDeliveryEnd> {
      return await beating(async () => await failDelivery(deps, input, reason))
    },
    async sweepExpired(input: SweepInput): Promise<SweepResult> {
      return await beating(() => sweepExpired(deps, input))
    },
    async runPlaybook(input: RunPlaybookInput): Promise<RunPlaybookResult> {
      // What is left of its time, where another worker has begun it.
      const leftMs = budgetLeftMs(Context.current().info) - sessionLimits.runGraceMs
      const deadlineMs = monotonicNow() + clamp(leftMs, 0, input.runMaxMs)
      return await beating((signal) => runPlaybook(deps, input, { deadlineMs, signal }))
    },
    async removeSession(input: RemoveSessionInput): Promise<void> {
      await removeSession(deps, input)
    },
    async beginWatchRun(input: WatchRunInput, nowMs: number): Promise<BegunWatchRun | null> {
      try {
        return await beating(() => beginWatchRun(deps, input, nowMs))
      } catch (error) {
        if (!(error instanceof TryLaterError)) throw error
        throw laterTry(error)
      }
    },
    async compareWatchRun(input: CompareWatchInput): Promise<WatchRunResult | null> {
      return await beating(() => compareWatchRun(deps, input))
    },
    async pruneWatch({ tenant, watchId }: { tenant: string; watchId: string }): Promise<number> {
      return await beating(() => pruneWatch(deps, { tenant, id: watchId }))
    },
    async noteSkippedRun(input: SkippedRun): Promise<void> {
      await noteSkippedRun(deps, input)
    },
  }
}

/** Activities of the `archives` queue; its worker bounds how many run at a time. */
export function createArchiveActivities(deps: FinaliseDeps & { logger: Pick<Logger, 'info' | 'warn'> }) {
  const counting = attemptCounter(deps.store)
  return {
    async finaliseJob(input: FinaliseInput): Promise<FinaliseResult> {
      return await finalise(deps, input, counting)
    },
  }
}

async function finalise(
  deps: FinaliseDeps & { logger: Pick<Logger, 'info' | 'warn'> },
  input: FinaliseInput,
  counting: AttemptCounter,
): Promise<FinaliseResult> {
  const result = await counting(input, async (faults, signal, reported) => {
    const finalising = () => finaliseDespiteFaults(deps, input, { faults, reported })
    return await despiteLostInput(() => despiteRefusals(deps.store, finalising, signal), signal)
  })
  return logEnd(deps, input, result)
}

function logEnd(
  { logger }: { logger: Pick<Logger, 'info'> },
  { jobId, outcome }: FinaliseInput,
  result: FinaliseResult,
): FinaliseResult {
  logger.info({ jobId, status: outcome.status, ...result }, 'job ended')
  return result
}

/** Activities of the queues for pages, of either lane. */
export function createPageActivities(deps: SliceDeps, log: Pick<Logger, 'info'>) {
  return {
    async scrapeSlice(task: SliceTask): Promise<SliceSummary> {
      const context = Context.current()
      const stop = stopSignal(context)
      const { jobId, slice, lane } = task
      const facts = { jobId, slice, lane, attempt: context.info.attempt }
      const startedMs = performance.now()
      const tookMs = (): number => Math.round(performance.now() - startedMs)
      const leave = context.info.attempt > sliceLimits.attemptsBeforeIsolation ? suspects.enter() : null
      try {
        const summary = await scrapeSlice(deps, task, {
          attempt: context.info.attempt,
          previous: (context.info.heartbeatDetails as SliceHeartbeat | undefined) ?? null,
          signal: stop.signal,
          heartbeat: (details) => context.heartbeat(details),
        })
        const { completed, failed, returned } = summary
        log.info({ ...facts, completed, failed, returned, ms: tookMs() }, 'slice')
        return summary
      } catch (error) {
        log.info({ ...facts, reason: (error as Error).message, ms: tookMs() }, 'slice without a result')
        // Temporal hands the slice to another worker only when the cancellation itself comes back.
        if (error instanceof SliceInterruptedError) context.cancellationSignal.throwIfAborted()
        throw error
      } finally {
        leave?.()
        stop.clear()
      }
    },
  }
}

/** Activities of the `notify` queue: webhooks and mail. */
export function createNotifyActivities(deps: NotifyDeps) {
  return {
    async deliverWebhooks(input: DeliverInput): Promise<DeliverResult> {
      let next = input.state.next
      const { attempt } = Context.current().info
      const progress = (reached: number): void => {
        next = reached
      }
      return await telling(
        async (signal) => await deliverWebhooks(deps, input, { attempt, signal, progress }),
        () => ({ next }),
      )
    },
    async redeliverWebhook(call: RedeliverCall): Promise<RedeliverResult> {
      return await telling(async (signal) => await redeliverWebhook(deps, call, signal))
    },
    async sendWatchNotices(input: SendNoticesInput): Promise<SentNotices> {
      const { info } = Context.current()
      // An attempt after the death of a worker continues where the one before it was.
      const place = placeAfter(input.place, info.heartbeatDetails as NoticeProgress | undefined)
      let last: NoticeProgress = place
      const progress = (reached: NoticeProgress): void => {
        last = reached
      }
      return await telling(
        async (signal) => await sendWatchNotices(deps, { ...input, place }, { signal, progress }),
        () => ({ next: last.next, position: last.position }),
      )
    },
    async sendWatchMail({ tenant, watchId, n }: WatchMailInput): Promise<boolean> {
      try {
        const sent = await telling(async () => await sendWatchMail(deps, { tenant, id: watchId }, n))
        if (sent) metrics.mails.inc({ outcome: 'sent' })
        return sent
      } catch (error) {
        metrics.mails.inc({ outcome: 'failed' })
        deps.logger.warn({ watchId, reason: (error as Error).message }, 'the mail about a run could not be sent')
        throw error
      }
    },
    async sendJobMail(input: EmailInput): Promise<void> {
      const { jobId } = input
      try {
        const sent = await telling(async () => await sendJobMail(deps, input))
        if (sent) metrics.mails.inc({ outcome: 'sent' })
        deps.logger.info({ jobId, sent }, 'mail about the end of a job')
      } catch (error) {
        metrics.mails.inc({ outcome: 'failed' })
        deps.logger.warn({ jobId, reason: (error as Error).message }, 'the mail about a job could not be sent')
        throw error
      }
    },
  }
}

/** Returns the failure that has Temporal try again after a pause. Without the cause, which may name a target. */
const laterTry = ({ name: type, message, pauseMs: nextRetryDelay }: TargetFaultError | TryLaterError) =>
  ApplicationFailure.create({ type, message, nextRetryDelay, category: 'BENIGN' })

/** Activities of the `deliveries` queue; its worker bounds how many run at a time. */
export function createDeliveryActivities(deps: TargetDeliveryDeps) {
  return {
    async deliverToTarget(input: TargetDeliveryInput): Promise<TargetDeliveryEnd> {
      const { scheduledTimestampMs: scheduledMs } = Context.current().info
      try {
        return await beating(
          async (signal) => await deliverToTarget(deps, input, { signal, scheduledMs }),
          deliveryLimits.heartbeatIntervalMs,
        )
      } catch (error) {
        if (!(error instanceof TargetFaultError || error instanceof TryLaterError)) throw error
        throw laterTry(error)
      }
    },
  }
}

/** All activities, as workflows see them. */
export type Activities = ReturnType<typeof createControlActivities> &
  ReturnType<typeof createPageActivities> &
  ReturnType<typeof createNotifyActivities> &
  ReturnType<typeof createDeliveryActivities>

/**
 * Sends a notice, with heartbeats meanwhile. A notice that can never be delivered fails without retries, and without an
 * error in the worker's log.
 */
async function telling<T>(
  work: (signal: AbortSignal) => Promise<T>,
  details: () => unknown = () => undefined,
): Promise<T> {
  try {
    return await beating(work, webhookLimits.activityHeartbeatIntervalMs, details)
  } catch (error) {
    if (!(error instanceof NotDeliverableError || error instanceof MailRefusedError)) throw error
    throw ApplicationFailure.create({
      type: error.name,
      message: error.message,
      nonRetryable: true,
      category: 'BENIGN',
    })
  }
}

/**
 * Runs work, beating while the process lives, unless a call of the store hangs beyond its timeouts: then Temporal
 * gives the work to another worker.
 * @param details of each heartbeat. @default none: the work has no progress to report
 */
async function beating<T>(
  work: (signal: AbortSignal) => Promise<T>,
  intervalMs: number = temporalLimits.controlHeartbeatIntervalMs,
  details: () => unknown = () => undefined,
): Promise<T> {
  const context = Context.current()
  const beat = (): void => context.heartbeat(details())
  return await whileBeating(beat, intervalMs, async () => await work(context.cancellationSignal))
}

type AttemptCounter = ReturnType<typeof attemptCounter>

/** Of all task queues that a process serves. */
const suspects = new Suspects()

/**
 * Returns a function that runs an attempt of an activity of a job whose work is reduced after attempts that killed their
 * worker. Of the activities of a process that have failed before, one at a time works.
 */
function attemptCounter(store: Store) {
  return async <T>(
    call: { tenant: string; jobId: string },
    work: (faults: number, signal: AbortSignal, reported: ReportedFaults) => Promise<T>,
  ): Promise<T> => {
    const context = Context.current()
    const { cancellationSignal: signal, info } = context
    return await countingAttempts(
      context,
      {
        intervalMs: temporalLimits.controlHeartbeatIntervalMs,
        alone: async (suspect) => await suspects.run(signal, call.tenant, suspect),
        hasSuspectsBeside: (own) => suspects.areBeside(own),
        marks: attemptMarks(store, jobOf(call), `${info.workflowExecution?.runId ?? ''}-${info.activityId}`),
      },
      work,
    )
  }
}

/** Turns cancellation and the end of the budget into one signal whose reason says which it was. */
function stopSignal(context: Context): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const leftMs = budgetLeftMs(context.info)
  const endsAtMs = performance.now() + leftMs
  const stop = (reason: SliceStop) => controller.abort(reason)
  const onCancel = (): void => {
    const { cancelRequested, notFound } = context.cancellationDetails ?? {}
    if (cancelRequested) stop('cancelled')
    else if (performance.now() >= endsAtMs) stop('budget')
    else stop(notFound ? 'disowned' : 'worker')
  }
  // Timers hold 2^31 - 1 ms at most, which is 24 days.
  const timer = setTimeout(() => stop('budget'), Math.min(leftMs, 2 ** 31 - 1))
  if (context.cancellationSignal.aborted) onCancel()
  else context.cancellationSignal.addEventListener('abort', onCancel, { once: true })
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}

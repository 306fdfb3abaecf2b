/**
 * `jobLifecycle`: the parent workflow of every job. It has no timeout of its own, so that archives and the final status
 * are still written however the run ends (completion, cancellation, the server's time budget, an operator).
 */
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
  startChild,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import type { Activities } from '@seine/activities/registry.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import type { FinaliseResult, RunMemo, RunOutcome } from '@seine/shared/temporal/shapes.ts'
import { finaliseOptions } from '../activity-calls/activity-options.ts'
import { finaliseLocally } from './finalise-locally.ts'
import { batchPages, batchRun } from './batch-run.ts'
import { crawlPages, crawlRun } from './crawl-run.ts'
import { cancelCurrentRun } from './cancel-current-run.ts'
import { isCompact } from './compact-history.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'
import { isBudgetEnd, jobFailed, outcomeOf } from '../activity-calls/failures.ts'
import { JobPause } from './job-pause.ts'
import { endedDetails, endingDetails, runningDetails, unrecordedDetails } from './lifecycle-details.ts'
import { startWebhooks, notifyEnd, notifyNoEnd, notifyUnrecordedEnd } from './receivers.ts'
import { pauseSignal, resumeSignal } from './pause-signals.ts'
import { isSmall, workflowOfJob, type RunBeginning } from './run-place.ts'
import { runSlices, type RunInput } from './slice-window.ts'
import { startDeliveries } from './target-deliveries.ts'

const jobStatus = defineSearchAttributeKey('JobStatus', SearchAttributeType.KEYWORD)
const pagesTotal = defineSearchAttributeKey('PagesTotal', SearchAttributeType.INT)
const pagesFailed = defineSearchAttributeKey('PagesFailed', SearchAttributeType.INT)
const jobKind = defineSearchAttributeKey('JobKind', SearchAttributeType.KEYWORD)
const targetHost = defineSearchAttributeKey('TargetHost', SearchAttributeType.KEYWORD)
const tenant = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

/** Message for callers when the record of a job could not be written. */
const withoutRecord = 'the job failed before it could write its results'

const { finaliseJob } = proxyActivities<Activities>(finaliseOptions)

/**
 * Runs a job and finalises it whatever happened.
 * @returns the final counters of a completed job.
 * @throws the cancellation of a cancelled job; ApplicationFailure `JobFailed` for a failed one, so that the close
 *   status that operators see equals the status of the API. (Only when an operator cancels a run alone, without its
 *   lifecycle, does the lifecycle close as failed.)
 */
export async function jobLifecycle(input: RunInput): Promise<FinaliseResult> {
  let outcome: RunOutcome = { status: 'completed' }
  let fault: unknown
  const pause = new JobPause()
  const compact = isCompact(input)
  let report: EndReport = null
  setCurrentDetails(runningDetails(input))
  await startWebhooks(input)
  try {
    report = await runToItsEnd(input, pause, compact)
  } catch (error) {
    // A fault of this code, not of the job: the workflow task fails, and continues once the code is mended.
    if (!(error instanceof TemporalFailure)) throw error
    fault = error
    outcome = outcomeOf(error, input.scheduleToCloseTimeoutSecs)
  }
  return await CancellationScope.nonCancellable(async () => {
    // A slice whose run has ended learns this with its next heartbeat and then flushes.
    setCurrentDetails(endingDetails(outcome))
    const graceMs = isBudgetEnd(fault) ? temporalLimits.budgetGraceMs : temporalLimits.flushGraceMs
    if (outcome.status === 'failed') await sleep(graceMs, { summary: 'time for slices to store fetched pages' })
    const result = await finalise(input, outcome, { fault, report })
    if (result.failure !== undefined) outcome = { status: 'failed', error: result.failure }
    if (result.wasCompleted === true) outcome = { status: 'completed' }
    upsertSearchAttributes([
      { key: jobStatus, value: outcome.status },
      { key: pagesTotal, value: result.total },
      { key: pagesFailed, value: result.failed },
    ])
    setCurrentDetails(endedDetails(outcome, result))
    await notifyEnd(input, result, outcome.status)
    await startDeliveries(input)
    if (outcome.status === 'cancelled') throw fault
    if (outcome.status === 'failed') throw jobFailed(outcome.error)
    return result
  })
}

/**
 * Reports that the run has completed, when no memo has this status yet: then the job may end in the same workflow task.
 * null: the end is reported, or was no completion.
 */
type EndReport = (() => void) | null

/**
 * @param run `fault`: what ended the run; thrown when a cancelled job has no record.
 */
async function finalise(
  input: RunInput,
  outcome: RunOutcome,
  { fault, report }: { fault: unknown; report: EndReport },
): Promise<FinaliseResult> {
  const endedAtMs = Date.now()
  // Slices stop by themselves when the budget ends, so their results are waited for.
  const flush = isBudgetEnd(fault) ? { flushUntilMs: endedAtMs + temporalLimits.flushGraceMs } : {}
  const call = { jobId: input.jobId, tenant: input.tenant, outcome, endedAtMs, ...flush }
  const summary = `archives, status ${outcome.status}`
  if (report !== null) {
    const result = await finaliseLocally(call, summary)
    // Notifications and deliveries take further workflow tasks, during which the status has to be right.
    if (result === null || input.notify !== undefined || input.deliverTo !== undefined) report()
    if (result !== null) return result
  }
  try {
    return await finaliseJob.executeWithOptions({ summary }, [call])
  } catch (error) {
    if (!patched('end-without-record')) {
      await notifyNoEnd(input)
      throw error
    }
    const known = outcome.status === 'cancelled' ? outcome.status : 'failed'
    upsertSearchAttributes([{ key: jobStatus, value: known }])
    setCurrentDetails(unrecordedDetails(outcome))
    const status = known === 'cancelled' ? { status: known } : {}
    await notifyUnrecordedEnd(input, known, { error: withoutRecord, endedAtMs, ...status })
    throw outcome.status === 'cancelled' ? fault : error
  }
}

async function runToItsEnd(input: RunInput, pause: JobPause, compact: boolean): Promise<EndReport> {
  const budgetMs = input.scheduleToCloseTimeoutSecs * 1_000
  const form = formWithin(input, compact)
  if (form === null) {
    await runChild(input, pause, { budgetMs })
    return null
  }
  const beganAtMs = Date.now()
  try {
    return await runWithin(input, pause, { beganAtMs, ...form })
  } catch (error) {
    if (!(error instanceof RunMoved)) throw error
    const { memo, next } = error
    await runChild(next, pause, { budgetMs: Math.max(1, beganAtMs + budgetMs - Date.now()), memo })
    return null
  }
}

type FormOfRun = Pick<RunBeginning, 'reportsBeforeSitemaps' | 'isCompact'>

/**
 * Returns the form of the history of a run inside the workflow of its job; null: the run has a workflow of its own, as
 * that of a job which is not small and that of every job of the oldest workers.
 */
function formWithin(input: RunInput, compact: boolean): FormOfRun | null {
  if (!isSmall(input)) return null
  if (compact) return { reportsBeforeSitemaps: true, isCompact: true }
  // Only one of the two is recorded in a history: a second marker would cost two events more.
  if (patched('run-within-reports')) return { reportsBeforeSitemaps: true, isCompact: false }
  return patched('run-within') ? { reportsBeforeSitemaps: false, isCompact: false } : null
}

/** Ends a run inside the workflow of its job when the history has become long: it continues in a workflow of its own. */
class RunMoved extends Error {
  readonly memo: RunMemo
  readonly next: RunInput

  constructor(memo: RunMemo, next: RunInput) {
    super('the run of a small job moves to a workflow of its own')
    this.memo = memo
    this.next = next
  }
}

const move = (memo: RunMemo, next: RunInput): Promise<never> => Promise.reject(new RunMoved(memo, next))

/**
 * Runs the pages of a small job in this workflow.
 * @throws RunMoved when the history has become long.
 */
async function runWithin(
  input: RunInput,
  pause: JobPause,
  start: Omit<RunBeginning, 'leaveReport'>,
): Promise<EndReport> {
  const pages = input.kind === 'crawl' ? crawlPages(input) : batchPages(input)
  const left: { report: EndReport } = { report: null }
  const leaveReport = (report: () => void): void => {
    left.report = report
  }
  try {
    const place = workflowOfJob(pause, { ...start, leaveReport })
    await runSlices({ ...input, paused: pause.begin() }, { ...pages, place, again: move })
    return left.report
  } finally {
    pause.end()
  }
}

/**
 * Runs the pages of a job in a workflow that the server ends with its time budget.
 * @param start `budgetMs`: the time budget, milliseconds; `memo`: of a run that has moved.
 */
async function runChild(input: RunInput, pause: JobPause, start: { budgetMs: number; memo?: RunMemo }): Promise<void> {
  const { budgetMs, memo } = start
  const run = await startChild(input.kind === 'crawl' ? crawlRun : batchRun, {
    args: [pause.begin() ? { ...input, paused: true } : input],
    workflowId: runIdOf(input.jobId),
    workflowExecutionTimeout: budgetMs,
    ...(memo === undefined ? {} : { memo: { ...memo } }),
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    typedSearchAttributes: [
      { key: jobKind, value: input.kind },
      { key: targetHost, value: input.host },
      { key: tenant, value: input.tenant },
    ],
    staticSummary: `${input.kind} run · ${input.host} · limit ${input.limit}`,
    staticDetails: `loads the pages of job \`${input.jobId}\` in slices; to stop it, cancel the job, not this run`,
  })
  pause.follow((paused) => run.signal(paused ? pauseSignal : resumeSignal))
  const endCancelling = cancelCurrentRun(run.workflowId)
  try {
    await run.result()
  } finally {
    endCancelling()
    pause.end()
  }
}

endsWithRelease(jobLifecycle)

/**
 * `watchRun`: one run of a watch. Its workflow id is the lock of the watch: only one run is in progress. It starts an
 * ordinary job, then compares its pages with the last good state, then has notices and a mail sent by other workflows.
 */
import {
  CancellationScope,
  ParentClosePolicy,
  getExternalWorkflowHandle,
  patched,
  proxyActivities,
  setCurrentDetails,
  startChild,
  type ChildWorkflowHandle,
} from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType, WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import type { Activities } from '@seine/activities/registry.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { taskQueues, watchMailIdOf, watchNoticesIdOf } from '@seine/shared/temporal/names.ts'
import type {
  BegunWatchRun,
  WatchMailInput,
  WatchRunInput,
  WatchRunResult,
} from '@seine/shared/temporal/watch-shapes.ts'
import { controlOptions, mailOptions } from '../activity-calls/activity-options.ts'
import { watchMail } from './watch-mail.ts'
import { watchNotices, watchRunEnded } from './watch-notices.ts'
import { jobLifecycle } from '../jobs/job-lifecycle.ts'

const jobKind = defineSearchAttributeKey('JobKind', SearchAttributeType.KEYWORD)
const jobStatus = defineSearchAttributeKey('JobStatus', SearchAttributeType.KEYWORD)
const targetHost = defineSearchAttributeKey('TargetHost', SearchAttributeType.KEYWORD)
const tenant = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

const { beginWatchRun, pruneWatch } = proxyActivities<Activities>(controlOptions(watchLimits.stepTimeoutMs))
const { compareWatchRun } = proxyActivities<Activities>({
  ...controlOptions(watchLimits.runGraceMs),
  startToCloseTimeout: watchLimits.stepTimeoutMs,
})

/** For runs whose histories have this activity: earlier releases sent the mail inside the run. */
const { sendWatchMail } = proxyActivities<Activities>({
  ...mailOptions,
  scheduleToCloseTimeout: watchLimits.stepTimeoutMs,
})

/** Status of a running job of each kind, as its search attribute has it. */
const runningStatuses = { crawl: 'crawling', batch: 'scraping' } as const

async function startJob({
  job,
  memo,
  summary,
  jobId,
}: BegunWatchRun): Promise<ChildWorkflowHandle<typeof jobLifecycle>> {
  return await startChild(jobLifecycle, {
    args: [job],
    workflowId: jobId,
    taskQueue: taskQueues.control,
    // The job ends by itself, whatever becomes of the run.
    parentClosePolicy: ParentClosePolicy.ABANDON,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    memo,
    typedSearchAttributes: [
      { key: jobKind, value: job.kind },
      { key: jobStatus, value: runningStatuses[job.kind] },
      { key: targetHost, value: job.host },
      { key: tenant, value: job.tenant },
    ],
    staticSummary: summary,
  })
}

/** Runs the job of a run to its end, however it ends; its record says how. */
async function runJob(begun: BegunWatchRun): Promise<void> {
  try {
    const job = await startJob(begun)
    await job.result()
  } catch {
    // A job that failed, was cancelled, or was started by another run under the same id.
  }
}

/** Hands the notices of a run to the chain of its watch; they are sent after those of earlier runs. */
async function notify({ tenant: owner, watchId }: { tenant: string; watchId: string }, n: number): Promise<void> {
  const workflowId = watchNoticesIdOf({ tenant: owner, id: watchId })
  for (;;) {
    try {
      await startChild(watchNotices, {
        args: [{ tenant: owner, watchId, due: [n] }],
        workflowId,
        parentClosePolicy: ParentClosePolicy.ABANDON,
        typedSearchAttributes: [{ key: tenant, value: owner }],
        staticSummary: `notices of watch ${watchId}`,
      })
      return
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
    try {
      await getExternalWorkflowHandle(workflowId).signal(watchRunEnded, n)
      return
    } catch {
      // The chain has just ended: it is started anew.
    }
  }
}

/** Has the mail about a run sent; one that cannot be sent does not fail the run. */
async function mail(input: WatchMailInput, runId: string): Promise<void> {
  const { tenant: owner, watchId, n } = input
  if (!patched('mail-beside-the-run')) {
    // The activity has logged why.
    await sendWatchMail(input).catch(() => undefined)
    return
  }
  try {
    await startChild(watchMail, {
      args: [input],
      workflowId: watchMailIdOf({ tenant: owner, id: watchId }, runId),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: [{ key: tenant, value: owner }],
      staticSummary: `mail about run ${n} of watch ${watchId}`,
    })
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
  }
}

/**
 * Runs a watch once.
 * @returns null when there was nothing to run: the watch is deleted, or paused and the schedule wanted the run; or when
 *   the run was skipped, because the key of the watch had no room for another job.
 */
export async function watchRun(input: WatchRunInput): Promise<WatchRunResult | null> {
  const begun = await beginWatchRun(input, Date.now())
  if (begun === null) return null
  const { n, jobId, runId } = begun
  setCurrentDetails(`**run ${n}** \`${runId}\` · job \`${jobId}\``)
  await runJob(begun)
  return await CancellationScope.nonCancellable(async () => {
    const watch = { tenant: input.tenant, watchId: input.watchId }
    const endedAt = new Date(Date.now()).toISOString()
    const result = await compareWatchRun({ ...watch, n, jobId, endedAt })
    if (result === null) return null
    const counts = Object.entries(result.counts).map(([state, count]) => `${state} ${count}`)
    setCurrentDetails(`**${result.status}** · ${counts.join(' · ')}`)
    if (result.notices) await notify(watch, n)
    if (result.email) await mail({ ...watch, n }, runId)
    await pruneWatch(watch)
    return result
  })
}

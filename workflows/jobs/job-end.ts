/**
 * Finalises a job: a small one as a local activity in the worker that has its lifecycle in memory, any other through
 * the queue of archives. A small job thus waits neither for the archives of large ones nor for another workflow task,
 * and costs Temporal four writes less.
 */
import { ActivityCancellationType, log, patched, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import type { FinaliseInput, FinaliseResult, JobCounters } from '@seine/shared/temporal/shapes.ts'
import { finaliseOptions } from '../activity-calls/activity-options.ts'

const { finaliseJob } = proxyActivities<Activities>(finaliseOptions)

/**
 * Writes archives and record of a job.
 * @param counters of a run that completed; null when it ended otherwise.
 * @throws ActivityFailure when that cannot be done within a day.
 */
export async function finalise(call: FinaliseInput, counters: JobCounters | null): Promise<FinaliseResult> {
  const summary = `archives, status ${call.outcome.status}`
  return (await locally(call, counters, summary)) ?? (await finaliseJob.executeWithOptions({ summary }, [call]))
}

/**
 * Finalises locally, within the workflow task. Must run where a cancellation has no effect: the job has ended.
 * @returns null when the queue has to be used: its retries do not occupy a workflow task.
 */
async function locally(
  call: FinaliseInput,
  counters: JobCounters | null,
  summary: string,
): Promise<FinaliseResult | null> {
  if (counters === null || counters.total > archiveLimits.localPagesMax) return null
  if (!patched('finalise-locally')) return null
  const local = proxyLocalActivities<Activities>({
    startToCloseTimeout: temporalLimits.localFinaliseMs,
    scheduleToCloseTimeout: temporalLimits.localFinaliseMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  })
  try {
    return await local.finaliseJob.executeWithOptions({ summary }, [call])
  } catch (error) {
    log.info('a job is finalised through the queue', { error: String(error) })
    return null
  }
}

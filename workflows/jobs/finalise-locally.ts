/**
 * Ends a job of one page in a local activity: one event in the history instead of three, and no further workflow task.
 */
import { ActivityCancellationType, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'

const { finaliseJob } = proxyLocalActivities<Activities>({
  startToCloseTimeout: temporalLimits.localEndMs,
  scheduleToCloseTimeout: temporalLimits.localEndMs,
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
})

/**
 * Writes archives and final status in the worker that has the workflow in its cache, once.
 * @returns null when the queue of archives has to do it, whatever the reason: its retries do not keep a workflow task
 *   open, and it counts attempts that kill their worker.
 */
export async function finaliseLocally(call: FinaliseInput, summary: string): Promise<FinaliseResult | null> {
  try {
    return await finaliseJob.executeWithOptions({ summary }, [call])
  } catch {
    return null
  }
}

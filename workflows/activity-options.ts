/** Timeouts and retries of the activities that workflows call. */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { taskQueues, type Lane } from '@seine/shared/temporal/names.ts'

const retry = {
  initialInterval: temporalLimits.activityRetryInitialMs,
  backoffCoefficient: 2,
  maximumInterval: temporalLimits.activityRetryMaxMs,
}

/** Short work on the `control` queue: retried without end inside the budget that is left. */
export const controlOptions = (budgetLeftMs: number): ActivityOptions => ({
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: budgetLeftMs,
  startToCloseTimeout: Math.min(budgetLeftMs, temporalLimits.controlStartToCloseMs),
  heartbeatTimeout: temporalLimits.controlHeartbeatTimeoutMs,
  retry,
})

/** A slice: stalled after `heartbeatTimeoutSecs` without progress, never longer than the budget. */
export const sliceOptions = (lane: Lane, budgetLeftMs: number, heartbeatTimeoutSecs: number): ActivityOptions => ({
  taskQueue: lane === 'browser' ? taskQueues.browserPages : taskQueues.pages,
  scheduleToCloseTimeout: budgetLeftMs,
  heartbeatTimeout: heartbeatTimeoutSecs * 1_000,
  // A cancelled slice still flushes what it has fetched; without this the run would not wait for it.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Attempts end mostly because a worker went away, which is no reason to let the job rest.
  retry: { ...retry, maximumInterval: temporalLimits.sliceRetryMaxMs },
})

/** Writing archives and the final status: outside the job's own budget. */
export const finaliseOptions: ActivityOptions = {
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: temporalLimits.finaliseTimeoutMs,
  heartbeatTimeout: temporalLimits.finaliseHeartbeatTimeoutMs,
  retry,
}

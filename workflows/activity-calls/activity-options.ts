/** Timeouts and retries of the activities that workflows call. */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { mailLimits, webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
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
  taskQueue: taskQueues.archives,
  scheduleToCloseTimeout: temporalLimits.finaliseTimeoutMs,
  heartbeatTimeout: temporalLimits.finaliseHeartbeatTimeoutMs,
  retry,
}

/**
 * Calling receivers of webhooks. A call that has reached nobody is an ordinary result, and how often it is
 * repeated is not for Temporal to say; what is retried here is work that a worker did not bring to its end.
 */
export const notifyOptions: ActivityOptions = {
  taskQueue: taskQueues.notify,
  startToCloseTimeout: webhookLimits.activityStartToCloseMs,
  heartbeatTimeout: webhookLimits.activityHeartbeatTimeoutMs,
  retry,
}

/** One try at an event that somebody asked for again; what is in its way for an hour ends it. */
export const redeliveryOptions: ActivityOptions = {
  ...notifyOptions,
  scheduleToCloseTimeout: webhookLimits.pageWindowSecs * 1_000,
}

/** Handing a mail to its server, which may be away for long. */
export const mailOptions: ActivityOptions = {
  taskQueue: taskQueues.notify,
  scheduleToCloseTimeout: mailLimits.giveUpSecs * 1_000,
  startToCloseTimeout: mailLimits.startToCloseMs,
  heartbeatTimeout: webhookLimits.activityHeartbeatTimeoutMs,
  retry: {
    initialInterval: mailLimits.retryInitialMs,
    backoffCoefficient: 2,
    maximumInterval: mailLimits.retryMaxMs,
  },
}

/** A run of a playbook: what is left of its time goes to another worker when one dies. @param runMaxMs longest run. */
export const playbookOptions = (runMaxMs: number): ActivityOptions => ({
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: runMaxMs + sessionLimits.runGraceMs,
  heartbeatTimeout: sessionLimits.runHeartbeatTimeoutMs,
  retry: { ...retry, maximumInterval: temporalLimits.sliceRetryMaxMs },
})

/** Deleting what a session owned. */
export const removeSessionOptions: ActivityOptions = {
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: sessionLimits.removeTimeoutMs,
  startToCloseTimeout: sessionLimits.removeStartToCloseMs,
  retry,
}

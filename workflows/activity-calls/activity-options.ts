/** Timeouts and retries of the activities that workflows call. */
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { deliveryLimits, mailLimits, webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { taskQueues, type Lane } from '@seine/shared/temporal/names.ts'

const retry = {
  initialInterval: temporalLimits.activityRetryInitialMs,
  backoffCoefficient: 2,
  maximumInterval: temporalLimits.activityRetryMaxMs,
}

/** Options of short work on the `control` queue: retried without a limit within the remaining budget. */
export const controlOptions = (budgetLeftMs: number): ActivityOptions => ({
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: budgetLeftMs,
  startToCloseTimeout: Math.min(budgetLeftMs, temporalLimits.controlStartToCloseMs),
  heartbeatTimeout: temporalLimits.controlHeartbeatTimeoutMs,
  retry,
})

/** Options of a slice: stalled after `heartbeatTimeoutSecs` without progress, never longer than the budget. */
export const sliceOptions = (lane: Lane, budgetLeftMs: number, heartbeatTimeoutSecs: number): ActivityOptions => ({
  taskQueue: lane === 'browser' ? taskQueues.browserPages : taskQueues.pages,
  scheduleToCloseTimeout: budgetLeftMs,
  heartbeatTimeout: heartbeatTimeoutSecs * 1_000,
  // A cancelled slice still flushes what it has fetched; without this option, the run would not wait for it.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  // Attempts mostly end because a worker shut down, which is no reason to delay the job.
  retry: { ...retry, maximumInterval: temporalLimits.sliceRetryMaxMs },
})

/** Options of writing archives and the final status; they are not part of the job's own budget. */
export const finaliseOptions: ActivityOptions = {
  taskQueue: taskQueues.archives,
  scheduleToCloseTimeout: temporalLimits.finaliseTimeoutMs,
  heartbeatTimeout: temporalLimits.finaliseHeartbeatTimeoutMs,
  retry,
}

/**
 * Options of calling webhook receivers. An unsuccessful call is an ordinary result, and Temporal does not decide how
 * often it is repeated; Temporal only retries work that a worker did not finish.
 */
export const notifyOptions: ActivityOptions = {
  taskQueue: taskQueues.notify,
  startToCloseTimeout: webhookLimits.activityStartToCloseMs,
  heartbeatTimeout: webhookLimits.activityHeartbeatTimeoutMs,
  retry,
}

/** Options of one try of a requested redelivery; it fails when it cannot be completed within an hour. */
export const redeliveryOptions: ActivityOptions = {
  ...notifyOptions,
  scheduleToCloseTimeout: webhookLimits.pageWindowSecs * 1_000,
}

/** Options of passing a mail to its server, which may be unavailable for long. */
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

/**
 * Options of copying the archives of a job to a target. The activity gives up by itself after the time that the service
 * sets; this is the longest one. It also sets the pauses after faults of the target, up to the maximum. The interval here
 * is for workers that died and for the own store; it does not grow, because waiting for a turn counts as an attempt.
 */
export const deliveryOptions: ActivityOptions = {
  taskQueue: taskQueues.deliveries,
  scheduleToCloseTimeout: (deliveryLimits.giveUpSecsMax + deliveryLimits.failGraceSecs) * 1_000,
  heartbeatTimeout: deliveryLimits.heartbeatTimeoutMs,
  retry: {
    initialInterval: deliveryLimits.ownRetryMs,
    backoffCoefficient: 1,
    maximumInterval: deliveryLimits.retryMaxMs,
  },
}

/** Options of writing that a delivery has failed. */
export const failedDeliveryOptions: ActivityOptions = {
  ...deliveryOptions,
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: deliveryLimits.failGraceSecs * 1_000,
}

/** Options of a playbook run: when a worker dies, another one gets the remaining time. @param runMaxMs longest run. */
export const playbookOptions = (runMaxMs: number): ActivityOptions => ({
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: runMaxMs + sessionLimits.runGraceMs,
  heartbeatTimeout: sessionLimits.runHeartbeatTimeoutMs,
  retry: { ...retry, maximumInterval: temporalLimits.sliceRetryMaxMs },
})

/** Options of deleting the objects of a session. */
export const removeSessionOptions: ActivityOptions = {
  taskQueue: taskQueues.control,
  scheduleToCloseTimeout: sessionLimits.removeTimeoutMs,
  startToCloseTimeout: sessionLimits.removeStartToCloseMs,
  retry,
}

/** The failures of a run, and how its parent distinguishes them: by type, never by message text. */
import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/workflow'
import { ApplicationFailureCategory } from '@temporalio/common'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'

/** Creates a failure that is an ordinary outcome of a job: not retried, not an error in logs. */
const expected = (type: string, message: string): ApplicationFailure =>
  ApplicationFailure.create({ type, message, nonRetryable: true, category: ApplicationFailureCategory.BENIGN })

/** No page could be attempted. */
export const runFailed = (message: string): ApplicationFailure => expected('RunFailed', message)

/** The overall time budget is exhausted. */
export const budgetExceeded = (budgetSecs: number): ApplicationFailure =>
  expected('BudgetExceeded', `the time budget of ${budgetSecs} s (scheduleToCloseTimeoutSecs) is used up`)

/** The job failed. Its close status in Temporal equals that of the API. */
export const jobFailed = (message: string): ApplicationFailure => expected('JobFailed', message)

/** Returns true when an activity could not finish within its budget. */
export function isBudgetTimeout(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    // The last attempt failed and another one would not fit into the budget, or no attempt could finish within it.
    (error.retryState === 'TIMEOUT' ||
      (error.cause instanceof TimeoutFailure && error.cause.timeoutType === 'SCHEDULE_TO_CLOSE'))
  )
}

/** Returns true when the time budget ended a run. @param error the error of awaiting the child. */
export function isBudgetEnd(error: unknown): boolean {
  const cause = error instanceof ChildWorkflowFailure ? error.cause : error
  return cause instanceof TimeoutFailure || (cause instanceof ApplicationFailure && cause.type === 'BudgetExceeded')
}

/**
 * Returns the outcome of the job from the error of its child run.
 * @param error the error of awaiting the child.
 */
export function outcomeOf(error: unknown, budgetSecs: number): RunOutcome {
  if (isCancellation(error)) return { status: 'cancelled' }
  const cause = error instanceof ChildWorkflowFailure ? error.cause : error
  if (cause instanceof TimeoutFailure) return { status: 'failed', error: budgetExceeded(budgetSecs).message }
  if (cause instanceof TerminatedFailure) return { status: 'failed', error: 'the run was terminated by an operator' }
  if (cause instanceof ApplicationFailure && (cause.type === 'RunFailed' || cause.type === 'BudgetExceeded')) {
    return { status: 'failed', error: cause.message }
  }
  return { status: 'failed', error: faultText(cause) }
}

/** Returns the text for callers about a fault of an activity, without internal details. */
function faultText(cause: unknown): string {
  const fault = cause instanceof ActivityFailure ? cause.cause : null
  if (fault instanceof ApplicationFailure && fault.type === 'FrontierLostError') {
    return 'the stored state of the URLs of the job is damaged; its results are those that could be read'
  }
  if (fault instanceof ApplicationFailure && fault.type === 'SealError') {
    return 'the service no longer has the key with which the headers, body, typed texts or receivers of the job were sealed; its results are those from before'
  }
  if (fault instanceof ApplicationFailure && fault.type === 'AttemptsFailedError') {
    return 'the run failed in all attempts with an internal fault; see the Temporal Web UI'
  }
  const isRepeated = fault instanceof ApplicationFailure && fault.nonRetryable === true
  const times = isRepeated ? 'failed three times with the same internal fault' : 'ended with an internal fault'
  return `the run ${times}; see the Temporal Web UI`
}

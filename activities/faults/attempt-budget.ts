/** The time that an attempt at an activity has left, although the clocks of worker and Temporal may differ. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { clamp } from '@seine/shared/values/clamp.ts'

/** Times of an attempt by the clock of Temporal, epoch milliseconds, and the budget of all attempts, milliseconds. */
export interface ActivityAttemptTimes {
  scheduledTimestampMs: number
  currentAttemptScheduledTimestampMs: number
  scheduleToCloseTimeoutMs: number
}

/**
 * Returns what is left of the budget when an attempt begins, milliseconds. Temporal starts no attempt after the budget:
 * a clock by which it is over, or has more left than when the attempt was scheduled, is wrong.
 * @param nowMs clock of this machine, epoch milliseconds.
 */
export function budgetLeftMs(times: ActivityAttemptTimes, nowMs: number = Date.now()): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs, scheduleToCloseTimeoutMs } = times
  const endsAtMs = scheduledTimestampMs + scheduleToCloseTimeoutMs
  const mostMs = Math.max(0, endsAtMs - currentAttemptScheduledTimestampMs)
  const leftMs = endsAtMs - nowMs
  return leftMs < -temporalLimits.clockToleranceMs ? mostMs : clamp(leftMs, 0, mostMs)
}

/** How long a call may hold a session. */
import { callSessionLimits } from '@seine/shared/config/session-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

/**
 * Returns how long a call may hold a session, milliseconds: until the end of its budget, plus time to give it back.
 */
export const callLeaseMs = (deadlineMs: number): number =>
  Math.max(0, deadlineMs - monotonicNow()) + callSessionLimits.leaseGraceMs

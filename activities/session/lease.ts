/** How long a call may hold a session. */
import { callSessionLimits } from '@seine/shared/config/session-limits.ts'

/** How long a call may have a session, milliseconds: to the end of its budget, and to give it back. */
export const callLeaseMs = (deadlineMs: number): number =>
  Math.max(0, deadlineMs - Date.now()) + callSessionLimits.leaseGraceMs

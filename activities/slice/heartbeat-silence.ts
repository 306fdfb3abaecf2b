/** Whether a slice may skip a heartbeat: each is a write to the database of Temporal. */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'

export interface SilentSlice {
  /** Time since its last heartbeat, milliseconds. */
  silentMs: number
  /** Whether it waits for its hosts, and has nothing new to report. */
  waits: boolean
  /** Time until its next page may start, milliseconds. */
  startsInMs: number
  /** How long it may be silent, as the number of slices in the process permits, milliseconds. */
  silenceMs: number
  heartbeatTimeoutMs: number
}

/**
 * Returns whether a slice may skip the heartbeat of this interval. A cancellation arrives with the response to a
 * heartbeat: a waiting slice sends one in the second before each page that it starts, and sends them so often that a
 * cancelled one still has half of its grace to store its pages.
 */
export function mayBeSilent({ silentMs, waits, startsInMs, silenceMs, heartbeatTimeoutMs }: SilentSlice): boolean {
  const { silenceBeforeStartMs, silenceShareMax, silenceMsMax, heartbeatIntervalMs } = sliceLimits
  const lastWasBeforeMs = startsInMs + silentMs
  if (waits && startsInMs < silenceBeforeStartMs && lastWasBeforeMs >= silenceBeforeStartMs) return false
  return silentMs + heartbeatIntervalMs < Math.min(heartbeatTimeoutMs * silenceShareMax, silenceMsMax, silenceMs)
}

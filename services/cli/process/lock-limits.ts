/** Limits of locks between processes. The unit is in the name. */

export const lockLimits = {
  /** Interval at which a process looks whether the lock that it waits for is free. */
  pollMs: 200,
  /** An older lock takeover was left behind by a process that died during it. */
  takeoverMs: 10_000,
} as const

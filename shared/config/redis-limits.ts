/** Limits of Redis, through which processes share state. When a command takes longer, processes go on without it. */
export const redisLimits = {
  deadlineMs: 250,
  /** Deadline of an exchange about many hosts, for which no request waits. */
  exchangeDeadlineMs: 1_000,
  connectTimeoutMs: 2_000,
  /** Pause before connecting again: it grows by the step with each try, up to the maximum. */
  reconnectStepMs: 100,
  reconnectMaxMs: 1_000,
} as const

/** Redis, where processes share what is theirs together. What takes longer is done without. */
export const redisLimits = {
  deadlineMs: 250,
  /** Of an exchange on many hosts, which no request waits for. */
  exchangeDeadlineMs: 1_000,
  connectTimeoutMs: 2_000,
  /** Pauses before it is connected to again: so much longer each time, up to the most. */
  reconnectStepMs: 100,
  reconnectMaxMs: 1_000,
} as const

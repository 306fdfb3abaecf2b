/** Rates and quotas of the API. Settings that an operator may change take their defaults from here. */
export const apiLimits = {
  /** Defaults per API key. */
  startsPerMinuteDefault: 3_000,
  readsPerMinuteDefault: 300_000,
  callsPerMinuteDefault: 6_000,
  concurrentJobsDefault: 5_000,
  streamsDefault: 500,
  /** Per client address: answers with status 401. */
  refusedKeysPerMinute: 300,
  /** Addresses whose refused keys are counted; beyond it the oldest counts are dropped. */
  refusedAddressesMax: 20_000,
  rateMax: 10_000_000,
  windowSecs: 60,
  concurrencyRetryAfterSecs: 5,
  /** A start relies on a count of running jobs that is at most this old and at least this far below the quota. */
  runningCountFreshMs: 1_000,
  runningCountMarginJobs: 500,
  /**
   * When starts in several gateways reach a quota at the same time, they give way and try again after pauses of up to
   * these lengths.
   */
  quotaRetryPausesMs: [100, 300, 900],
  /** Tickets older than this, milliseconds, may belong to jobs that never started or have ended. */
  ticketStaleMs: 60_000,
  /** A job that was seen running is not checked again for this long. */
  ticketRecheckMs: 300_000,
  /** Tickets that are checked when a quota is reached, and the shortest interval between such checks. */
  ticketsCheckedMax: 50,
  ticketCheckIntervalMs: 1_000,
  /** A ticket younger than this may belong to a start in another gateway that is about to give way. */
  ticketNewMs: 5_000,
  /** Starts whose outcome is unknown. They are remembered until a quota is reached. */
  doubtfulTicketsMax: 20_000,
  /** Limits of the key file. */
  keysMax: 10_000,
  webhookSecretsMax: 4,
  webhookSecretMinBytes: 24,
  webhookSecretMaxBytes: 64,
} as const

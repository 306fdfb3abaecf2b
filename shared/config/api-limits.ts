/** Rates and quotas of the API; what an operator may change takes its default from here. */
export const apiLimits = {
  /** Per key. */
  startsPerMinuteDefault: 3_000,
  readsPerMinuteDefault: 300_000,
  callsPerMinuteDefault: 6_000,
  concurrentJobsDefault: 5_000,
  streamsDefault: 500,
  /** Per address: answers 401. */
  refusedKeysPerMinute: 300,
  /** Addresses whose refused keys are counted; beyond it the oldest counts are dropped. */
  refusedAddressesMax: 20_000,
  rateMax: 10_000_000,
  windowSecs: 60,
  concurrencyRetryAfterSecs: 5,
  /** How old a count of running jobs may be, and how far below the quota, for a start to rely on it. */
  runningCountFreshMs: 1_000,
  runningCountMarginJobs: 500,
  /** Starts that meet at a quota in several gateways give way and try again, after pauses up to these. */
  quotaRetryPausesMs: [100, 300, 900],
  /** Tickets of this age, milliseconds, may be of jobs that never started or are over. */
  ticketStaleMs: 60_000,
  /** A job that was seen to run is not asked after again so soon. */
  ticketRecheckMs: 300_000,
  /** Tickets that are looked into when a quota is met, and how often at most. */
  ticketsCheckedMax: 50,
  ticketCheckIntervalMs: 1_000,
  /** A ticket this young may be of a start in another gateway that is about to give way. */
  ticketNewMs: 5_000,
  /** Starts of which it is not known what became; remembered until a quota is met. */
  doubtfulTicketsMax: 20_000,
  /** The key file. */
  keysMax: 10_000,
  webhookSecretsMax: 4,
  webhookSecretMinBytes: 24,
  webhookSecretMaxBytes: 64,
} as const

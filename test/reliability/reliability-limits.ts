/** Bounds of the reliability rows. A shortened form has its own where it does less. */
export const reliabilityLimits = {
  /** A row that has not ended by then has failed. */
  rowTimeoutMs: 20 * 60_000,
  shortRowTimeoutMs: 240_000,
  /** How long the calls of a bystander are measured before an attack. */
  idleMs: 8_000,
  shortIdleMs: 1_500,
  /** An attack that ends sooner is measured to here: a percentile needs samples. */
  attackWatchedMinMs: 3_000,
  shortAttackWatchedMinMs: 500,
  /** Pause between two calls of one kind. */
  bystanderPaceMs: { healthz: 20, status: 20, scrape: 60 },
  /** A call of a bystander that takes longer counts as lost. */
  bystanderCallMs: 20_000,
  /** During an attack p99 may be this multiple of the idle p99. */
  bystanderFactor: 3,
  /** Below these a p99 is never held against an attack: two cores are shared by every process of the run. */
  bystanderFloorMs: { healthz: 50, status: 100, scrape: 300 },
  /** Shortened forms run beside other tests, so that only a service that stands still is held against them. */
  shortBystanderFloorMs: { healthz: 3_000, status: 5_000, scrape: 15_000 },
  /** A call of a row without an answer by then counts as unanswered. */
  callMs: 150_000,
  /** How often resident memory is read. */
  memorySampleMs: 50,
  jobPollMs: 50,
  keyKnownMs: 60_000,
} as const

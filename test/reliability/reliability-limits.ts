/** Limits of the reliability rows. A shortened form has its own limits where it does less. */
export const reliabilityLimits = {
  /** Rows that run beside each other, each on a stack: one of them lasts half an hour and leaves most of two cores. */
  lanes: 3,
  /** A row that has not ended within this time has failed, milliseconds. */
  rowTimeoutMs: 20 * 60_000,
  shortRowTimeoutMs: 240_000,
  /** How long the calls of a bystander are measured before an attack, milliseconds. */
  idleMs: 8_000,
  shortIdleMs: 500,
  /** A shorter attack is measured for at least this time, milliseconds: a percentile needs samples. */
  attackWatchedMinMs: 3_000,
  shortAttackWatchedMinMs: 500,
  /** Pause between two calls of one kind, milliseconds. */
  bystanderPaceMs: { healthz: 20, status: 20, scrape: 60 },
  /** Enough to notice a service that stands still, without being the larger part of the load. */
  shortBystanderPaceMs: { healthz: 400, status: 400, scrape: 800 },
  /** A call of a bystander that takes longer counts as lost, milliseconds. */
  bystanderCallMs: 20_000,
  /** Highest allowed multiple of the idle p99 during an attack. */
  bystanderFactor: 3,
  /** A p99 below these values always passes, milliseconds: two cores are shared by every process of the run. */
  bystanderFloorMs: { healthz: 50, status: 100, scrape: 300 },
  /**
   * For shortened forms, which run beside other tests: only a service that stands still exceeds these, milliseconds.
   */
  shortBystanderFloorMs: { healthz: 3_000, status: 5_000, scrape: 15_000 },
  /** A call of a row without an answer within this time counts as unanswered, milliseconds. */
  callMs: 150_000,
  /** Interval between readings of resident memory, milliseconds. */
  memorySampleMs: 50,
  jobPollMs: 50,
  keyKnownMs: 60_000,
} as const

/** Limits of the host desk: the bounds of a host over all jobs and calls. */

export const hostLimits = {
  /** Pages in flight on one host, over all jobs, calls and workers of the installation. */
  inFlightMax: 32,
  /** A host without users is forgotten after this long, unless its pause lasts longer. */
  forgetAfterMs: 60_000,
  /** A user that left a host keeps its place in the order of permits for this long. */
  userKeptMs: 2_000,
  /** Interval at which the processes that use a host exchange their state of it. */
  exchangeIntervalMs: 500,
  /** Hosts that are exchanged in one round trip. */
  hostsPerExchange: 200,
  /** How long the state that a process has published stays valid: several exchanges may fail. */
  entryKeptMs: 3_000,
  /** A process that has published nothing for this long does not count as part of the installation any more. */
  processKeptMs: 10_000,
  /** The state of a host is removed after this long without an update; longer than any pause. */
  boardKeptMs: 360_000,
  /**
   * A change of the number of users of a process counts for the time slots of a crawl-delay after this long, and a
   * process that joins a host with a crawl-delay while others use it waits this long: by then the others have read it,
   * at their second exchange at the latest.
   */
  joinHoldMs: 1_000,
  /** How long the last known shares stay valid while processes cannot exchange state. */
  partsKeptMs: 5_000,
  /**
   * Time slots after which the turns of processes at a host with a crawl-delay repeat, unless it takes more for each
   * process to have one: the exact division among tenants and users may need too many.
   */
  slotsMax: 1_000,
  /** Share of a crawl-delay by which a start may be late in its time slot. */
  slotLatenessShare: 0.1,
} as const

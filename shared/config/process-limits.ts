/**
 * From SIGTERM to the end of a process: 30 seconds at most, whatever runs. All times but `callsEndMs`,
 * `controlGraceMs`, `controlForceMs` and `lingerMs` count from the signal; slices of jobs are handed over to another
 * worker long before. Archives have the two times of the worker of workflows, but count them from the signal.
 */
export const shutdownLimits = {
  /** Longest time that calls are still accepted after the signal; `SEINE_DRAIN_DELAY_MS` sets it. */
  drainDelayMsMax: 10_000,
  /** Calls and requests in progress may finish until then; then their work is aborted. */
  callsGraceMs: 18_000,
  /** Time of aborted calls to return what they hold and to send their last answer. */
  callsEndMs: 2_000,
  callsPollMs: 50,
  /**
   * Slices are asked to hand themselves over at this time; they cannot be notified at once that their worker shuts
   * down.
   */
  pagesGraceMs: 5_000,
  /** Workers of slices and of notifications are given up at this time. */
  pagesForceMs: 12_000,
  /** Counted from the end of those workers and of archives: advances and playbooks may finish until then. */
  controlGraceMs: 8_000,
  /** Counted likewise: the worker of workflows is given up at this time. */
  controlForceMs: 12_000,
  /** Counted from the end of all work: how long handles of libraries may keep the process alive. */
  lingerMs: 1_000,
  /** The process ends itself at this time, whatever still hangs. */
  exitMs: 28_000,
  /** After this many uncaught errors, a draining process is ended at once. */
  faultsMax: 100,
} as const

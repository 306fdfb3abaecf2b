/** Limits of the processes themselves: their end, what they prepare, what they tell of themselves. */

/**
 * From SIGTERM to the end of a process: 30 seconds at most, whatever runs. Everything counts from the
 * signal but `callsEndMs`; what a job has under way goes to another worker long before.
 */
export const shutdownLimits = {
  /** Longest time that calls are still taken after the signal, which `SEINE_DRAIN_DELAY_MS` asks for. */
  drainDelayMsMax: 10_000,
  /** Calls and requests under way may come to their end until then; then their work is aborted. */
  callsGraceMs: 18_000,
  /** What aborted calls have for giving back what they hold and for their last answer. */
  callsEndMs: 2_000,
  callsPollMs: 50,
  /** Slices are told to hand themselves over then: they cannot be told at once that their worker leaves. */
  pagesGraceMs: 5_000,
  /** Workers of slices and of notices are given up then. */
  pagesForceMs: 12_000,
  /** From the end of those: advances, archives and playbooks may come to their end. */
  controlGraceMs: 8_000,
  /** Likewise: the worker of workflows is given up. */
  controlForceMs: 12_000,
  /** From the end of all work: how long what libraries still hold may keep the process. */
  lingerMs: 1_000,
  /** The process ends itself then, whatever still hangs. */
  exitMs: 28_000,
  /** After so many errors that nothing caught, a process that drains is ended at once. */
  faultsMax: 100,
} as const

/** Preparing Temporal for Seine. */
export const preparationLimits = {
  /** How long a server that starts, and workers that are to come, are waited for. */
  patienceMs: 10 * 60_000,
  /** Between two tries at a store that is not ready. */
  storeRetryMs: 2_000,
  /** For how long Temporal remembers workflows that have ended, in a namespace that is made by us. */
  namespaceRetentionDays: 3,
} as const

/** The page `/metrics`. */
export const metricsLimits = {
  /** How long the metrics of Temporal's SDK are waited for, which come from the same process. */
  sdkTimeoutMs: 2_000,
} as const

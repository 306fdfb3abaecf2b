/** Upper bounds of histograms, in seconds. */
export const durationBuckets = {
  /** From work in memory to the longest time a person waits. */
  short: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  /** From an immediate answer to the longest budget of a call. */
  long: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  /** For Temporal: from a workflow task to a slice that waits for the budget of its job. */
  temporal: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 3_600],
} as const

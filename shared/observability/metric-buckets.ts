/** Upper bounds of histograms, in seconds. */
export const durationBuckets = {
  /** From work in memory to the patience of somebody who waits. */
  short: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  /** From an answer at once to the longest budget of a call. */
  long: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  /** Of Temporal: from a step of a workflow to a slice that waits for the budget of its job. */
  temporal: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 3_600],
} as const

/** Limits of the page `/metrics`. */
export const metricsLimits = {
  /** Longest wait for the metrics of Temporal's SDK in the same process. */
  sdkTimeoutMs: 2_000,
} as const

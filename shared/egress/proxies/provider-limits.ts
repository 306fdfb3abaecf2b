/** Limits of proxy providers. */
export const providerLimits = {
  /**
   * A provider that has failed is tried after the others of its tier for this long; the time doubles with each failure,
   * up to the maximum.
   */
  pauseFirstMs: 5_000,
  pauseMaxMs: 5 * 60_000,
  /** Proxy routes whose idle connections are kept; each exit address is one route. */
  agentsKept: 256,
} as const

/** Limits of the progress of a crawl, as it is shown. The unit is in the name. */

export const progressLimits = {
  rateWindowMs: 5_000,
  /** When nothing waits and nothing is in flight for this long, the archives are being written. */
  finishingAfterMs: 1_000,
  redrawIntervalMs: 250,
  plainLineIntervalMs: 2_000,
} as const

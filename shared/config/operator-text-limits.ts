/** Limits of the texts that operators read in the Temporal Web UI, by the same rules as in `limits.ts`. */

export const operatorTextLimits = {
  summaryMaxBytes: 400,
  detailsMaxBytes: 20_000,
  listedPatternsMax: 20,
  listedErrorCodesMax: 6,
} as const

/** Listings of started jobs that a gateway keeps. */
export const startedListLimits = {
  /** How long listings of past days are used again. */
  keptMs: 60_000,
  /** Marks in all kept listings, and one more for each. */
  keysKept: 100_000,
  /** Most that the clocks of gateways differ. */
  clockSkewMs: 60_000,
} as const

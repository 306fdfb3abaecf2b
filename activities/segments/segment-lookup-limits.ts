/** Limits of reading single records. */
export const segmentLookupLimits = {
  /** Segments that a process keeps in memory, uncompressed. */
  keptBytes: 64 * 1024 * 1024,
  /** Lines of a segment that are passed over before other work may run. */
  linesPerTurn: 32,
} as const

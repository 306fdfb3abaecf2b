/** Limits of pages that a language model reads. */
export const modelReadLimits = {
  /** Time in addition to the longest load of a page of a job. */
  jobPageMs: 180_000,
} as const

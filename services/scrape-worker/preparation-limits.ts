/** Limits of preparing Temporal for Seine. */
export const preparationLimits = {
  /** How long to wait for a server that is starting, and for workers that are not there yet. */
  patienceMs: 10 * 60_000,
  /** Pause between two tries at a store that is not ready. */
  storeRetryMs: 2_000,
  /** How long Temporal keeps closed workflows in a namespace that Seine has created. */
  namespaceRetentionDays: 3,
} as const

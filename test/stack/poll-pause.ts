/** How often tests read the status of a job while they wait for its end. */

/** Shortest and longest time between two readings, milliseconds. One reading costs about 14 ms of CPU in the stack. */
const pauseMinMs = 50
const pauseMaxMs = 250
/** Share of the time waited so far by which the end may be noticed late. */
const lateShareMax = 0.1

/**
 * Returns the time until the next reading, milliseconds: the longer a test has waited, the less often it reads, so that
 * waiting tests leave the processors to the jobs.
 * @param waitedMs since the first reading.
 */
export const pollPauseMs = (waitedMs: number): number =>
  Math.min(pauseMaxMs, Math.max(pauseMinMs, waitedMs * lateShareMax))

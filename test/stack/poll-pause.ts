/** How often tests read the status of a job while they wait for its end. */

/** Shortest and longest time between two readings, milliseconds. One reading costs about 14 ms of CPU in the stack. */
const [minMs, maxMs] = [100, 1_000]
/** Share of the time waited so far by which the end may be noticed late. */
const lateShareMax = 0.2
/** The longest time between two readings while a state on the way is waited for, which may be over soon, milliseconds. */
const momentMaxMs = 120

/**
 * Returns the time until the next reading, milliseconds: the longer a test has waited, the less often it reads, so that
 * waiting tests leave the processors to the jobs.
 * @param waitedMs since the first reading.
 */
export const pollPauseMs = (waitedMs: number): number => Math.min(maxMs, Math.max(minMs, waitedMs * lateShareMax))

/** The same while a test waits for a state on the way. */
export const momentPauseMs = (waitedMs: number): number => Math.min(momentMaxMs, pollPauseMs(waitedMs))

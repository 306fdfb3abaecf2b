/** How often tests read the status of a job while they wait for its end. */

interface Pauses {
  /** Shortest and longest time between two readings, milliseconds. One reading costs about 14 ms of CPU in the stack. */
  minMs: number
  maxMs: number
  /** Share of the time waited so far by which the end may be noticed late. */
  lateShareMax: number
}

const usual: Pauses = { minMs: 50, maxMs: 500, lateShareMax: 0.1 }
const patient: Pauses = { minMs: 100, maxMs: 1_000, lateShareMax: 0.2 }
/** The longest while a state on the way is waited for, which may be over soon, milliseconds. */
const momentMaxMs = 120

let pauses = usual

/** Makes all later waits of this process read less often: for tests whose figures are not times. */
export function waitPatiently(): void {
  pauses = patient
}

/**
 * Returns the time until the next reading, milliseconds: the longer a test has waited, the less often it reads, so that
 * waiting tests leave the processors to the jobs.
 * @param waitedMs since the first reading.
 */
export const pollPauseMs = (waitedMs: number): number =>
  Math.min(pauses.maxMs, Math.max(pauses.minMs, waitedMs * pauses.lateShareMax))

/** The same while a test waits for a state on the way. */
export const momentPauseMs = (waitedMs: number): number => Math.min(momentMaxMs, pollPauseMs(waitedMs))

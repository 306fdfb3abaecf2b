/** A clock for durations and deadlines within one process. */

/**
 * Returns epoch milliseconds as of the start of the process, plus the time since then: a clock that does not jump when
 * the time of the machine is set. Compare it only with itself, never with times of other processes.
 */
export const monotonicNow = (): number => Math.floor(performance.timeOrigin + performance.now())

/** The rate at which the pages of a job finish, from the counts of its statuses. */

/** The count of a status. */
export interface CountReading {
  /** When it arrived, milliseconds on a clock of this computer. */
  atMs: number
  /** Pages that have finished, failed ones included. */
  finished: number
}

/**
 * The rate right after the first reading would say little: a count that arrives a moment later seems to be a burst.
 */
const shortestSecs = 3

/** Returns the readings that a rate can still depend on. @param overSecs as for `recentRate`. */
export function recentReadings(readings: readonly CountReading[], nowMs: number, overSecs: number): CountReading[] {
  const first = readings.findLastIndex(({ atMs }) => atMs <= nowMs - overSecs * 1_000)
  return readings.slice(Math.max(0, first))
}

/**
 * Returns the pages a second over the newest seconds; over a longer time when there was no reading for longer.
 * @param readings oldest first.
 * @param nowMs on the clock of the readings.
 * @param overSecs seconds looked at.
 */
export function recentRate(readings: readonly CountReading[], nowMs: number, overSecs: number): number {
  const [first] = recentReadings(readings, nowMs, overSecs)
  const last = readings.at(-1)
  if (first === undefined || last === undefined) return 0
  const secs = Math.max(Math.min(shortestSecs, overSecs), (nowMs - first.atMs) / 1_000)
  return Math.max(0, last.finished - first.finished) / secs
}

/** Finished pages over time, as points of a chart. */
import type { ChartPoint } from '../components/bar-chart.ts'

/** When a page finished, and how. */
export interface PageMoment {
  /** Milliseconds since 1970. */
  atMs: number
  success: boolean
}

/** Possible lengths of an interval, seconds; the shortest that fits the maximum number of points is used. */
const spans = [1, 2, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 14_400, 86_400, 604_800]

/**
 * Counts pages in intervals of equal length.
 * @param startMs start of the job, milliseconds since 1970; earlier pages count in the first span.
 * @param endMs end of the chart.
 * @param pointsMax number of points at most.
 * @returns the points, and the length of an interval in seconds.
 */
export function pageSeries(
  moments: readonly PageMoment[],
  startMs: number,
  endMs: number,
  pointsMax: number,
): { points: ChartPoint[]; spanSecs: number } {
  const lengthSecs = Math.max(1, (endMs - startMs) / 1_000)
  const spanSecs = spans.find((span) => lengthSecs / span <= pointsMax) ?? Math.ceil(lengthSecs / pointsMax)
  const count = Math.ceil(lengthSecs / spanSecs)
  const points = Array.from({ length: count }, (_, at) => ({ atSecs: (at + 1) * spanSecs, done: 0, failed: 0 }))
  for (const { atMs, success } of moments) {
    const at = Math.min(count - 1, Math.max(0, Math.floor((atMs - startMs) / 1_000 / spanSecs)))
    const point = points[at]!
    if (success) point.done += 1
    else point.failed += 1
  }
  return { points, spanSecs }
}

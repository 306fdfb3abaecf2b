/** The part of a capture's time that the waterfall shows. */

/** Milliseconds from the start of the capture. */
export interface TimeWindow {
  fromMs: number
  toMs: number
}

/** The shortest window, which limits zooming in. */
const shortestMs = 1

/** The whole time, with a little room behind the last call. */
export const wholeWindow = (durationMs: number): TimeWindow => ({
  fromMs: 0,
  toMs: Math.max(shortestMs, durationMs * 1.02),
})

/** Keeps a window within the whole time, and at least one millisecond long. */
export function windowWithin({ fromMs, toMs }: TimeWindow, durationMs: number): TimeWindow {
  const whole = wholeWindow(durationMs)
  const length = Math.min(Math.max(shortestMs, toMs - fromMs), whole.toMs)
  const start = Math.min(Math.max(0, fromMs), whole.toMs - length)
  return { fromMs: start, toMs: start + length }
}

/** @param factor below 1 shows less time, above 1 more; the middle stays. */
export function zoomedWindow(window: TimeWindow, factor: number, durationMs: number): TimeWindow {
  const middle = (window.fromMs + window.toMs) / 2
  const half = ((window.toMs - window.fromMs) * factor) / 2
  return windowWithin({ fromMs: middle - half, toMs: middle + half }, durationMs)
}

/** @param part of the window's length by which it moves; negative: towards the start. */
export function movedWindow(window: TimeWindow, part: number, durationMs: number): TimeWindow {
  const step = (window.toMs - window.fromMs) * part
  return windowWithin({ fromMs: window.fromMs + step, toMs: window.toMs + step }, durationMs)
}

/**
 * The window between two positions of a drag across the overview; null for a drag too short to mean one.
 * @param from position from 0 (left edge) to 1, as `to`.
 */
export function draggedWindow(from: number, to: number, durationMs: number): TimeWindow | null {
  const whole = wholeWindow(durationMs)
  const [left, right] = from < to ? [from, to] : [to, from]
  if (right - left < 0.005) return null
  return windowWithin({ fromMs: Math.max(0, left) * whole.toMs, toMs: Math.min(1, right) * whole.toMs }, durationMs)
}

const steps = [1, 2, 5]
const marksMost = 6

/** Positions of the marks of the axis: round numbers of milliseconds, at most six. */
export function axisMarks({ fromMs, toMs }: TimeWindow): number[] {
  const least = (toMs - fromMs) / marksMost
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (steps.find((factor) => factor * power >= least) ?? 10) * power
  const first = Math.ceil(fromMs / step)
  const last = Math.floor(toMs / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

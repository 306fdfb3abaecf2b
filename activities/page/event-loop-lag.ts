/** Whether this process keeps up: the mean delay of its event loop, window after window. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pacingLimits } from '@seine/shared/config/limits.ts'

/** One per process; what slices ask before they start another page. */
export interface EventLoopLag {
  /** True when the mean delay of the last whole window was too long. */
  isBehind(): boolean
  close(): void
}

/**
 * Starts to measure. Keeps no process alive.
 * @param windowMs length of a window, milliseconds.
 */
export function createEventLoopLag(windowMs: number = pacingLimits.lagWindowMs): EventLoopLag {
  const histogram = monitorEventLoopDelay({ resolution: pacingLimits.lagResolutionMs })
  histogram.enable()
  let behind = false
  const timer = setInterval(() => {
    behind = isLate(histogram.mean)
    histogram.reset()
  }, windowMs)
  timer.unref()
  return {
    isBehind: () => behind,
    close() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/**
 * Judges one window.
 * @param meanNs mean time between two samples, nanoseconds; what is beyond the distance they are
 *   meant to have is delay. NaN when the window has no sample.
 */
export const isLate = (meanNs: number): boolean =>
  meanNs / 1e6 - pacingLimits.lagResolutionMs >= pacingLimits.lagBehindMs

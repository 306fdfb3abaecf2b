/** Measures whether this process keeps up: the mean delay of its event loop in consecutive windows. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'

/** Event loop lag, one instance per process; slices check it before they start another page. */
export interface EventLoopLag {
  /** True when the mean delay of the last whole window was too long. */
  isBehind(): boolean
  /** Registers a listener called at the end of every window with its mean delay in milliseconds. */
  onWindow(listener: (meanMs: number) => void): void
  close(): void
}

/**
 * Starts the measurement. Does not keep the process alive.
 * @param windowMs length of a window, milliseconds.
 */
export function createEventLoopLag(windowMs: number = pacingLimits.lagWindowMs): EventLoopLag {
  const histogram = monitorEventLoopDelay({ resolution: pacingLimits.lagResolutionMs })
  histogram.enable()
  let behind = false
  const listeners: ((meanMs: number) => void)[] = []
  let last: Samples = { count: 0, sumNs: 0 }
  const timer = setInterval(() => {
    // A reset would lose the next sample, which is the only one when the loop is blocked for long.
    const { count, mean } = histogram
    const samples = { count, sumNs: count === 0 ? 0 : count * mean }
    const meanMs = meanDelayMs(last, samples)
    behind = meanMs >= pacingLimits.lagBehindMs
    last = samples
    for (const listener of listeners) listener(meanMs)
  }, windowMs)
  timer.unref()
  return {
    isBehind: () => behind,
    onWindow: (listener) => void listeners.push(listener),
    close() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}

/** Intervals between samples since the measurement began. */
export interface Samples {
  count: number
  sumNs: number
}

/**
 * Returns the mean delay of the window between two readings, milliseconds: the interval between samples beyond the
 * configured one. 0 when there was no sample.
 */
export function meanDelayMs(before: Samples, after: Samples): number {
  const count = after.count - before.count
  if (count === 0) return 0
  return (after.sumNs - before.sumNs) / count / 1e6 - pacingLimits.lagResolutionMs
}

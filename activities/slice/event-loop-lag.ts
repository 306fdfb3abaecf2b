/**
 * Measures whether this process keeps up: how late its event loop is on average in consecutive windows, and how much of
 * each window it was busy. A late loop that was idle in between was kept waiting by other processes or by a single long
 * task; a late loop without a pause has more work than it can do.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { pacingLimits } from '@seine/shared/config/slice-limits.ts'

/** The event loop in one window. */
export interface LoopWindow {
  /** Mean delay, milliseconds. */
  lagMs: number
  /** Share of the window in which the loop was not waiting for work, 0 to 1. */
  busyShare: number
}

/** Event loop lag, one instance per process; slices check it before they start another page. */
export interface EventLoopLag {
  /** True when the mean delay of the last whole window was too long. */
  isBehind(): boolean
  /** True when the loop was late and without a pause in the last whole window: further work delays all other work. */
  isSaturated(): boolean
  /** Registers a listener called at the end of every window. */
  onWindow(listener: (window: LoopWindow) => void): void
  close(): void
}

/** Returns true for a window in which the loop had more work than it could do. */
export const isSaturated = ({ lagMs, busyShare }: LoopWindow): boolean =>
  lagMs >= pacingLimits.lagSaturatedMs && busyShare >= pacingLimits.busyShareSaturated

/**
 * Starts the measurement. Does not keep the process alive.
 * @param windowMs length of a window, milliseconds.
 */
export function createEventLoopLag(windowMs: number = pacingLimits.lagWindowMs): EventLoopLag {
  const histogram = monitorEventLoopDelay({ resolution: pacingLimits.lagResolutionMs })
  histogram.enable()
  let window: LoopWindow = { lagMs: 0, busyShare: 0 }
  const listeners: ((window: LoopWindow) => void)[] = []
  let last: Samples = { count: 0, sumNs: 0 }
  let lastUse = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    // A reset would lose the next sample, which is the only one when the loop is blocked for long.
    const { count, mean } = histogram
    const samples = { count, sumNs: count === 0 ? 0 : count * mean }
    const use = performance.eventLoopUtilization()
    const { utilization: busyShare } = performance.eventLoopUtilization(use, lastUse)
    window = { lagMs: meanDelayMs(last, samples), busyShare }
    last = samples
    lastUse = use
    for (const listener of listeners) listener(window)
  }, windowMs)
  timer.unref()
  return {
    isBehind: () => window.lagMs >= pacingLimits.lagBehindMs,
    isSaturated: () => isSaturated(window),
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

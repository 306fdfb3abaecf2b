/**
 * Loaded into a service by `--import`: adds the longest block of its event loop since the last reading to its metrics.
 * Their own maximum has a resolution of ten milliseconds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge } from 'prom-client'

/** Interval of the timer whose delay is measured, milliseconds: a block counts as up to this much longer. */
const resolutionMs = 2

/** Name of the metric, seconds. */
const longestBlock = 'bench_event_loop_longest_block_seconds'

const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
const gauge = new Gauge({
  name: longestBlock,
  help: 'Longest time between two turns of the event loop since the last reading.',
  collect() {
    gauge.set(delay.max / 1e9)
    delay.reset()
  },
})

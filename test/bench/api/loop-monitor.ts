/**
 * Loaded into a service by `--import`: adds the longest turn of its event loop since the last reading to its metrics, as
 * time and as CPU of the main thread. The service's own maximum has a resolution of ten milliseconds, and counts what
 * other processes take from it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge } from 'prom-client'

/** Interval of the timers whose delay is measured, milliseconds: a turn counts as up to this much longer. */
const resolutionMs = 2

const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
const blockGauge = new Gauge({
  name: 'bench_event_loop_block_seconds',
  help: 'Longest time between two turns of the event loop since the last reading.',
  collect() {
    blockGauge.set(delay.max / 1e9)
    delay.reset()
  },
})

const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let lastMs = threadCpuMs()
let longestMs = 0
function measureTurn(): void {
  const now = threadCpuMs()
  longestMs = Math.max(longestMs, now - lastMs)
  lastMs = now
}
setInterval(measureTurn, resolutionMs).unref()

const cpuGauge = new Gauge({
  name: 'bench_event_loop_turn_cpu_seconds',
  help: 'Most CPU of the main thread between two turns of the event loop since the last reading.',
  collect() {
    cpuGauge.set(longestMs / 1_000)
    longestMs = 0
  },
})

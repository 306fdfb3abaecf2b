/**
 * Loaded into a service by `--import`: reports the longest turn of its event loop since the last request, as time and as
 * CPU of the main thread, over the socket that `SEINE_DEV_LOOP_SOCKET` names. The maximum in the service's metrics has
 * a resolution of ten milliseconds, and counts what other processes take from it.
 */
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LoopTurns } from './loop-turns.ts'

/** Interval of the timers whose delay is measured, milliseconds: a turn counts as up to this much longer. */
const resolutionMs = 2

const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

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

const socket = process.env['SEINE_DEV_LOOP_SOCKET'] ?? ''
rmSync(socket, { force: true })
const server = createServer((_req, res) => {
  const turns: LoopTurns = { blockMs: delay.max / 1e6, turnCpuMs: longestMs }
  delay.reset()
  longestMs = 0
  res.setHeader('Connection', 'close').end(JSON.stringify(turns))
})
server.listen(socket).unref()

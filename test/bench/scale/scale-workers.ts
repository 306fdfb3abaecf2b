/** The additional workers of a simulation, each a separate process beside those of the stack. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PartCommand } from '@seine/tools/stack/part.ts'
import { answersOk, until } from '@seine/tools/stack/readiness.ts'
import { serviceNodeFlags } from '@seine/shared/config/worker-process.ts'
import { benchLimits, scaleLimits } from '@seine/tools/bench-limits.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'
import type { ScaleWorkerSettings } from './scale-worker.ts'

const program = fileURLToPath(new URL('scale-worker.ts', import.meta.url))

/** Returns the command of a worker. @param own command of the stack's scrape worker, which it replaces. */
export const scaleWorkerCommand = (own: PartCommand, settings: ScaleWorkerSettings): PartCommand => ({
  ...own,
  args: [...serviceNodeFlags, program, JSON.stringify(settings)],
})

export interface ScaleWorker {
  pid: number
  /** URL of its operations port. */
  ops: string
  close(): Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  const timer = setTimeout(() => child.kill('SIGKILL'), scaleLimits.workerEndMs)
  await ended
  clearTimeout(timer)
}

/**
 * Starts a worker and waits until it polls.
 * @param logFile file for its output.
 * @throws Error when it ends first or takes too long.
 */
export async function startScaleWorker(command: PartCommand, logFile: string): Promise<ScaleWorker> {
  const port = await freePort()
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(command.file, command.args, {
    env: { ...command.environment, SEINE_OPS_PORT: String(port) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const ops = `http://127.0.0.1:${port}`
  const gone = once(child, 'exit').then(() => {
    throw new Error(`a worker of the simulation ended; its log is ${logFile}`)
  })
  gone.catch(() => {})
  try {
    const signal = AbortSignal.timeout(benchLimits.peerStartTimeoutMs)
    await Promise.race([gone, until(() => answersOk(`${ops}/readyz`), signal)])
  } catch (error) {
    await end(child)
    throw error
  }
  return { pid: child.pid ?? 0, ops, close: async () => await end(child) }
}

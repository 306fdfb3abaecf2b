/** The additional workers of a simulation, each a separate process beside those of the stack. */
import { fileURLToPath } from 'node:url'
import { serviceNodeFlags } from '@seine/shared/config/worker-process.ts'
import { freePort } from '@seine/shared/egress/testing/free-port.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { Part, type PartCommand } from '@seine/tools/stack/part.ts'
import { answersOk, until } from '@seine/tools/stack/readiness.ts'
import type { StackPart } from '@seine/tools/stack/stack-options.ts'
import type { ScaleWorkerSettings } from './scale-worker.ts'

const program = fileURLToPath(new URL('scale-worker.ts', import.meta.url))

/** Returns the command of a worker. @param own command of the stack's scrape worker, which it replaces. */
export const scaleWorkerCommand = (own: PartCommand, settings: ScaleWorkerSettings): PartCommand => ({
  ...own,
  args: [...serviceNodeFlags, program, JSON.stringify(settings)],
})

/** A worker that is started again when its process ends. */
export interface ScaleWorker {
  part: StackPart
  /** URL of its operations port. */
  ops: string
  /** File with the loads of pages by its processes. */
  loadsFile: string
}

/**
 * Starts a worker and waits until it polls. It is supervised as the parts of the stack are.
 * @param own command of the stack's scrape worker.
 * @param logFile file for its output.
 * @throws PartStartError when it ends first or takes too long.
 */
export async function startScaleWorker(
  own: PartCommand,
  settings: ScaleWorkerSettings,
  logFile: string,
): Promise<ScaleWorker> {
  const command = scaleWorkerCommand(own, settings)
  const port = await freePort()
  const ops = `http://127.0.0.1:${port}`
  const part = new Part(
    {
      name: 'scrapeWorker',
      command: () => ({ ...command, environment: { ...command.environment, SEINE_OPS_PORT: String(port) } }),
      cwd: process.cwd(),
      logFile,
      graceMs: scaleLimits.workerEndMs,
      ready: async (signal) => await until(() => answersOk(`${ops}/readyz`), signal),
    },
    { restart: true, onEvent: () => {}, onProcess: () => {}, onReady: () => {} },
  )
  await part.start()
  return { part, ops, loadsFile: settings.loadsFile }
}

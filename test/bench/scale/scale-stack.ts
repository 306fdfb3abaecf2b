/** A stack with simulated pages and a configurable number of workers. */
import { join } from 'node:path'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { PartCommand } from '@seine/tools/stack/part.ts'
import type { BenchContext } from '../bench-context.ts'
import { startBenchStack, type BenchStack } from '../seine/bench-stack.ts'
import type { ScaleWorkerSettings } from './scale-worker.ts'
import { scaleWorkerCommand, startScaleWorker, type ScaleWorker } from './scale-workers.ts'

export interface ScaleStack {
  bench: BenchStack
  /** Every process by name; additional workers are numbered. */
  pids: Record<string, number>
  /** URLs of the operations ports of gateway and workers. */
  ops: string[]
  close(): Promise<void>
}

/** Number of processes that poll for each role. */
export interface ScaleWorkers {
  control: number
  pages: number
}

/**
 * Starts a stack and its workers, and waits until they are idle.
 * @param settings settings for all workers.
 * @throws Error when a part does not start.
 */
export async function startScaleStack(
  workers: ScaleWorkers,
  settings: Omit<ScaleWorkerSettings, 'role'>,
  context: Pick<BenchContext, 'signal' | 'atEnd'>,
): Promise<ScaleStack> {
  let own: PartCommand | null = null
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  context.atEnd(close)
  const bench = await startBenchStack(context, {
    environment: { SEINE_CRAWL_LIMIT_MAX: String(Math.max(jobLimits.limitPagesMax, settings.pages)) },
    parts: {
      scrapeWorker: {
        command(command) {
          own = command
          return scaleWorkerCommand(command, { ...settings, role: 'control' })
        },
      },
    },
  })
  closers.push(async () => await bench.close())
  if (own === null) throw new Error('the stack has started no worker')
  const command: PartCommand = own
  const start = async (role: ScaleWorkerSettings['role'], name: string): Promise<[string, ScaleWorker]> => {
    const log = join(bench.stack.file.logs, `${name}.log`)
    const worker = await startScaleWorker(scaleWorkerCommand(command, { ...settings, role }), log)
    closers.push(async () => await worker.close())
    return [name, worker]
  }
  const further: [string, ScaleWorker][] = []
  for (let at = 2; at <= workers.control; at += 1) further.push(await start('control', `control ${at}`))
  for (let at = 1; at <= workers.pages; at += 1) further.push(await start('pages', `pages ${at}`))
  await delay(scaleLimits.settleMs)
  const { scrapeWorker = 0, ...parts } = bench.pids()
  return {
    bench,
    pids: {
      ...parts,
      'control 1': scrapeWorker,
      ...Object.fromEntries(further.map(([name, { pid }]) => [name, pid])),
    },
    ops: [bench.stack.file.ops.gateway, bench.stack.file.ops.scrapeWorker, ...further.map(([, { ops }]) => ops)],
    close,
  }
}

/** A stack with simulated pages and a configurable number of workers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
  /** Workers by name: `control 1`, which is that of the stack, `control 2`, `pages 1` and so on. */
  workers: Record<string, ScaleWorker>
  /** Returns the ids of the running processes by name; a process that is being started again is left out. */
  pids(): Record<string, number>
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
  counts: ScaleWorkers,
  settings: Omit<ScaleWorkerSettings, 'role' | 'loadsFile'>,
  context: Pick<BenchContext, 'signal' | 'atEnd'>,
): Promise<ScaleStack> {
  let own: PartCommand | null = null
  const closers: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  context.atEnd(close)
  const loadsFolder = await mkdtemp(join(tmpdir(), 'seine-loads-'))
  closers.push(async () => await rm(loadsFolder, { recursive: true, force: true }))
  const settingsOf = (role: ScaleWorkerSettings['role'], name: string): ScaleWorkerSettings => ({
    ...settings,
    role,
    loadsFile: join(loadsFolder, name),
  })
  const first = settingsOf('control', 'control 1')
  const bench = await startBenchStack(context, {
    environment: { SEINE_CRAWL_LIMIT_MAX: String(Math.max(jobLimits.limitPagesMax, settings.pages)) },
    parts: {
      scrapeWorker: {
        command(command) {
          own = command
          return scaleWorkerCommand(command, first)
        },
      },
    },
  })
  closers.push(async () => await bench.close())
  if (own === null) throw new Error('the stack has started no worker')
  const command: PartCommand = own
  const { stack } = bench
  const workers: Record<string, ScaleWorker> = {
    'control 1': { part: stack.part('scrapeWorker'), ops: stack.file.ops.scrapeWorker, loadsFile: first.loadsFile },
  }
  const start = async (role: ScaleWorkerSettings['role'], name: string): Promise<void> => {
    const log = join(stack.file.logs, `${name}.log`)
    const worker = await startScaleWorker(command, settingsOf(role, name), log)
    closers.push(async () => await worker.part.stop())
    workers[name] = worker
  }
  for (let at = 2; at <= counts.control; at += 1) await start('control', `control ${at}`)
  for (let at = 1; at <= counts.pages; at += 1) await start('pages', `pages ${at}`)
  await delay(scaleLimits.settleMs)
  return {
    bench,
    workers,
    pids() {
      const { scrapeWorker: _first, ...parts } = bench.pids()
      const running = Object.entries(workers).flatMap(
        ([
          name,
          {
            part: { pid },
          },
        ]) => (pid === null ? [] : [[name, pid]]),
      )
      return { ...parts, ...Object.fromEntries(running) }
    },
    close,
  }
}

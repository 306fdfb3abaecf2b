/** The part of a process that works for Temporal: from its connection to the end of its workers. */
import type { NativeConnection, Worker } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import type { Health } from '../observability/health.ts'
import type { Logger } from '../observability/logger.ts'
import { installTemporalRuntime } from './runtime.ts'
import { connectTemporal } from './worker-connection.ts'
import { watchPolling, type PollingParts } from './worker-health.ts'

export interface Polling {
  /** States of the workers of Temporal; empty until there are any. */
  states(): string[]
  /** Settles when the workers have drained; rejects when one failed. */
  ended: Promise<void>
  /** Has the workers leave; slices that run flush and hand themselves to the next worker. */
  shutdown(): void
}

/** What a process does with its connection. */
export interface PollingTask {
  temporal: NativeConnection
  /** Says that the process leaves. */
  leave: AbortSignal
  /** Tells the probes of the workers. */
  show: (workers: readonly Worker[]) => void
}

/**
 * Polls until the signal says that it is enough, and what runs then has ended. A worker that was made has to run
 * even where it is to leave at once: nothing else gives its connection back.
 */
export async function runUntil(worker: Worker, leave: AbortSignal): Promise<void> {
  const stop = (): void => {
    if (worker.getState() === 'RUNNING') worker.shutdown()
  }
  const run = worker.run()
  leave.addEventListener('abort', stop, { once: true })
  if (leave.aborted) stop()
  await run
}

/**
 * Makes workers, one after another. @throws the reason of the signal, or what one is refused for; then none is left.
 */
export async function createWorkers<Name extends string>(
  makers: Record<Name, () => Promise<Worker>>,
  leave: AbortSignal,
): Promise<Record<Name, Worker>> {
  const workers = {} as Record<Name, Worker>
  try {
    for (const name of Object.keys(makers) as Name[]) {
      leave.throwIfAborted()
      workers[name] = await makers[name]()
    }
    return workers
  } catch (error) {
    const gone = AbortSignal.abort()
    await Promise.allSettled(Object.values<Worker>(workers).map(async (worker) => await runUntil(worker, gone)))
    throw error
  }
}

/** Works for Temporal as soon as it is there, and tells the probes of it. @param work ends when its workers have. */
export function startPolling(
  config: Config,
  logger: Logger,
  health: Pick<Health, 'addVital' | 'addNeeded'>,
  work: (task: PollingTask) => Promise<void>,
): Polling {
  let parts: PollingParts | null = null
  watchPolling(health, () => parts)
  const leaving = new AbortController()

  const poll = async (): Promise<void> => {
    await installTemporalRuntime(logger)
    const temporal = await connectTemporal(config, logger, leaving.signal)
    try {
      await work({ temporal, leave: leaving.signal, show: (workers) => (parts = { workers, temporal }) })
    } finally {
      await temporal.close()
    }
  }

  const ended = poll().catch((error: unknown) => {
    // Whoever leaves before there are workers leaves nothing undone.
    const isWaitOver = leaving.signal.aborted && (error as Error).name === 'AbortError'
    if (!isWaitOver) throw error
  })
  // It may fail before anybody waits for it.
  ended.catch(() => undefined)
  return {
    states: () => parts?.workers.map((worker) => worker.getState()) ?? [],
    ended,
    shutdown: () => leaving.abort(),
  }
}

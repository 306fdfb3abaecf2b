/** Polling of a process for Temporal: from its connection to the end of its workers. */
import type { NativeConnection, Worker } from '@temporalio/worker'
import type { Config } from '../config/config.ts'
import type { Health } from '../observability/health.ts'
import type { Logger } from '../observability/logger.ts'
import { installTemporalRuntime } from './runtime.ts'
import { connectTemporal } from './worker-connection.ts'
import { watchPolling, type PollingParts } from './worker-health.ts'

export interface Polling {
  /** States of the Temporal workers; empty until there are any. */
  states(): string[]
  /** Settles when the workers have drained; rejects when one has failed. */
  ended: Promise<void>
  /** Shuts the workers down; running slices flush and are handed over to another worker. */
  shutdown(): void
}

/** Input of the function that runs the workers of a process. */
export interface PollingTask {
  temporal: NativeConnection
  /** Aborts when the process shuts down. */
  leave: AbortSignal
  /** Reports the workers to the probes. */
  show: (workers: readonly Worker[]) => void
}

/**
 * Runs a worker until the signal aborts and its running tasks have ended. A worker that was created has to be run even
 * if it is to stop at once, because nothing else releases its connection.
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
 * Creates workers, one after another. @throws the reason of the signal, or the error of a maker; all created workers
 * are shut down then.
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

/**
 * Runs `work` as soon as Temporal is available, and reports its workers to the probes. @param work ends when its
 * workers have ended.
 */
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
    // A shutdown before there are workers is not an error.
    const isWaitOver = leaving.signal.aborted && (error as Error).name === 'AbortError'
    if (!isWaitOver) throw error
  })
  // It may reject before a caller awaits it.
  ended.catch(() => undefined)
  return {
    states: () => parts?.workers.map((worker) => worker.getState()) ?? [],
    ended,
    shutdown: () => leaving.abort(),
  }
}

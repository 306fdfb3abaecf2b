/** The jobs' side of the process: polls `control`, `pages` and `notify` as soon as Temporal is there. */
import type { Worker } from '@temporalio/worker'
import type { ActivityDeps } from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { Health } from '@seine/shared/observability/health.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { installTemporalRuntime } from '@seine/shared/temporal/runtime.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { watchPolling, type PollingParts } from '@seine/shared/temporal/worker-health.ts'
import { keepRetentionSchedule } from './retention-schedule.ts'
import { createWorkers } from './workers.ts'

export interface JobWorkers {
  /** Settles when the workers have drained; rejects when one failed. */
  ended: Promise<void>
  /** Stops polling; slices that run flush and hand themselves to the next worker. */
  shutdown(): void
}

/** Polls until the signal says that it is enough, and what runs then has ended. */
async function runUntil(worker: Worker, leave: AbortSignal): Promise<void> {
  leave.addEventListener('abort', () => worker.getState() === 'RUNNING' && worker.shutdown(), { once: true })
  if (!leave.aborted) await worker.run()
}

/** Starts to poll, and tells the probes of it. */
export function startJobWorkers(config: Config, logger: Logger, deps: ActivityDeps, health: Health): JobWorkers {
  const leaving = new AbortController()
  let polling: PollingParts | null = null
  watchPolling(health, () => polling)
  health.addNeeded(async () => {
    const signal = AbortSignal.timeout(temporalLimits.rpcDeadlineMs)
    return await deps.store.ping(signal).then(
      () => null,
      () => 'the object store does not answer',
    )
  })

  const poll = async (): Promise<void> => {
    await installTemporalRuntime(logger)
    const connection = await connectTemporal(config, logger, leaving.signal)
    try {
      const { control, ...others } = await createWorkers(config, connection, deps)
      const workers = [control, ...Object.values(others)]
      const temporal = createTemporalClient(config)
      const scheduling = keepRetentionSchedule(temporal.client.schedule, logger, leaving.signal)
      const runs = Object.values(others).map(async (worker) => await runUntil(worker, leaving.signal))
      // Slices that hand themselves over have their jobs go on: a step of a workflow that reaches a worker while it
      // leaves is lost, and taken up by another only when it times out.
      const othersEnded = new AbortController()
      void Promise.allSettled(runs).then(() => othersEnded.abort())
      runs.push(runUntil(control, othersEnded.signal))
      polling = { workers, temporal: connection }
      logger.info('scrape-worker is polling')
      try {
        await Promise.all(runs)
      } finally {
        leaving.abort()
        await Promise.allSettled(runs)
        await scheduling
        await temporal.close()
      }
    } finally {
      await connection.close()
    }
  }

  const ended = poll().catch((error: unknown) => {
    // Whoever leaves while there is no server yet leaves nothing undone.
    const isWaitOver = leaving.signal.aborted && (error as Error).name === 'AbortError'
    if (!isWaitOver) throw error
  })
  // It may fail before anybody waits for it.
  ended.catch(() => undefined)
  return { ended, shutdown: () => leaving.abort() }
}

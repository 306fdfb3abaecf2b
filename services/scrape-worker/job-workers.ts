/** The jobs' side of the process: polls `control`, `pages` and `notify` as soon as Temporal is there. */
import { Runtime } from '@temporalio/worker'
import type { ActivityDeps } from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { routeTemporalLogs } from '@seine/shared/temporal/worker-logs.ts'
import { startHealthServer } from './health-server.ts'
import { keepRetentionSchedule } from './retention-schedule.ts'
import { createWorkers } from './workers.ts'

export interface JobWorkers {
  /** Settles when the workers have drained; rejects when one failed. */
  ended: Promise<void>
  /** Stops polling; slices that run flush and hand themselves to the next worker. */
  shutdown(): void
}

/** Starts to poll, and serves the health of it. */
export function startJobWorkers(config: Config, logger: Logger, deps: ActivityDeps): JobWorkers {
  Runtime.install({ logger: routeTemporalLogs(logger), shutdownSignals: [] })
  const leaving = new AbortController()

  const poll = async (): Promise<void> => {
    const connection = await connectTemporal(config, logger, leaving.signal)
    try {
      const workers = await createWorkers(config, connection, deps)
      const temporal = createTemporalClient(config)
      const scheduling = keepRetentionSchedule(temporal.client.schedule, logger, leaving.signal)
      const parts = { workers, temporal: connection, store: deps.store }
      const health = await startHealthServer(config.SEINE_WORKER_HEALTH_PORT, parts)
      logger.info({ health: health.url }, 'scrape-worker is polling')
      const stop = (): void => {
        for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      }
      leaving.signal.addEventListener('abort', stop, { once: true })
      const runs = leaving.signal.aborted ? [] : workers.map(async (worker) => await worker.run())
      try {
        await Promise.all(runs)
      } finally {
        leaving.abort()
        await Promise.allSettled(runs)
        await scheduling
        await temporal.close()
        await health.close()
      }
    } finally {
      await connection.close()
    }
  }

  const ended = poll().catch((error: unknown) => {
    // Whoever leaves while there is no server yet leaves nothing undone.
    if (!(leaving.signal.aborted && error === leaving.signal.reason)) throw error
  })
  // It may fail before anybody waits for it.
  ended.catch(() => undefined)
  return { ended, shutdown: () => leaving.abort() }
}

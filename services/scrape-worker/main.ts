/**
 * The scrape-worker: polls `control` (workflows and short activities) and `pages` (HTTP slices).
 * SIGTERM drains: polling stops, slices flush and hand themselves to the next worker.
 */
import { Runtime } from '@temporalio/worker'
import { readConfig, printConfig, ConfigError } from '@seine/shared/config/config.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { routeTemporalLogs } from '@seine/shared/temporal/worker-logs.ts'
import { startHealthServer } from './health-server.ts'
import { keepRetentionSchedule } from './retention-schedule.ts'
import { createDependencies } from './dependencies.ts'
import { createWorkers } from './workers.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--print-config')) {
    process.stdout.write(`${printConfig(config)}\n`)
    return
  }
  const logger = createLogger('scrape-worker', config)
  Runtime.install({ logger: routeTemporalLogs(logger), shutdownSignals: ['SIGTERM', 'SIGINT'] })
  const deps = createDependencies(config, logger)
  const connection = await connectTemporal(config, logger)
  const workers = await createWorkers(config, connection, deps.activities)
  const temporal = createTemporalClient(config)
  const leaving = new AbortController()
  const scheduling = keepRetentionSchedule(temporal.client.schedule, logger, leaving.signal)
  const health = await startHealthServer(config.SEINE_WORKER_HEALTH_PORT, {
    workers,
    temporal: connection,
    store: deps.activities.store,
  })
  logger.info({ health: health.url }, 'scrape-worker is polling')
  try {
    await Promise.all(workers.map((worker) => worker.run()))
  } finally {
    leaving.abort()
    await scheduling
    await temporal.close()
    await health.close()
    await deps.close()
    await connection.close()
  }
  logger.info('scrape-worker has drained')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

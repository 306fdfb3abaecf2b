/** The gateway process: reads the configuration, serves, and shuts down gracefully on SIGTERM or SIGINT. */
import { setTimeout as sleep } from 'node:timers/promises'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { runService, type ServiceProcess } from '@seine/shared/lifecycle/run-service.ts'
import { startGateway } from './gateway.ts'

/** Serves until a signal arrives. */
async function main({ config, logger, health, leaving }: ServiceProcess): Promise<void> {
  const gateway = await startGateway(config, logger)
  health.addNeeded(async () => await gateway.problem())
  health.started()
  logger.info({ host: gateway.host, port: gateway.port }, 'gateway listens')
  await leaving
  gateway.stopAccepting()
  await sleep(config.SEINE_DRAIN_DELAY_MS)
  await gateway.close(shutdownLimits.callsGraceMs - config.SEINE_DRAIN_DELAY_MS)
}

// Startup errors are reported with their full message, whatever they are.
await runService('gateway', main, () => true)

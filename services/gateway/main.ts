/** The gateway process: reads the configuration, serves, and ends in order on SIGTERM or SIGINT. */
import { printConfig, readConfig } from '@seine/shared/config/config.ts'
import { createLogger } from '@seine/shared/observability/logger.ts'
import { startGateway } from './gateway.ts'

/** Runs until a signal. Exit code 0 after an orderly end, 1 when it could not start. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--print-config')) {
    process.stdout.write(`${printConfig(config)}\n`)
    return
  }
  const logger = createLogger('gateway', config)
  const gateway = await startGateway(config, logger)
  logger.info({ host: gateway.host, port: gateway.port }, 'gateway listens')
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => resolve(name))
  })
  logger.info({ signal }, 'gateway shuts down')
  await gateway.close()
  logger.info('gateway ended')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`gateway: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

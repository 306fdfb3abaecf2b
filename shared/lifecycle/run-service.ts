/** The common frame of all services: settings, log, probes and signals. */
import { shutdownLimits } from '../config/process-limits.ts'
import { ConfigError, printConfig, readConfig, secretValues, type Config } from '../config/config.ts'
import { Health } from '../observability/health.ts'
import { createLogger, type Logger } from '../observability/logger.ts'
import { measureProcess } from '../observability/metrics-page.ts'
import { startOpsServer } from '../observability/ops-server.ts'
import { redaction } from '../observability/redaction.ts'
import { startTracing } from '../observability/tracing.ts'
import { faulted } from './faults.ts'
import { signalled } from './leaving.ts'

export interface ServiceProcess {
  config: Config
  logger: Logger
  /**
   * State for the probes. The service calls `started` when all its parts are ready; the switch to draining happens by
   * itself.
   */
  health: Health
  /** Settles when the process has to end: at a signal or at an uncaught error. */
  leaving: Promise<void>
}

/**
 * Runs a service to its end. With `--print-config`, prints its settings instead. After an uncaught error, the process
 * drains and exits with code 1.
 * @param name is on every line of the log.
 * @param serve settles when the service has drained.
 * @param isExpected returns true for errors whose message is sufficient for an operator; others are printed with their
 *   stack.
 */
export async function runService(
  name: string,
  serve: (service: ServiceProcess) => Promise<void>,
  isExpected: (error: unknown) => boolean,
): Promise<void> {
  let redact = redaction([])
  try {
    const config = readConfig(process.env)
    redact = redaction(secretValues(config))
    if (process.argv.includes('--print-config')) {
      process.stdout.write(`${printConfig(config)}\n`)
      return
    }
    const logger = createLogger(name, config, secretValues(config))
    const health = new Health()
    const leaving = Promise.race([signalled({ logger }), faulted({ logger })]).then(() => health.draining())
    measureProcess()
    const tracing = await startTracing(config, name, logger)
    const ops = await startOpsServer(config, logger, health)
    try {
      await serve({ config, logger, health, leaving })
    } finally {
      health.draining()
      await ops.close()
      await tracing?.close()
    }
    logger.info('the process has drained')
  } catch (error) {
    const known = error instanceof ConfigError || isExpected(error)
    const text = known ? (error as Error).message : String((error as Error).stack ?? error)
    process.stderr.write(redact(`${name}: ${text}\n`))
    process.exitCode = 1
  }
  // Handles that libraries still hold, such as a connection attempt without an answer, must not keep a finished
  // process.
  setTimeout(() => process.exit(), shutdownLimits.lingerMs).unref()
}

/** What all services have in common from their first line to their last: settings, log, probes, signals. */
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
  /** For the probes; `started` is said when all parts are there. Says by itself when the process leaves. */
  health: Health
  /** Settles when the process is to end: at a signal, or at an error that nothing caught. */
  leaving: Promise<void>
}

/**
 * Runs a service to its end. `--print-config` shows its settings instead.
 * @param name on every line of the log.
 * @param serve ends when the service has drained.
 * An error that nothing catches drains the process, whose exit code is 1 then.
 * @param isTold says of what it throws whether the message is all that people need.
 */
export async function runService(
  name: string,
  serve: (service: ServiceProcess) => Promise<void>,
  isTold: (error: unknown) => boolean,
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
    const known = error instanceof ConfigError || isTold(error)
    const text = known ? (error as Error).message : String((error as Error).stack ?? error)
    process.stderr.write(redact(`${name}: ${text}\n`))
    process.exitCode = 1
  }
  // What a library still holds, such as a try to connect that nobody answers, keeps no process that is done.
  setTimeout(() => process.exit(), shutdownLimits.lingerMs).unref()
}

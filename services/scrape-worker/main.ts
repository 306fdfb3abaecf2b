/**
 * The scrape-worker: polls `control` (workflows and short activities), `pages` (HTTP slices) and
 * `notify` (webhooks and mail), and answers `/scrape` and `/map`, whether Temporal is there or not.
 * SIGTERM drains: new calls are refused, those under way come to their end, slices flush and hand
 * themselves to the next worker.
 */
import { ConfigError, printConfig, readConfig, type Config } from '@seine/shared/config/config.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'
import { createLogger, type Logger } from '@seine/shared/observability/logger.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { bindProblem } from '@seine/shared/worker-calls/service-token.ts'
import { signalled } from '@seine/shared/worker-calls/signalled.ts'
import { WorkerUrlError } from '@seine/shared/worker-calls/worker-endpoints.ts'
import { createCallProbes } from './call-probes.ts'
import { createCalls } from './calls.ts'
import { createDependencies, type Dependencies } from './dependencies.ts'
import { startJobWorkers } from './job-workers.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--print-config')) {
    process.stdout.write(`${printConfig(config)}\n`)
    return
  }
  const problem = bindProblem(config.SEINE_SERVICE_TOKEN, isLoopbackHost(config.SEINE_SCRAPE_HOST))
  if (problem !== null) throw new ConfigError(problem)
  const logger = createLogger('scrape-worker', config)
  const leaving = signalled()
  const deps = createDependencies(config, logger)
  try {
    await serve(config, logger, deps, leaving)
  } finally {
    await deps.close()
  }
  logger.info('scrape-worker has drained')
}

/** Serves until a signal comes, or until the polling for jobs fails. @throws the error of the socket. */
async function serve(config: Config, logger: Logger, deps: Dependencies, leaving: Promise<void>): Promise<void> {
  const jobs = startJobWorkers(config, logger, deps.activities)
  let draining = false
  let server: CallServer | null = null
  try {
    server = await startCallServer({
      host: config.SEINE_SCRAPE_HOST,
      port: config.SEINE_SCRAPE_PORT,
      token: config.SEINE_SERVICE_TOKEN,
      logger,
      calls: createCalls(deps.calls),
      probes: createCallProbes(deps.calls.slots, () => draining),
    })
    logger.info({ port: server.port, ...deps.calls.slots.state() }, 'scrape-worker serves')
    await Promise.race([leaving, jobs.ended])
  } finally {
    draining = true
    jobs.shutdown()
    await Promise.allSettled([jobs.ended, server?.drain()])
    await server?.close()
  }
}

try {
  await main()
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof WorkerUrlError
  process.stderr.write(`scrape-worker: ${isTold ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

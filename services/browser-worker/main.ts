/**
 * The browser-worker: owns Chromium, answers `/browser/network` and `/render`, polls `browser-pages`.
 * It serves calls whether Temporal is there or not. SIGTERM drains: new calls are refused, those under
 * way come to their end, slices flush and hand themselves to the next worker.
 */
import { EngineUnavailableError } from '@seine/activities/browser/pool/contract.ts'
import { ConfigError, printConfig, readConfig, type Config } from '@seine/shared/config/config.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'
import { createLogger, type Logger } from '@seine/shared/observability/logger.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { createCalls } from './calls.ts'
import { createDependencies, type Dependencies } from './dependencies.ts'
import { createProbes } from './probes.ts'
import { bindProblem } from '@seine/shared/worker-calls/service-token.ts'
import { signalled } from '@seine/shared/worker-calls/signalled.ts'
import { startSliceWorker } from './slice-worker.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--print-config')) {
    process.stdout.write(`${printConfig(config)}\n`)
    return
  }
  const problem = bindProblem(config.SEINE_SERVICE_TOKEN, isLoopbackHost(config.SEINE_BROWSER_HOST))
  if (problem !== null) throw new ConfigError(problem)
  const logger = createLogger('browser-worker', config)
  const leaving = signalled()
  const deps = await createDependencies(config, logger)
  try {
    await serve(config, logger, deps, leaving)
  } finally {
    await deps.close()
  }
  logger.info('browser-worker has drained')
}

/** Serves until a signal comes, or until the polling of slices fails. @throws the error of the socket. */
async function serve(config: Config, logger: Logger, deps: Dependencies, leaving: Promise<void>): Promise<void> {
  const slices = startSliceWorker(config, logger, deps.slices)
  let draining = false
  let server: CallServer | null = null
  try {
    server = await startCallServer({
      host: config.SEINE_BROWSER_HOST,
      port: config.SEINE_BROWSER_PORT,
      token: config.SEINE_SERVICE_TOKEN,
      logger,
      calls: createCalls(deps.capture),
      probes: createProbes({ pool: deps.pool, sliceWorker: slices, isDraining: () => draining }),
    })
    logger.info({ port: server.port, engines: deps.pool.engines, ...deps.pool.slots.state() }, 'browser-worker serves')
    await Promise.race([leaving, slices.ended])
  } finally {
    draining = true
    slices.shutdown()
    await Promise.allSettled([slices.ended, server?.drain()])
    await server?.close()
  }
}

try {
  await main()
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof EngineUnavailableError
  process.stderr.write(`browser-worker: ${isTold ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exitCode = 1
}

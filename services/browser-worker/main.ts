/**
 * The browser-worker: owns Chromium, answers `/browser/network` and `/render`, polls `browser-pages`.
 * It serves calls whether Temporal is there or not. SIGTERM drains: new calls are refused, those under
 * way come to their end, slices flush and hand themselves to the next worker.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Runtime } from '@temporalio/worker'
import type { Worker } from '@temporalio/worker'
import { EngineUnavailableError } from '@seine/activities/browser/pool/contract.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { ConfigError, printConfig, readConfig, type Config } from '@seine/shared/config/config.ts'
import { createLogger, type Logger } from '@seine/shared/observability/logger.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { routeTemporalLogs } from '@seine/shared/temporal/worker-logs.ts'
import { startCallServer, type CallServer } from './call-server.ts'
import { createCalls } from './calls.ts'
import { createDependencies, type Dependencies } from './dependencies.ts'
import { createProbes } from './probes.ts'
import { bindProblem } from './service-token.ts'
import { createSliceWorker } from './slice-worker.ts'

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (process.argv.includes('--print-config')) {
    process.stdout.write(`${printConfig(config)}\n`)
    return
  }
  const problem = bindProblem(config.SEINE_SERVICE_TOKEN, isLoopback(config.SEINE_BROWSER_HOST))
  if (problem !== null) throw new ConfigError(problem)
  const logger = createLogger('browser-worker', config)
  const leaving = signalled()
  const deps = await createDependencies(config, logger)
  const slices: { worker: Worker | null } = { worker: null }
  let draining = false
  const server = await startCallServer({
    host: config.SEINE_BROWSER_HOST,
    port: config.SEINE_BROWSER_PORT,
    token: config.SEINE_SERVICE_TOKEN,
    logger,
    calls: createCalls(deps.capture),
    probes: createProbes({
      pool: deps.pool,
      workerStates: () => (slices.worker === null ? [] : [slices.worker.getState()]),
      isDraining: () => draining,
    }),
  })
  logger.info({ port: server.port, engines: deps.pool.engines, ...deps.pool.slots.state() }, 'browser-worker serves')
  const polling = pollSlices(config, logger, deps, slices)
  await Promise.race([leaving, polling])
  draining = true
  server.drain()
  slices.worker?.shutdown()
  await Promise.all([polling, drained(server)])
  await server.close()
  await deps.close()
  logger.info('browser-worker has drained')
  process.exit(0)
}

/** Settles at the first SIGTERM or SIGINT. */
async function signalled(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => resolve())
  })
}

/** Polls until the worker is shut down; waits for a Temporal that is still starting. */
async function pollSlices(
  config: Config,
  logger: Logger,
  deps: Dependencies,
  slices: { worker: Worker | null },
): Promise<void> {
  Runtime.install({ logger: routeTemporalLogs(logger), shutdownSignals: [] })
  const connection = await connectTemporal(config, logger)
  slices.worker = await createSliceWorker(config, connection, deps.slices)
  await slices.worker.run()
  await connection.close()
}

/** Settles when no call is under way, or when there has been time enough. */
async function drained(server: CallServer): Promise<void> {
  const endsAtMs = performance.now() + workerCallLimits.shutdownGraceMs
  while (server.open > 0 && performance.now() < endsAtMs) await sleep(workerCallLimits.drainPollMs)
}

try {
  await main()
} catch (error) {
  const isTold = error instanceof ConfigError || error instanceof EngineUnavailableError
  process.stderr.write(`browser-worker: ${isTold ? error.message : String((error as Error).stack ?? error)}\n`)
  process.exit(1)
}

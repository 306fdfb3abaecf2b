/**
 * The browser-worker: owns Chromium, answers `/browser/network` and `/render`, polls `browser-pages`. It serves calls
 * whether or not Temporal is available. SIGTERM drains it: new calls are refused, calls in flight finish, slices flush
 * and are handed over to another worker.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { EngineUnavailableError } from '@seine/activities/browser/chromium-process/engine-unavailable.ts'
import { ConfigError } from '@seine/shared/config/config.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'
import { runService, type ServiceProcess } from '@seine/shared/lifecycle/run-service.ts'
import { showSlots } from '@seine/shared/observability/metrics.ts'
import { RedisUrlError } from '@seine/shared/redis/connect-redis.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { bindProblem, readTokens } from '@seine/shared/worker-calls/service-token.ts'
import { createCalls } from './calls.ts'
import { createDependencies, type BrowserWorkerDependencies } from './dependencies.ts'
import { createProbes, poolProblems } from './probes.ts'
import manifest from './package.json' with { type: 'json' }
import { startSliceWorker } from './slice-worker.ts'

async function main(service: ServiceProcess): Promise<void> {
  const { config, logger } = service
  const problem = bindProblem(config.SEINE_SERVICE_TOKEN, isLoopbackHost(config.SEINE_BROWSER_HOST))
  if (problem !== null) throw new ConfigError(problem)
  if (config.SEINE_BROWSER_SANDBOX === 'off') {
    const warning =
      'Chromium runs WITHOUT its sandbox (SEINE_BROWSER_SANDBOX=off): every page that it opens must be trusted'
    logger.warn(warning)
    service.health.warn(warning)
  }
  const deps = await createDependencies(config, logger)
  try {
    await serve(service, deps)
  } finally {
    await deps.close()
  }
}

/** Serves until a signal arrives, or until the polling of slices fails. @throws the error of the socket. */
async function serve(
  { config, logger, health, leaving }: ServiceProcess,
  deps: BrowserWorkerDependencies,
): Promise<void> {
  const { pool } = deps
  const slices = startSliceWorker(config, logger, deps.slices, health)
  const poolProblem = poolProblems(pool)
  health.addNeeded(poolProblem)
  const isDraining = (): boolean => health.phase === 'draining'
  let server: CallServer | null = null
  try {
    server = await startCallServer({
      host: config.SEINE_BROWSER_HOST,
      port: config.SEINE_BROWSER_PORT,
      tokens: readTokens(config.SEINE_SERVICE_TOKEN),
      tls: deps.tls,
      logger,
      calls: createCalls(deps.capture),
      probes: createProbes({
        pool,
        sandbox: config.SEINE_BROWSER_SANDBOX,
        poolProblem,
        sliceWorker: slices,
        isDraining,
        version: manifest.version,
      }),
    })
    showSlots('job_page', () => deps.slices.resources.pages.state())
    showSlots('slice', () => deps.slices.resources.state())
    showSlots('browser', () => pool.slots.state())
    health.started()
    logger.info({ port: server.port, engines: pool.engines, ...pool.slots.state() }, 'browser-worker serves')
    await Promise.race([leaving, slices.ended])
  } finally {
    health.draining()
    slices.shutdown()
    await sleep(config.SEINE_DRAIN_DELAY_MS)
    const graceMs = shutdownLimits.callsGraceMs - config.SEINE_DRAIN_DELAY_MS
    await Promise.allSettled([slices.ended, server?.drain(graceMs)])
    await server?.close()
  }
  // Rethrows the fault when polling ended because of one.
  await slices.ended
}

await runService(
  'browser-worker',
  main,
  (error) => error instanceof EngineUnavailableError || error instanceof RedisUrlError,
)

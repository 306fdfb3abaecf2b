/**
 * The scrape-worker: polls `control` (workflows and short activities), `pages` (HTTP slices) and `notify` (webhooks and
 * mail), and answers `/scrape` and `/map`, whether or not Temporal is available. SIGTERM drains it: new calls are
 * refused, calls in flight finish, slices flush and are handed over to another worker.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '@seine/shared/config/config.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'
import { runService, type ServiceProcess } from '@seine/shared/lifecycle/run-service.ts'
import { recentFirstPages, showFirstPages } from '@seine/shared/observability/first-pages.ts'
import { showSlots } from '@seine/shared/observability/metrics.ts'
import { RedisUrlError } from '@seine/shared/redis/connect-redis.ts'
import { startCallServer, type CallServer } from '@seine/shared/worker-calls/call-server.ts'
import { bindProblem, readTokens } from '@seine/shared/worker-calls/service-token.ts'
import { WorkerUrlError } from '@seine/shared/worker-calls/worker-endpoints.ts'
import { createCallProbes } from './call-probes.ts'
import { createCalls } from './calls.ts'
import { createDependencies, type ScrapeWorkerDependencies } from './dependencies.ts'
import { startJobWorkers } from './job-workers.ts'
import manifest from './package.json' with { type: 'json' }

async function main(service: ServiceProcess): Promise<void> {
  const { config, logger } = service
  const problem = bindProblem(config.SEINE_SERVICE_TOKEN, isLoopbackHost(config.SEINE_SCRAPE_HOST))
  if (problem !== null) throw new ConfigError(problem)
  const deps = createDependencies(config, logger)
  try {
    await serve(service, deps)
  } finally {
    await deps.close()
  }
}

/** Serves until a signal arrives, or until the polling for jobs fails. @throws the error of the socket. */
async function serve(
  { config, logger, health, leaving }: ServiceProcess,
  deps: ScrapeWorkerDependencies,
): Promise<void> {
  const jobs = startJobWorkers(config, logger, deps.activities, health)
  const isDraining = (): boolean => health.phase === 'draining'
  let server: CallServer | null = null
  try {
    server = await startCallServer({
      host: config.SEINE_SCRAPE_HOST,
      port: config.SEINE_SCRAPE_PORT,
      tokens: readTokens(config.SEINE_SERVICE_TOKEN),
      tls: deps.tls,
      logger,
      calls: createCalls(deps.calls),
      probes: createCallProbes({
        slots: deps.calls.slots,
        isDraining,
        firstPages: recentFirstPages,
        version: manifest.version,
      }),
    })
    showSlots('call', () => deps.calls.slots.state())
    showSlots('job_page', () => deps.activities.resources.pages.state())
    showSlots('slice', () => deps.activities.resources.state())
    showSlots('map', () => deps.calls.mapSlots.state())
    showFirstPages()
    health.started()
    logger.info({ port: server.port, ...deps.calls.slots.state() }, 'scrape-worker serves')
    await Promise.race([leaving, jobs.ended])
  } finally {
    health.draining()
    jobs.shutdown()
    await sleep(config.SEINE_DRAIN_DELAY_MS)
    const graceMs = shutdownLimits.callsGraceMs - config.SEINE_DRAIN_DELAY_MS
    await Promise.allSettled([jobs.ended, server?.drain(graceMs)])
    await server?.close()
  }
  // Rethrows the fault when polling ended because of one.
  await jobs.ended
}

await runService('scrape-worker', main, (error) => error instanceof WorkerUrlError || error instanceof RedisUrlError)

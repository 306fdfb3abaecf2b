/**
 * The Temporal workers of the process: they poll `control`, `pages`, `archives` and `notify` once Temporal is available
 * and the store has passed its checks.
 */
import type { Config } from '@seine/shared/config/config.ts'
import { retentionLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import type { Health } from '@seine/shared/observability/health.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { createWorkers, runUntil, type Polling } from '@seine/shared/temporal/polling.ts'
import { startTrustedPolling } from '@seine/shared/temporal/trusted-polling.ts'
import { keepRetentionSchedule } from './retention-schedule.ts'
import { workerMakers, type WorkerDeps } from './workers.ts'

/** Starts to poll, and reports the workers to the probes. */
export function startJobWorkers(config: Config, logger: Logger, deps: WorkerDeps, health: Health): Polling {
  health.addNeeded(async () => {
    const signal = AbortSignal.timeout(temporalLimits.rpcDeadlineMs)
    return await deps.store.ping(signal).then(
      () => null,
      () => 'the object store does not answer',
    )
  })

  return startTrustedPolling(config, logger, health, async ({ temporal, leave, show }) => {
    const client = createTemporalClient(config)
    const { control, ...others } = await createWorkers(workerMakers(config, temporal, deps), leave)
    // When one worker fails, the others shut down too.
    const failing = new AbortController()
    const enough = AbortSignal.any([leave, failing.signal])
    // A request in flight that gets no answer is aborted too.
    const scheduling = client.connection.withAbortSignal(
      enough,
      async () =>
        await keepRetentionSchedule(client.client.schedule, logger, enough, retentionLimits, async (calls) => {
          return await client.connection.withDeadline(Date.now() + temporalLimits.rpcDeadlineMs, calls)
        }),
    )
    const runs = Object.values(others).map(async (worker) => await runUntil(worker, enough))
    // The control worker shuts down last. Slices that are handed over make their jobs continue, and a workflow task
    // that reaches a worker during its shutdown is lost until it times out and another worker takes it.
    const othersEnded = new AbortController()
    void Promise.allSettled(runs).then(() => othersEnded.abort())
    runs.push(runUntil(control, othersEnded.signal))
    show([control, ...Object.values(others)])
    logger.info('scrape-worker is polling')
    try {
      await Promise.all(runs)
    } finally {
      failing.abort()
      await Promise.allSettled(runs)
      await scheduling
      await client.close()
    }
  })
}

/** The Temporal worker of the process: slices whose pages a browser loads. */
import { Runtime, Worker } from '@temporalio/worker'
import type { SliceDeps } from '@seine/activities/page/slice-deps.ts'
import { createPageActivities } from '@seine/activities/registry.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { routeTemporalLogs } from '@seine/shared/temporal/worker-logs.ts'

export interface SliceWorker {
  /** State of the Temporal worker; null until it has a server. */
  state(): string | null
  /** Settles when the worker has drained; rejects when it failed. */
  ended: Promise<void>
  /** Stops polling; a slice that runs flushes and hands itself to the next worker. */
  shutdown(): void
}

/**
 * Slices to run at a time. One alone leaves slots idle: while its last pages end, while its result is merged,
 * and always where a host is to be asked for fewer pages than there are slots.
 * @param pagesMax pages that jobs may have in the browsers.
 */
const slicesFor = (pagesMax: number): number =>
  Math.max(jobPageLimits.slicesMin, Math.ceil(pagesMax / jobPageLimits.slotsPerSlice))

/** Starts to poll as soon as Temporal is there. */
export function startSliceWorker(config: Config, logger: Logger, deps: SliceDeps): SliceWorker {
  Runtime.install({ logger: routeTemporalLogs(logger), shutdownSignals: [] })
  const leaving = new AbortController()
  let worker: Worker | null = null

  const poll = async (): Promise<void> => {
    const connection = await connectTemporal(config, logger, leaving.signal)
    try {
      worker = await Worker.create({
        connection,
        namespace: config.SEINE_TEMPORAL_NAMESPACE,
        maxHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
        defaultHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
        taskQueue: taskQueues.browserPages,
        activities: createPageActivities(deps),
        maxConcurrentActivityTaskExecutions: slicesFor(deps.pagesInFlightMax),
        shutdownGraceTime: temporalLimits.pagesShutdownGraceMs,
        shutdownForceTime: temporalLimits.pagesShutdownGraceMs + temporalLimits.shutdownForceMs,
      })
      if (!leaving.signal.aborted) await worker.run()
    } finally {
      await connection.close()
    }
  }

  return {
    state: () => worker?.getState() ?? null,
    ended: poll().catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    }),
    shutdown() {
      leaving.abort()
      if (worker?.getState() === 'RUNNING') worker.shutdown()
    },
  }
}

/** The Temporal worker of the process: slices whose pages a browser loads. */
import { Worker } from '@temporalio/worker'
import type { SliceDeps } from '@seine/activities/page/slice-deps.ts'
import { createPageActivities } from '@seine/activities/registry.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { shutdownLimits } from '@seine/shared/config/limits.ts'
import type { Health } from '@seine/shared/observability/health.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { installTemporalRuntime } from '@seine/shared/temporal/runtime.ts'
import { connectTemporal } from '@seine/shared/temporal/worker-connection.ts'
import { watchPolling, type PollingParts } from '@seine/shared/temporal/worker-health.ts'
import { workerOptions } from '@seine/shared/temporal/worker-options.ts'

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

/** Starts to poll as soon as Temporal is there, and tells the probes of it. */
export function startSliceWorker(config: Config, logger: Logger, deps: SliceDeps, health: Health): SliceWorker {
  let polling: PollingParts | null = null
  watchPolling(health, () => polling)
  const leaving = new AbortController()
  let worker: Worker | null = null

  const poll = async (): Promise<void> => {
    await installTemporalRuntime(logger)
    const connection = await connectTemporal(config, logger, leaving.signal)
    try {
      worker = await Worker.create({
        ...workerOptions(config, connection),
        taskQueue: taskQueues.browserPages,
        activities: createPageActivities(deps, logger),
        maxConcurrentActivityTaskExecutions: slicesFor(deps.pagesInFlightMax),
        shutdownGraceTime: shutdownLimits.pagesGraceMs,
        shutdownForceTime: shutdownLimits.pagesForceMs,
      })
      polling = { workers: [worker], temporal: connection }
      if (!leaving.signal.aborted) await worker.run()
    } finally {
      await connection.close()
    }
  }

  const ended = poll().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
  })
  // It may fail before anybody waits for it.
  ended.catch(() => undefined)
  return {
    state: () => worker?.getState() ?? null,
    ended,
    shutdown() {
      leaving.abort()
      if (worker?.getState() === 'RUNNING') worker.shutdown()
    },
  }
}

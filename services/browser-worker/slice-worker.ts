/** The Temporal worker of the process: slices whose pages a browser loads. */
import { Worker, type NativeConnection } from '@temporalio/worker'
import type { SliceDeps } from '@seine/activities/page/scrape-slice.ts'
import { createPageActivities } from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'

/** The worker; the caller runs it. One slice fills the slots that jobs may have, so it takes one at a time. */
export async function createSliceWorker(
  config: Config,
  connection: NativeConnection,
  deps: SliceDeps,
): Promise<Worker> {
  return await Worker.create({
    connection,
    namespace: config.SEINE_TEMPORAL_NAMESPACE,
    maxHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
    defaultHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
    taskQueue: taskQueues.browserPages,
    activities: createPageActivities(deps),
    maxConcurrentActivityTaskExecutions: 1,
    shutdownGraceTime: temporalLimits.pagesShutdownGraceMs,
    shutdownForceTime: temporalLimits.pagesShutdownGraceMs + temporalLimits.shutdownForceMs,
  })
}

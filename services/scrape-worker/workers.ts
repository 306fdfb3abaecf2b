/** The two Temporal workers of the process and their connection. */
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker'
import { createControlActivities, createPageActivities, type ActivityDeps } from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { workflowsPath } from './bundle.ts'

/** Workers for both queues; the caller runs them. */
export async function createWorkers(
  config: Config,
  connection: NativeConnection,
  deps: ActivityDeps,
): Promise<[control: Worker, pages: Worker]> {
  const common = {
    connection,
    namespace: config.SEINE_TEMPORAL_NAMESPACE,
    maxHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
    defaultHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
  } satisfies Partial<WorkerOptions>
  const workflows =
    config.SEINE_WORKFLOW_BUNDLE === ''
      ? { workflowsPath }
      : { workflowBundle: { codePath: config.SEINE_WORKFLOW_BUNDLE } }
  const control = await Worker.create({
    ...common,
    ...workflows,
    taskQueue: taskQueues.control,
    activities: createControlActivities(deps),
    stickyQueueScheduleToStartTimeout: temporalLimits.stickyQueueTimeoutMs,
    shutdownGraceTime: temporalLimits.controlShutdownGraceMs,
    shutdownForceTime: temporalLimits.controlShutdownGraceMs + temporalLimits.shutdownForceMs,
  })
  const pages = await Worker.create({
    ...common,
    taskQueue: taskQueues.pages,
    activities: createPageActivities(deps),
    maxConcurrentActivityTaskExecutions: temporalLimits.slicesPerWorker,
    shutdownGraceTime: temporalLimits.pagesShutdownGraceMs,
    shutdownForceTime: temporalLimits.pagesShutdownGraceMs + temporalLimits.shutdownForceMs,
  })
  return [control, pages]
}

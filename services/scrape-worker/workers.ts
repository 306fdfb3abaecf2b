/** The Temporal workers of the process. */
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker'
import {
  createControlActivities,
  createNotifyActivities,
  createPageActivities,
  type ActivityDeps,
} from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { workflowsPath } from './bundle.ts'

/** Workers for the queues `control`, `pages` and `notify`; the caller runs them. */
export async function createWorkers(
  config: Config,
  connection: NativeConnection,
  deps: ActivityDeps,
): Promise<[control: Worker, pages: Worker, notify: Worker]> {
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
  const notify = await Worker.create({
    ...common,
    taskQueue: taskQueues.notify,
    activities: createNotifyActivities(deps),
    maxConcurrentActivityTaskExecutions: webhookLimits.activitiesMax,
    // No grace: a chain has more to send for as long as it lives, and the next worker goes on with it.
    shutdownForceTime: temporalLimits.shutdownForceMs,
  })
  return [control, pages, notify]
}

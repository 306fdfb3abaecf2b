/** The two Temporal workers of the process and their connection. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import { createControlActivities, createPageActivities, type ActivityDeps } from '@seine/activities/registry.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { workflowsPath } from './bundle.ts'

/** Connects, waiting for a server that is still starting. */
export async function connectTemporal(config: Config, logger: Logger): Promise<NativeConnection> {
  for (;;) {
    try {
      return await NativeConnection.connect({
        address: config.SEINE_TEMPORAL_ADDRESS,
        // Compression only costs CPU on the short way between a worker and its server.
        grpcCompression: { codec: 'none' },
      })
    } catch (error) {
      logger.warn({ error: String(error) }, 'Temporal does not answer yet')
      await sleep(temporalLimits.connectRetryMs)
    }
  }
}

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

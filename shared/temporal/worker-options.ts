/** What all workers of Temporal have in common, whatever queue they poll. */
import type { NativeConnection, WorkerOptions } from '@temporalio/worker'
import { ConfigError, type Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import { tracingActivityInterceptors } from './tracing-worker.ts'

/**
 * The version of a worker, or nothing when it has none. With a version a job stays with the workers of the
 * version that began it, slices included: all processes of a release name the same deployment and the same
 * build. Workflows of jobs say so themselves; the others move on with their next step.
 * @throws ConfigError when one setting is there without the other.
 */
export function workerVersion(
  config: Pick<Config, 'SEINE_WORKER_DEPLOYMENT' | 'SEINE_WORKER_BUILD_ID'>,
): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const { SEINE_WORKER_DEPLOYMENT: deploymentName, SEINE_WORKER_BUILD_ID: buildId } = config
  if (deploymentName === '' && buildId === '') return {}
  if (deploymentName === '' || buildId === '') {
    throw new ConfigError('SEINE_WORKER_DEPLOYMENT and SEINE_WORKER_BUILD_ID go together: set both or none')
  }
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  }
}

/** The options; a queue and what is polled from it are the caller's. @throws ConfigError */
export function workerOptions(config: Config, connection: NativeConnection) {
  return {
    connection,
    namespace: config.SEINE_TEMPORAL_NAMESPACE,
    maxHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
    defaultHeartbeatThrottleInterval: temporalLimits.maxHeartbeatThrottleIntervalMs,
    ...workerVersion(config),
    interceptors: config.SEINE_OTLP_ENDPOINT === '' ? {} : { activity: [tracingActivityInterceptors] },
  } satisfies Partial<WorkerOptions>
}

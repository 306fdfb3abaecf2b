/** Options of all Temporal workers, whatever queue they poll. */
import type { NativeConnection, WorkerOptions } from '@temporalio/worker'
import { ConfigError, type Config } from '../config/config.ts'
import { temporalLimits } from '../config/limits.ts'
import { compactHistoryBuild } from './names.ts'
import { tracingActivityInterceptors } from './tracing-worker.ts'

/**
 * Returns the version of a worker, or nothing when it has none. With a version, a job stays with the workers of the
 * version that started it, including its slices: all processes of a release use the same deployment name and build id.
 * Workflows of jobs set this themselves; other workflows move to a new version with their next task.
 * @throws ConfigError when only one of the settings is set.
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

/** Returns the options; the caller adds the queue and its workflows or activities. @throws ConfigError */
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

/**
 * Returns the build by which a worker of workflows without a version says that it writes the compact form of histories.
 * Nothing when the server does not keep builds in histories: a replay could not find the form then.
 * @throws ServiceError when Temporal does not answer.
 */
export async function compactBuild(
  config: Pick<Config, 'SEINE_WORKER_DEPLOYMENT'>,
  { workflowService }: Pick<NativeConnection, 'workflowService'>,
): Promise<Pick<WorkerOptions, 'buildId'>> {
  if (config.SEINE_WORKER_DEPLOYMENT !== '') return {}
  const { capabilities } = await workflowService.getSystemInfo({})
  return capabilities?.buildIdBasedVersioning === true ? { buildId: compactHistoryBuild } : {}
}

/** The Temporal workers of the process. */
import { Worker, type NativeConnection } from '@temporalio/worker'
import {
  createArchiveActivities,
  createControlActivities,
  createNotifyActivities,
  createPageActivities,
  type ActivityDeps,
} from '@seine/activities/registry.ts'
import { mayAdmitSlice } from '@seine/activities/slice/slice-admission.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { activityTuner, AdmittedSlots } from '@seine/shared/temporal/admitted-slots.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { tracingSinks } from '@seine/shared/temporal/tracing-worker.ts'
import { workerOptions } from '@seine/shared/temporal/worker-options.ts'
import { interceptorModules, workflowsPath } from './bundle.ts'

const sliceSlots = ({ room, lag }: Pick<ActivityDeps, 'room' | 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: sliceLimits.slicesMin,
    most: sliceLimits.slicesMax,
    mayAdmit: () => mayAdmitSlice(room, lag),
  })

/**
 * Advances of frontiers cost CPU: more of them at a time would only make each slower, while those that wait at
 * Temporal are dispatched in turns of tenants. Sitemaps and playbooks wait for sites, and keep nobody out.
 */
const controlSlots = ({ lag }: Pick<ActivityDeps, 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: temporalLimits.controlActivitiesMin,
    most: temporalLimits.controlActivitiesMax,
    mayAdmit: () => !lag.isBehind(),
  })

/** Archives that end at once, as of jobs that are cancelled together, leave the event loop to the jobs that go on. */
const archiveSlots = ({ lag }: Pick<ActivityDeps, 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: archiveLimits.archivesInFlightMin,
    most: archiveLimits.archivesInFlight,
    mayAdmit: () => !lag.isBehind(),
  })

/**
 * How the workers of the queues are made; making that of workflows takes seconds where it bundles them.
 * @throws ConfigError when their version is half a one
 */
export function workerMakers(
  config: Config,
  connection: NativeConnection,
  deps: ActivityDeps,
): Record<'control' | 'pages' | 'archives' | 'notify', () => Promise<Worker>> {
  const common = workerOptions(config, connection)
  const workflows =
    config.SEINE_WORKFLOW_BUNDLE === ''
      ? { workflowsPath, interceptors: { ...common.interceptors, workflowModules: interceptorModules } }
      : { workflowBundle: { codePath: config.SEINE_WORKFLOW_BUNDLE } }
  return {
    control: async () =>
      await Worker.create({
        ...common,
        ...workflows,
        sinks: tracingSinks,
        taskQueue: taskQueues.control,
        activities: createControlActivities(deps),
        tuner: {
          ...activityTuner(controlSlots(deps)),
          workflowTaskSlotSupplier: { type: 'fixed-size', numSlots: temporalLimits.workflowTasksInFlight },
          // Local advances wait inside their activity, in turns of tenants; slots would be first come, first served.
          localActivityTaskSlotSupplier: { type: 'fixed-size', numSlots: temporalLimits.workflowTasksInFlight },
        },
        stickyQueueScheduleToStartTimeout: temporalLimits.stickyQueueTimeoutMs,
        shutdownGraceTime: shutdownLimits.controlGraceMs,
        shutdownForceTime: shutdownLimits.controlForceMs,
      }),
    pages: async () =>
      await Worker.create({
        ...common,
        taskQueue: taskQueues.pages,
        activities: createPageActivities(deps, deps.logger),
        tuner: activityTuner(sliceSlots(deps)),
        maxConcurrentActivityTaskPolls: temporalLimits.slicePolls,
        shutdownGraceTime: shutdownLimits.pagesGraceMs,
        shutdownForceTime: shutdownLimits.pagesForceMs,
      }),
    archives: async () =>
      await Worker.create({
        ...common,
        taskQueue: taskQueues.archives,
        activities: createArchiveActivities(deps),
        tuner: activityTuner(archiveSlots(deps)),
        shutdownGraceTime: shutdownLimits.controlGraceMs,
        shutdownForceTime: shutdownLimits.controlForceMs,
      }),
    notify: async () =>
      await Worker.create({
        ...common,
        taskQueue: taskQueues.notify,
        activities: createNotifyActivities(deps),
        maxConcurrentActivityTaskExecutions: webhookLimits.activitiesMax,
        // A chain has more to send for as long as it lives, and the next worker goes on with it.
        shutdownGraceTime: 0,
        shutdownForceTime: shutdownLimits.pagesForceMs,
      }),
  }
}

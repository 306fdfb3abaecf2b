/** The Temporal workers of the process. */
import { Worker, type NativeConnection } from '@temporalio/worker'
import {
  createArchiveActivities,
  createControlActivities,
  createDeliveryActivities,
  createNotifyActivities,
  createPageActivities,
  type ActivityDeps,
} from '@seine/activities/registry.ts'
import type { EventLoopLag } from '@seine/activities/slice/event-loop-lag.ts'
import { mayAdmitSlice } from '@seine/activities/slice/slice-admission.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { deliveryLimits, webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { activityTuner, AdmittedSlots } from '@seine/shared/temporal/admitted-slots.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { tracingSinks } from '@seine/shared/temporal/tracing-worker.ts'
import { compactBuild, workerOptions } from '@seine/shared/temporal/worker-options.ts'
import { interceptorModules, workflowsPath } from './bundle.ts'

/** Dependencies of the workers: of their activities and of their slots. */
export type WorkerDeps = ActivityDeps & { lag: Pick<EventLoopLag, 'isSaturated'> }

const sliceSlots = ({ resources, lag }: Pick<ActivityDeps, 'resources' | 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: sliceLimits.slicesMin,
    most: sliceLimits.slicesMax,
    mayAdmit: () => mayAdmitSlice(resources, lag),
  })

/**
 * Slots of short activities. Frontier advances use CPU: more of them at a time would only slow down each, and those
 * that wait in Temporal are dispatched fairly by tenant. Sitemaps and playbooks mostly wait for sites and do not block
 * other activities.
 */
const controlSlots = ({ lag }: Pick<ActivityDeps, 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: temporalLimits.controlActivitiesMin,
    most: temporalLimits.controlActivitiesMax,
    mayAdmit: () => !lag.isBehind(),
  })

/**
 * Slots of archives. When many jobs end at once, for example because they are cancelled together, their archives leave
 * the event loop to running jobs.
 */
const archiveSlots = ({ lag }: Pick<WorkerDeps, 'lag'>): AdmittedSlots =>
  new AdmittedSlots({
    least: archiveLimits.archivesInFlightMin,
    most: archiveLimits.archivesInFlight,
    mayAdmit: () => !lag.isSaturated(),
  })

/**
 * Returns functions that create the worker of each queue. Creating the worker of workflows takes seconds when it has to
 * bundle them.
 * @throws ConfigError when only one part of the worker version is set.
 */
export function workerMakers(
  config: Config,
  connection: NativeConnection,
  deps: WorkerDeps,
): Record<'control' | 'pages' | 'archives' | 'notify' | 'deliveries', () => Promise<Worker>> {
  const common = workerOptions(config, connection)
  const workflows =
    config.SEINE_WORKFLOW_BUNDLE === ''
      ? { workflowsPath, interceptors: { ...common.interceptors, workflowModules: interceptorModules } }
      : { workflowBundle: { codePath: config.SEINE_WORKFLOW_BUNDLE } }
  return {
    control: async () =>
      await Worker.create({
        ...common,
        ...(await compactBuild(config, connection)),
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
        // A delivery chain sends for as long as it lives, so waiting does not end it; another worker continues it.
        shutdownGraceTime: 0,
        shutdownForceTime: shutdownLimits.pagesForceMs,
      }),
    deliveries: async () =>
      await Worker.create({
        ...common,
        taskQueue: taskQueues.deliveries,
        activities: createDeliveryActivities(deps),
        maxConcurrentActivityTaskExecutions: deliveryLimits.deliveriesInFlight,
        // A copy may take hours; another worker continues it with the next part.
        shutdownGraceTime: 0,
        shutdownForceTime: shutdownLimits.pagesForceMs,
      }),
  }
}

/** The Temporal worker of the process: runs slices whose pages are loaded by a browser. */
import { Worker } from '@temporalio/worker'
import { mayAdmitSlice } from '@seine/activities/slice/slice-admission.ts'
import type { SliceDeps } from '@seine/activities/slice/slice-deps.ts'
import { createPageActivities } from '@seine/activities/registry.ts'
import { jobPageLimits } from '@seine/shared/config/browser-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import type { Health } from '@seine/shared/observability/health.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { activityTuner, AdmittedSlots } from '@seine/shared/temporal/admitted-slots.ts'
import { taskQueues } from '@seine/shared/temporal/names.ts'
import { runUntil, type Polling } from '@seine/shared/temporal/polling.ts'
import { startTrustedPolling } from '@seine/shared/temporal/trusted-polling.ts'
import { workerOptions } from '@seine/shared/temporal/worker-options.ts'

/**
 * Returns the number of slices that always may run at a time, and that may wait for page slots. A single slice would
 * leave slots idle: while its last pages end, while its result is merged, and whenever a host may be asked for fewer
 * pages at a time than there are slots.
 * @param pagesMax number of pages that jobs may have open in the browsers.
 */
const slicesFor = (pagesMax: number): number =>
  Math.max(jobPageLimits.slicesMin, Math.ceil(pagesMax / jobPageLimits.slotsPerSlice))

/**
 * Starts to poll as soon as Temporal is available and the store has passed its checks; reports the worker to the
 * probes.
 */
export function startSliceWorker(config: Config, logger: Logger, deps: SliceDeps, health: Health): Polling {
  return startTrustedPolling(config, logger, health, async ({ temporal, leave, show }) => {
    const least = slicesFor(deps.pagesInFlightMax)
    const mayAdmit = (): boolean =>
      deps.resources.pages.state().queued < least && mayAdmitSlice(deps.resources, deps.lag)
    const slots = new AdmittedSlots({ least, most: sliceLimits.slicesMax, mayAdmit })
    const worker = await Worker.create({
      ...workerOptions(config, temporal),
      taskQueue: taskQueues.browserPages,
      activities: createPageActivities(deps, logger),
      tuner: activityTuner(slots),
      maxConcurrentActivityTaskPolls: jobPageLimits.slicesMin,
      shutdownGraceTime: shutdownLimits.pagesGraceMs,
      shutdownForceTime: shutdownLimits.pagesForceMs,
    })
    show([worker])
    await runUntil(worker, leave)
  })
}

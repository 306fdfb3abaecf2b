/**
 * How a run has its frontier advanced: as a local activity, by the worker that has the run in its cache, or through
 * the queue. The worker that advanced a frontier last has it in memory, so that a local advance reads nothing of it
 * again; it also costs the history one event instead of three, and no further workflow task.
 */
import {
  ActivityCancellationType,
  CancellationScope,
  patched,
  proxyActivities,
  proxyLocalActivities,
  type ActivityOptions,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'

/** One advance. */
export interface AdvancePlan {
  call: AdvanceInput
  /** What operators see of it. */
  summary: string
  /** URLs that it may have to take in, as far as the run knows. */
  links: number
  /** Of the activity, where it goes through the queue. */
  options: ActivityOptions
}

export class FrontierAdvances {
  /** Until then advances go through the queue, epoch milliseconds by the clock of the workflow. */
  #queuedUntilMs = 0

  /** @throws ActivityFailure as an activity of the queue does; CancelledFailure when the run is cancelled. */
  async advance(plan: AdvancePlan): Promise<AdvanceResult> {
    return (await this.#locally(plan)) ?? (await throughQueue(plan))
  }

  /**
   * Bounded in size and time: the workflow task stays open meanwhile. What fails here is tried again through the
   * queue, whose retries hold no worker; so is what follows for a while.
   * @returns null when the queue has to be asked.
   */
  async #locally({ call, summary, links }: AdvancePlan): Promise<AdvanceResult | null> {
    if (!patched('advance-locally')) return null
    if (links > frontierLimits.localAdvanceLinksMax || Date.now() < this.#queuedUntilMs) return null
    const { advanceFrontier } = proxyLocalActivities<Activities>({
      startToCloseTimeout: temporalLimits.localAdvanceMs,
      scheduleToCloseTimeout: temporalLimits.localAdvanceMs,
      retry: { maximumAttempts: 1 },
      cancellationType: ActivityCancellationType.TRY_CANCEL,
    })
    try {
      return await advanceFrontier.executeWithOptions({ summary }, [call])
    } catch (error) {
      // A worker that shuts down cancels its local activities as well.
      if (CancellationScope.current().consideredCancelled) throw error
      this.#queuedUntilMs = Date.now() + temporalLimits.localAdvanceRestMs
      return null
    }
  }
}

async function throughQueue({ call, summary, options }: AdvancePlan): Promise<AdvanceResult> {
  const { advanceFrontier } = proxyActivities<Activities>(options)
  return await advanceFrontier.executeWithOptions({ summary }, [call])
}

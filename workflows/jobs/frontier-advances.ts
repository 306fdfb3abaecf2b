/**
 * Advances the frontier of a run: as a local activity in the worker that has the run in its cache, or through the
 * queue. The worker that advanced a frontier last has it in memory, so a local advance does not read it again. It also
 * adds one event to the history instead of three, and no further workflow task.
 */
import {
  ActivityCancellationType,
  CancellationScope,
  patched,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'

/** One advance. */
export interface AdvancePlan {
  call: AdvanceInput
  /** Summary for operators. */
  summary: string
  /** Number of URLs that it may have to process, as far as the run knows. */
  links: number
  /** Options of the activity when it goes through the queue. */
  options: ActivityOptions
}

/** What the advances of a run depend on. */
export interface AdvancesOptions {
  /** False: the history may be older than local advances. */
  isNew: boolean
  /** Called before an advance that outlives its workflow task, when `isNew`. */
  beforeQueue: () => void
}

export class FrontierAdvances {
  readonly #options: AdvancesOptions
  /** Until this time advances go through the queue, epoch milliseconds by the clock of the workflow. */
  #queuedUntilMs = 0
  #wasLocal = false

  constructor(options: AdvancesOptions) {
    this.#options = options
  }

  /** Returns whether the last advance was local, so that its workflow task is still open. */
  get wasLocal(): boolean {
    return this.#wasLocal
  }

  /**
   * Advances the frontier.
   * @throws ActivityFailure as an activity of the queue does; CancelledFailure when the run is cancelled.
   */
  async advance(plan: AdvancePlan): Promise<AdvanceResult> {
    const result = await this.#locally(plan)
    this.#wasLocal = result !== null
    if (result !== null) return result
    if (this.#options.isNew) this.#options.beforeQueue()
    return await throughQueue(plan)
  }

  /**
   * Advances locally. Size and time are bounded, because the workflow task stays open meanwhile. A failed advance is
   * repeated through the queue, whose retries do not occupy a worker; so are the advances after it for a while.
   * @returns null when the queue has to be used.
   */
  async #locally({ call, summary, links }: AdvancePlan): Promise<AdvanceResult | null> {
    if (!this.#options.isNew && !patched('advance-locally')) return null
    if (links > frontierLimits.localAdvanceLinksMax || Date.now() < this.#queuedUntilMs) return null
    const { advanceFrontier } = proxyLocalActivities<Activities>({
      startToCloseTimeout: temporalLimits.localAdvanceMs,
      scheduleToCloseTimeout: temporalLimits.localAdvanceMs,
      retry: { maximumAttempts: 1 },
      cancellationType: ActivityCancellationType.TRY_CANCEL,
    })
    try {
      return await advanceFrontier.executeWithOptions({ summary }, [
        mayRepeat(call) ? { ...call, mayRepeat: true } : call,
      ])
    } catch (error) {
      // A worker that shuts down cancels its local activities too.
      if (CancellationScope.current().consideredCancelled) throw error
      this.#queuedUntilMs = Date.now() + temporalLimits.localAdvancePauseMs
      return null
    }
  }
}

/** Returns whether a worker may have died of the first advance of this run; the history does not show it. */
function mayRepeat({ generation }: AdvanceInput): boolean {
  // Not `runStartTime`, which is the time of the first workflow task that a worker has got.
  const sinceStartMs = Date.now() - workflowInfo().startTime.getTime()
  return generation < 0 && sinceStartMs >= temporalLimits.firstAdvanceRepeatMs
}

async function throughQueue({ call, summary, options }: AdvancePlan): Promise<AdvanceResult> {
  const { advanceFrontier } = proxyActivities<Activities>(options)
  return await advanceFrontier.executeWithOptions({ summary }, [call])
}

/**
 * `watchTick`: what the schedule of a watch starts. It becomes the run of the watch, unless another run is in progress:
 * then it is skipped, or waits for its turn.
 */
import {
  continueAsNew,
  executeChild,
  ParentClosePolicy,
  patched,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import { defineSearchAttributeKey, SearchAttributeType, WorkflowExecutionAlreadyStartedError } from '@temporalio/common'
import type { Activities } from '@seine/activities/registry.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import { watchRunIdOf } from '@seine/shared/temporal/names.ts'
import type { WatchTickInput } from '@seine/shared/temporal/watch-shapes.ts'
import { controlOptions } from '../activity-calls/activity-options.ts'
import { watchRun } from './watch-run.ts'

const { noteSkippedRun } = proxyActivities<Activities>(controlOptions(watchLimits.stepTimeoutMs))

const scheduledStart = defineSearchAttributeKey('TemporalScheduledStartTime', SearchAttributeType.DATETIME)
const tenantKey = defineSearchAttributeKey('Tenant', SearchAttributeType.KEYWORD)

/** Returns the time for which the schedule started this workflow; that of its start when it was started otherwise. */
function nominalAt(): string {
  const { typedSearchAttributes, startTime } = workflowInfo()
  return (typedSearchAttributes.get(scheduledStart) ?? startTime).toISOString()
}

/** @returns whether the run was made. */
export async function watchTick(input: WatchTickInput): Promise<boolean> {
  const { tenant, watchId, overlap, historyEventsMax = watchLimits.tickHistoryEventsMax } = input
  const nominal = input.nominalAt ?? nominalAt()
  for (;;) {
    try {
      const result = await executeChild(watchRun, {
        args: [
          {
            tenant,
            watchId,
            trigger: 'schedule',
            nominalAt: nominal,
            requestId: workflowInfo().workflowId.slice(-128),
          },
        ],
        workflowId: watchRunIdOf({ tenant, id: watchId }),
        parentClosePolicy: ParentClosePolicy.ABANDON,
        typedSearchAttributes: [{ key: tenantKey, value: tenant }],
        staticSummary: `run of watch ${watchId} at ${nominal}`,
      })
      return result !== null
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
    if (overlap === 'skip') {
      await noteSkippedRun({ tenant, watchId, nominalAt: nominal })
      return false
    }
    if (workflowInfo().historyLength > historyEventsMax && patched('tick-continues')) {
      await continueAsNew<typeof watchTick>({ ...input, nominalAt: nominal })
    }
    await sleep(watchLimits.bufferedRetryMs, { summary: 'another run of the watch is in progress' })
  }
}

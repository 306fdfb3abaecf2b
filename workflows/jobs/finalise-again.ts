/** `finaliseAgain`: builds the missing parts of an ended job on request. */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { FinaliseAgainInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import { finaliseOptions } from '../activity-calls/activity-options.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'
import { endedDetails, endingDetails } from './lifecycle-details.ts'
import { notifyAgain } from './receivers.ts'
import { deliverAgain } from './target-deliveries.ts'

const { finaliseJob } = proxyActivities<Activities>(finaliseOptions)

/**
 * Builds archives and record from what is stored, sends outstanding notifications of the end of the job, and
 * copies the archives to targets that lack them.
 * @returns the counters on record.
 * @throws ActivityFailure when that cannot be done within a day.
 */
export async function finaliseAgain({ notify, deliverTo, ...call }: FinaliseAgainInput): Promise<FinaliseResult> {
  setCurrentDetails(endingDetails(call.outcome))
  const summary = `finalise again, status ${call.outcome.status}`
  const result = await finaliseJob.executeWithOptions({ summary }, [{ ...call, again: true }])
  await notifyAgain({ ...call, ...(notify === undefined ? {} : { notify }) }, result, call.outcome.status)
  await deliverAgain({ ...call, ...(deliverTo === undefined ? {} : { deliverTo }) })
  setCurrentDetails(endedDetails(call.outcome, result))
  return result
}

endsWithRelease(finaliseAgain)

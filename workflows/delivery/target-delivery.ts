/** `targetDelivery`: copies the archives of an ended job to a delivery target. */
import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { TargetDeliveryEnd, TargetDeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { deliveryOptions, failedDeliveryOptions } from '../activity-calls/activity-options.ts'
import { targetDeliveryDetails } from './delivery-details.ts'

const { deliverToTarget } = proxyActivities<Activities>(deliveryOptions)
const { failTargetDelivery } = proxyActivities<Activities>(failedDeliveryOptions)

/**
 * Copies the archives to one target. Each target of a job has a workflow of its own, so that one that is unavailable
 * delays no other.
 * @returns how it ended: a target that takes nothing for days is an ordinary outcome.
 * @throws ActivityFailure when not even that can be written.
 */
export async function targetDelivery(input: TargetDeliveryInput): Promise<TargetDeliveryEnd> {
  setCurrentDetails(targetDeliveryDetails(input.target, null))
  const end = await delivered(input)
  setCurrentDetails(targetDeliveryDetails(input.target, end))
  return end
}

async function delivered(input: TargetDeliveryInput): Promise<TargetDeliveryEnd> {
  try {
    return await deliverToTarget.executeWithOptions({ summary: `copy to ${input.target}` }, [input])
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    const reason = isCancellation(error)
      ? 'an operator cancelled the delivery'
      : 'the archives could not be copied in time because of faults of the service'
    return await CancellationScope.nonCancellable(
      async () => await failTargetDelivery.executeWithOptions({ summary: 'record the failure' }, [input, reason]),
    )
  }
}

/** `webhookRedelivery`: sends one event again on request. */
import { proxyActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import type { RedeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { redeliveryOptions } from '../activity-calls/activity-options.ts'
import { redeliveryDetails } from './delivery-details.ts'
import { endsWithRelease } from '../activity-calls/ends-with-release.ts'

const { redeliverWebhook } = proxyActivities<Activities>(redeliveryOptions)

/**
 * Sends the event, with as many tries as a `page` event has.
 * @returns true when it was delivered.
 */
export async function webhookRedelivery(input: RedeliveryInput): Promise<boolean> {
  const firstTryAtMs = Date.now()
  for (let call = 0; ; call += 1) {
    setCurrentDetails(redeliveryDetails({ tries: call, nextTryAtMs: null, delivered: null }))
    const summary = `${input.eventId}, try ${call + 1}`
    const { delivered, waitMs } = await redeliverWebhook.executeWithOptions({ summary }, [
      { ...input, call, firstTryAtMs },
    ])
    const nextTryAtMs = waitMs === null ? null : Date.now() + waitMs
    const known = waitMs === null ? delivered : null
    setCurrentDetails(redeliveryDetails({ tries: call + 1, nextTryAtMs, delivered: known }))
    if (waitMs === null) return delivered
    await sleep(waitMs, { summary: `try ${call + 2}` })
  }
}

endsWithRelease(webhookRedelivery)

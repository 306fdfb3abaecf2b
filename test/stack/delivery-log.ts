/** Reads the delivery log of a job as a caller does. */
import assert from 'node:assert/strict'
import type { DeliveryLogPage, DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import { webhookDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import type { TestStack } from './test-stack.ts'

const pathOf = (id: string): string => (id.startsWith('batch-') ? `/batch/scrape/${id}` : `/crawl/${id}`)

/** Resolves once the webhook workflow has finished: a receiver accepts an event before the log contains it. */
export async function deliveryEnded({ temporal }: TestStack, id: string): Promise<void> {
  await temporal.workflow.getHandle(webhookDeliveryIdOf(id)).result()
}

/** Returns every delivery attempt, page by page. */
export async function deliveryLog(
  { api }: TestStack,
  id: string,
  state?: DeliveryTry['state'],
): Promise<DeliveryTry[]> {
  const tries: DeliveryTry[] = []
  const asked = new URLSearchParams({ limit: '100', ...(state === undefined ? {} : { state }) })
  for (;;) {
    const answer = await api.request('GET', `${pathOf(id)}/webhooks?${asked.toString()}`)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const page = answer.body as unknown as DeliveryLogPage
    tries.push(...page.data)
    if (page.next_cursor === null) return tries
    asked.set('cursor', page.next_cursor)
  }
}

/** Returns every delivery attempt of a webhook that has finished. */
export async function wholeDeliveryLog(t: TestStack, id: string, state?: DeliveryTry['state']): Promise<DeliveryTry[]> {
  await deliveryEnded(t, id)
  return await deliveryLog(t, id, state)
}

/** Requests the redelivery of an event. @returns the status of the answer. */
export async function redeliver({ api }: TestStack, id: string, eventId: string): Promise<number> {
  return (await api.request('POST', `${pathOf(id)}/webhooks/${eventId}/redeliver`)).status
}

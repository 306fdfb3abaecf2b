/** Whether the receiver of a job's webhook has been told of its end, by the log of deliveries. */
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { eventTypeOf } from '@seine/shared/api/webhook-event.ts'
import { callOfDeliveryLogKey, deliveryLogPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { UntoldEnd } from '@seine/shared/temporal/shapes.ts'
import { readTries } from '../notify/delivery-log.ts'

/**
 * Where the chain of events would go on.
 * @returns null when the end was delivered or given up, or when there is no webhook.
 * @throws StoreUnavailableError
 */
export async function untoldEnd(store: Pick<Store, 'get' | 'list'>, input: JobInput): Promise<UntoldEnd | null> {
  if ((input.notifyPlan?.webhook ?? null) === null) return null
  const ends = [eventTypeOf(input.kind, 'completed'), eventTypeOf(input.kind, 'failed')]
  let next = 1
  let calls = 0
  for (const key of await store.list(deliveryLogPrefix(input))) {
    calls = Math.max(calls, callOfDeliveryLogKey(key) + 1)
    for (const { sequence, state, type } of await readTries(store, key)) {
      if (ends.some((end) => end === type)) return null
      if (state !== 'retrying') next = Math.max(next, sequence + 1)
    }
  }
  return { next, calls }
}

/** Finds which notices of an ended job were not delivered, from what is stored about its notices. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { eventTypeOf } from '@seine/shared/api/schemas/webhook-event.ts'
import { callOfDeliveryLogKey, deliveryLogPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { UndeliveredEnd } from '@seine/shared/temporal/shapes.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'
import { readTries } from './delivery-log.ts'
import { mailWasSent } from './job-mail.ts'

const endNames = ['completed', 'failed', 'cancelled'] as const

/**
 * Returns the position at which the chain of webhook events would continue.
 * @param record how the job ended.
 * @returns null when every event was delivered or given up, when the receiver is gone, or without a webhook.
 * @throws StoreUnavailableError
 */
export async function undeliveredEvents(
  store: Pick<Store, 'get' | 'list'>,
  input: JobInput,
  { status, completed, failed }: Pick<FinalStatus, 'status' | 'completed' | 'failed'>,
): Promise<UndeliveredEnd | null> {
  const plan = input.notifyPlan?.webhook ?? null
  if (plan === null || (status === 'cancelled' && plan.cancelled !== true)) return null
  const due = lastSequence(plan, completed + failed) + (plan[status] === true ? 1 : 0)
  const ends = new Set<string>(endNames.map((name) => eventTypeOf(input.kind, name)))
  const keys = await store.list(deliveryLogPrefix(input))
  const calls = Math.max(0, ...keys.map((key) => callOfDeliveryLogKey(key) + 1))
  let next = 1
  // Events are sent in order: the newest lines show how far the chain has advanced.
  for (const key of keys.toReversed()) {
    const settled = (await readTries(store, key)).filter(({ state, redelivery }) => state !== 'retrying' && !redelivery)
    // The end event of a job without a record has another sequence number than the record would give it.
    if (settled.some(({ type, http_status: answer }) => ends.has(type) || answer === 410)) return null
    next = Math.max(next, ...settled.map(({ sequence }) => sequence + 1))
    if (settled.length > 0) break
  }
  return next > due ? null : { next, calls }
}

/** Notices of the end of a job that were not sent. */
export interface UndeliveredNotices {
  events: boolean
  mail: boolean
}

/** Reads what is stored about notices. */
export interface NoticeReader {
  /** Returns which notices of the end of a job have not been delivered. @throws StoreUnavailableError */
  undelivered(input: JobInput, record: FinalStatus): Promise<UndeliveredNotices>
}

/** Creates a reader of the notices in a store. */
export const createNoticeReader = (store: Pick<Store, 'get' | 'list'>): NoticeReader => ({
  async undelivered(input, record) {
    const wantsMail = input.notifyPlan?.email === true && record.status !== 'cancelled'
    return {
      events: (await undeliveredEvents(store, input, record)) !== null,
      mail: wantsMail && !(await mailWasSent(store, input)),
    }
  },
})

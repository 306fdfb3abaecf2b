/** The `redeliverWebhook` activity: one try at an event that a caller requested again. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { sequenceOfEventId } from '@seine/shared/api/schemas/webhook-event.ts'
import type { RedeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { hostOf } from '@seine/shared/urls/url-identity.ts'
import { readRecord } from '@seine/shared/jobs/job-record.ts'
import type { DeliverDeps } from './deliver-webhooks.ts'
import { logRedelivery } from './delivery-log-writer.ts'
import { pauseAfter } from './delivery-plan.ts'
import { tryEvent, tryLine } from './delivery-try.ts'
import { DueEvents, type DueEvent } from './due-events.ts'
import { NotDeliverableError } from './not-deliverable.ts'
import { readJob, webhookOf } from './webhook-job.ts'

/** Input of the activity. */
export interface RedeliverCall extends RedeliveryInput {
  /** Number of earlier tries. */
  call: number
  /** When the first try was made, epoch milliseconds. */
  firstTryAtMs: number
}

export interface RedeliverResult {
  delivered: boolean
  /** Pause before the next try, milliseconds; null if none exists. */
  waitMs: number | null
}

/** The receiver's host has no free delivery slot; the try is to be repeated a little later. */
export class ReceiverBusyError extends Error {
  override readonly name = 'ReceiverBusyError'
}

/**
 * Makes one try; the number of tries is that of a page event.
 * @throws NotDeliverableError for an event that is unknown or has not happened; ReceiverBusyError; SealError;
 *   StoreUnavailableError; the reason of the signal.
 */
export async function redeliverWebhook(
  deps: DeliverDeps,
  call: RedeliverCall,
  signal: AbortSignal,
): Promise<RedeliverResult> {
  const { jobId, tenant, plan, eventId } = call
  const input = await readJob(deps, { tenant, id: jobId })
  const status = await readRecord(deps.store, input)
  const finishedPages = status === null ? Infinity : status.completed + status.failed
  const sequence = sequenceOfEventId(jobId, eventId)
  const events = new DueEvents({ ...deps.webhooks, store: deps.store }, input, plan, finishedPages)
  const event = sequence === null ? null : await events.at(sequence)
  if (event?.id !== eventId) throw new NotDeliverableError(`job ${jobId} has no event ${eventId}`)
  const release = deps.webhooks.slots.take(hostOf(webhookOf(input).url))
  if (release === null)
    throw new ReceiverBusyError('the receiver already has the maximum number of concurrent deliveries')
  try {
    return await tryAgain(deps, input, event, call, signal)
  } finally {
    release()
  }
}

async function tryAgain(
  { store, webhooks }: DeliverDeps,
  input: JobInput,
  event: DueEvent,
  { call, firstTryAtMs }: RedeliverCall,
  signal: AbortSignal,
): Promise<RedeliverResult> {
  const made = await tryEvent(webhooks, input, event, signal)
  const { outcome } = made.reply
  const delivered = outcome.kind === 'delivered'
  const tryNumber = call + 1
  const waitMs =
    outcome.kind === 'failed'
      ? pauseAfter(
          { tries: tryNumber, firstTryAtMs, givenUpBefore: 0 },
          { ...made, outcome, terminal: false },
          webhooks,
        )
      : null
  const state = delivered ? 'delivered' : waitMs === null ? 'given_up' : 'retrying'
  const line = tryLine(event, made, { state, tryNumber, waitMs: waitMs ?? 0, redelivery: true })
  await logRedelivery(store, input, line)
  return { delivered, waitMs }
}

/** One try at one event: the call to the receiver, and its line in the delivery log. */
import type { DeliveryTry } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { DueEvent } from './due-events.ts'
import { lateSignal } from './late-signal.ts'
import type { WebhookReply, WebhookSender } from './webhook-sender.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import { webhookOf } from './webhook-job.ts'
import { isoOfMs } from '@seine/shared/values/iso-time.ts'

export interface TryPorts {
  sender: WebhookSender
  secrets: WebhookSecrets
  /** Clock, epoch milliseconds. */
  now: () => number
}

/** A finished try, and when it began and ended. */
export interface MadeTry {
  reply: WebhookReply
  startedAtMs: number
  endedAtMs: number
}

/**
 * Calls the receiver of a job with an event.
 * @param signal ends the call after a short delay: most calls finish within it and need not be repeated.
 * @throws the reason of the signal; NotDeliverableError without a receiver; StoreUnavailableError.
 */
export async function tryEvent(
  ports: TryPorts,
  input: JobInput,
  event: DueEvent,
  signal: AbortSignal,
): Promise<MadeTry> {
  const { url, headers, form } = webhookOf(input)
  const secrets = await ports.secrets.of(input)
  const body = await event.text()
  const startedAtMs = ports.now()
  const call = { url, headers, eventId: event.id, body, secrets, ...(form === undefined ? {} : { form }) }
  const late = lateSignal(signal, webhookLimits.leavingMs)
  try {
    const reply = await ports.sender.send(call, late.signal)
    return { reply, startedAtMs, endedAtMs: ports.now() }
  } finally {
    late.clear()
  }
}

/**
 * Returns the log line of a try.
 * @param waitMs pause until the next try, counted from the end of this one, milliseconds.
 */
export function tryLine(
  { id, type, sequence }: Pick<DueEvent, 'id' | 'type' | 'sequence'>,
  { reply, startedAtMs, endedAtMs }: MadeTry,
  what: { state: DeliveryTry['state']; tryNumber: number; waitMs: number; redelivery: boolean },
): DeliveryTry {
  return {
    event_id: id,
    type,
    sequence,
    state: what.state,
    try: what.tryNumber,
    at: isoOfMs(startedAtMs),
    elapsed_ms: reply.elapsedMs,
    http_status: reply.status,
    error: reply.error,
    next_try_at: what.state === 'retrying' ? isoOfMs(endedAtMs + what.waitMs) : null,
    redelivery: what.redelivery,
  }
}

/** Returns the log line of an event given up without a try. @param why stored as the `error` of the line. */
export function untriedLine(
  { id, type, sequence }: Pick<DueEvent, 'id' | 'type' | 'sequence'>,
  why: NonNullable<DeliveryTry['error']>,
  nowMs: number,
): DeliveryTry {
  return {
    event_id: id,
    type,
    sequence,
    state: 'given_up',
    try: 0,
    at: isoOfMs(nowMs),
    elapsed_ms: 0,
    http_status: null,
    error: why,
    next_try_at: null,
    redelivery: false,
  }
}

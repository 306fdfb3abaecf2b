/** Builds the bodies of webhook events. A body is the same at every try, because it is built from stored data only. */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { NoticedEnd } from '@seine/shared/tasks/final-status.ts'
import type { NumberedNote } from '@seine/shared/api/schemas/page-note.ts'
import {
  eventIdOf,
  eventTypeOf,
  type JobHappening,
  type WebhookBody,
  type WebhookEventName,
} from '@seine/shared/api/schemas/webhook-event.ts'
import { statusPathOf } from './status-path.ts'

/** Returns the body of an event in the service's own form. */
export function ownBody(input: JobInput, sequence: number, happening: JobHappening): WebhookBody {
  if (happening.name === 'started') return startedBody(input, sequence)
  if (happening.name === 'page') return pageBody(input, sequence, happening.page)
  return endedBody(input, sequence, happening.status)
}

function common(input: JobInput, name: WebhookEventName, sequence: number, timestamp: string) {
  return {
    type: eventTypeOf(input.kind, name),
    timestamp,
    id: input.id,
    event_id: eventIdOf(input.id, sequence),
    sequence,
    metadata: input.notify?.webhook?.metadata ?? null,
    request_id: input.requestId,
  }
}

/** Returns the body of `started`. */
function startedBody(input: JobInput, sequence: number): WebhookBody {
  return {
    ...common(input, 'started', sequence, input.createdAt),
    success: true,
    data: { url: input.url, limit: input.limit },
  }
}

/** Returns the body of `page`. */
function pageBody(input: JobInput, sequence: number, { note, atMs }: NumberedNote): WebhookBody {
  return {
    ...common(input, 'page', sequence, new Date(atMs).toISOString()),
    success: note.success,
    data: note,
    ...(note.error === null ? {} : { error: note.error }),
  }
}

/** Returns the body of `completed` or `failed`. @param status status of a job that was not cancelled. */
function endedBody(input: JobInput, sequence: number, status: NoticedEnd): WebhookBody {
  const name = status.status === 'failed' ? 'failed' : 'completed'
  const { url, limit, total, completed, failed, createdAt, completedAt, duration, warnings } = status
  return {
    ...common(input, name, sequence, completedAt),
    success: name === 'completed',
    data: {
      status: name,
      url,
      limit,
      total,
      completed,
      failed,
      createdAt,
      completedAt,
      duration,
      warnings,
      statusUrl: statusPathOf(input),
    },
    ...(status.error === null ? {} : { error: status.error }),
  }
}

/** Webhook calls in the API description: one entry per type of event. */
import { Type, type TSchema } from 'typebox'
import { pageNoteSchema } from '../schemas/page-note.ts'
import type { Refer } from './openapi-references.ts'
import { eventTypeOf, webhookEventNames, type WebhookEventName } from '../schemas/webhook-event.ts'
import type { JobKind } from '../../temporal/names.ts'
import { count, dateTime } from '../schemas/schema-parts.ts'
import { noticeSchemas } from '../watches/notice-schema.ts'

const startedSchema = Type.Object({
  url: Type.String({ description: 'Start URL of a crawl, first URL of a batch.' }),
  limit: Type.Integer({ description: 'As requested.' }),
})

const endedSchema = Type.Object({
  status: Type.Enum(['completed', 'failed']),
  url: Type.String({ description: 'Start URL of a crawl, first URL of a batch.' }),
  limit: Type.Integer({ description: 'As requested.' }),
  total: count('completed + failed.'),
  completed: count('Pages scraped successfully.'),
  failed: count('Pages that failed.'),
  createdAt: dateTime('Start of the job.'),
  completedAt: dateTime('End of the job.'),
  duration: Type.Number({ minimum: 0, description: 'Seconds.' }),
  warnings: Type.Array(Type.String()),
  statusUrl: Type.String({ description: 'Path of the status of the job, which has new download links.' }),
})

const bodyOf = <Data extends TSchema>(names: readonly WebhookEventName[], data: Data) =>
  Type.Object({
    type: Type.Enum((['crawl', 'batch'] as const).flatMap((kind) => names.map((name) => eventTypeOf(kind, name)))),
    timestamp: dateTime('When the event happened.'),
    id: Type.String({ description: 'Job id.' }),
    event_id: Type.String({
      description: 'The same each time the event is sent; also in the header `webhook-id`.',
    }),
    sequence: Type.Integer({ minimum: 1, description: 'Events of a job are numbered from 1 and sent in this order.' }),
    success: Type.Boolean({ description: 'False for a failed page and for a failed job.' }),
    data,
    error: Type.Optional(Type.String({ description: 'Why it failed.' })),
    metadata: Type.Unknown({ description: 'As given when the job was started; null when none was given.' }),
    request_id: Type.String({ description: 'Of the request that started the job.' }),
  })

const startedEventSchema = bodyOf(['started'], startedSchema)
const pageEventSchema = bodyOf(['page'], pageNoteSchema)
const endedEventSchema = bodyOf(['completed', 'failed'], endedSchema)

/** Schemas of the bodies of webhook calls, by their names in the API description. */
export const webhookSchemas: Record<string, TSchema> = {
  StartedEvent: startedEventSchema,
  PageEvent: pageEventSchema,
  EndedEvent: endedEventSchema,
  ...noticeSchemas,
}

const bodies: Record<WebhookEventName, TSchema> = {
  started: startedEventSchema,
  page: pageEventSchema,
  completed: endedEventSchema,
  failed: endedEventSchema,
}

const jobs: Record<JobKind, { tag: string; job: string }> = {
  crawl: { tag: 'Crawl', job: 'a crawl job' },
  batch: { tag: 'Batch', job: 'a batch job' },
}

const summaries: Record<WebhookEventName, (job: string) => string> = {
  started: (job) => `Work on ${job} has begun.`,
  page: (job) => `A page of ${job} has ended.`,
  completed: (job) => `${job[0]?.toUpperCase()}${job.slice(1)} is completed.`,
  failed: (job) => `${job[0]?.toUpperCase()}${job.slice(1)} has failed.`,
}

const text = (description: string) => ({ required: true, description, schema: { type: 'string' } })

/**
 * Headers of Standard Webhooks (https://www.standardwebhooks.com); they follow the headers that the caller configured.
 */
const headers = Object.entries({
  'webhook-id': text('`event_id` of the body.'),
  'webhook-timestamp': text('When it is sent, seconds since 1970.'),
  'webhook-signature': {
    ...text(
      '`v1,` and the HMAC-SHA256 of `ID.TIMESTAMP.BODY` in Base64; one for each secret of the API key, separated by spaces.',
    ),
    required: false,
  },
}).map(([name, header]) => ({ name, in: 'header', ...header }))

const delivery =
  'Sent at least once and in order; any 2xx within 15 seconds confirms that it was received, after anything else it is sent again: `started` and `page` up to five times within an hour, `completed` and `failed` ten times within three days. 410 ends all calls of the job. Redirects are not followed.'

const watchDelivery =
  'Sent at least once and in order, run by run; any 2xx within 15 seconds confirms that it was received, after anything else it is sent again: `watch.page_changed` up to five times within an hour, `watch.run_completed` ten times within 75 hours.'

/** What the calls of jobs and of watches have in common. */
const post = (described: Record<string, unknown>, body: unknown): Record<string, unknown> => ({
  post: {
    ...described,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      '2XX': { description: 'The event was received.' },
      '410': { description: 'No further events of this job or run are wanted.' },
    },
  },
})

function operation(kind: JobKind, name: WebhookEventName, refer: Refer): Record<string, unknown> {
  const { tag, job } = jobs[kind]
  const described = {
    operationId: `${kind}${name[0]?.toUpperCase()}${name.slice(1)}Event`,
    tags: [tag],
    summary: summaries[name](job),
    description: delivery,
  }
  return post(described, refer(bodies[name]))
}

const watchCall = (operationId: string, summary: string) => ({
  operationId,
  tags: ['Watch'],
  summary,
  description: watchDelivery,
})

const watchCalls = (refer: Refer): Record<string, unknown> => ({
  'watch.page_changed': post(
    watchCall('watchPageNotice', 'A run of a watch found a page that is new, changed or removed.'),
    refer(noticeSchemas.WatchPageNotice),
  ),
  'watch.run_completed': post(
    watchCall('watchRunNotice', 'A run of a watch has ended.'),
    refer(noticeSchemas.WatchRunNotice),
  ),
})

/** Returns the `webhooks` section of the API description. */
export const describedWebhooks = (refer: Refer): Record<string, unknown> => ({
  ...Object.fromEntries(
    (Object.keys(jobs) as JobKind[]).flatMap((kind) =>
      webhookEventNames.map((name) => [eventTypeOf(kind, name), operation(kind, name, refer)]),
    ),
  ),
  ...watchCalls(refer),
})

/** The delivery log of a job: every attempt to send an event to its receiver. */
import { Type, type Static } from 'typebox'
import { requestId } from './job-schema.ts'

export const deliveryStates = ['delivered', 'retrying', 'given_up'] as const

/** One delivery attempt; attempts are listed in chronological order. */
export const deliveryTrySchema = Type.Object({
  event_id: Type.String(),
  type: Type.String({ description: '`crawl.started`, `batch_scrape.page` ...' }),
  sequence: Type.Integer({ minimum: 1 }),
  state: Type.Enum([...deliveryStates], {
    description: 'Outcome of the try; `given_up` events are sent again only on request.',
  }),
  try: Type.Integer({
    minimum: 0,
    description: 'From 1; 0 for an event given up without a try because its receiver was unavailable.',
  }),
  at: Type.String({ format: 'date-time' }),
  elapsed_ms: Type.Integer({ minimum: 0 }),
  http_status: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
  next_try_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  redelivery: Type.Boolean({ description: 'Whether this try was requested.' }),
})
export type DeliveryTry = Static<typeof deliveryTrySchema>

/** Answer of `GET .../webhooks`. */
export const deliveryLogSchema = Type.Object({
  data: Type.Array(deliveryTrySchema),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
  request_id: requestId,
})
export type DeliveryLogPage = Static<typeof deliveryLogSchema>

/** Answer of `POST .../webhooks/{event_id}/redeliver`. */
export const redeliverySchema = Type.Object({
  success: Type.Literal(true),
  id: Type.String({ description: 'Job id.' }),
  event_id: Type.String(),
  request_id: requestId,
})
export type RedeliveryAccepted = Static<typeof redeliverySchema>

/** Answer of `POST /browser/network`. */
import { Type, type Static } from 'typebox'
import { actionResultSchema, captureAttemptSchema } from './attempt-schema.ts'
import { requestId } from './job-schema.ts'
import { textOrNull } from './schema-parts.ts'

export const networkResultSchema = Type.Object({
  request_id: requestId,
  session_id: textOrNull(
    'Session in use: the one that was named, or one that was started with the page; null when none could be kept.',
  ),
  url: Type.String({ description: 'As requested.' }),
  final_url: textOrNull('After navigation; null without a navigation.'),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the navigation; null without a response.' }),
  success: Type.Boolean({ description: 'Whether an attempt succeeded.' }),
  effective_geolocation: textOrNull('Country from which the page was requested, when one was chosen.'),
  tag: Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()], { description: 'As requested.' }),
  winning_attempt: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: '`index` of the attempt that succeeded; null without one.',
  }),
  attempts: Type.Array(captureAttemptSchema, { description: 'One per strategy that was tried, in order.' }),
  actions: Type.Array(actionResultSchema, { description: 'Of the last attempt; empty when none were requested.' }),
  warnings: Type.Array(Type.String()),
})
export type NetworkResult = Static<typeof networkResultSchema>

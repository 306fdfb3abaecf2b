/** Schemas of the fields that the bodies of all kinds of jobs share. */
import { Type } from 'typebox'
import { deliveryLimits } from '../../config/notify-limits.ts'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { addedArchives } from '../../tasks/formats.ts'
import { keyNamePattern } from '../keys/key-names.ts'

/** Lifecycle notifications; `webhook-rules.ts` checks the rules that a schema cannot express. */
const webhookSchema = Type.Object(
  {
    url: Type.String({ description: 'HTTPS URL of a public host, without credentials.' }),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        maxProperties: requestLimits.webhookHeadersMax,
        description: 'Sent with each call.',
      }),
    ),
    metadata: Type.Optional(Type.Unknown({ description: 'Echoed back in every payload.' })),
    events: Type.Optional(
      Type.Array(Type.Enum(['started', 'page', 'completed', 'failed']), {
        maxItems: requestLimits.choicesMax,
        description: 'Empty = all events.',
      }),
    ),
  },
  { additionalProperties: false },
)

/**
 * Returns the fields that all kinds of jobs share.
 * @param limit description of the field `limit`.
 * @param limitMax its largest value. @default the one that every service accepts
 */
export const jobFields = (limit: string, limitMax: number = jobLimits.limitPagesMax) =>
  ({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limitMax,
        default: jobLimits.limitPagesDefault,
        description: limit,
      }),
    ),
    archive: Type.Optional(
      Type.Array(Type.Enum([...addedArchives]), {
        maxItems: requestLimits.choicesMax,
        description:
          'Archives in addition to those of the formats. `parquet`: one file with a row per page and a column per format. ' +
          '`warc`: every exchange as it went over the wire. `wacz`: the same with an index and a list of pages, for players of web archives.',
      }),
    ),
    email: Type.Optional(
      Type.String({ maxLength: requestLimits.emailMaxCharacters, description: 'Notified when the job completes.' }),
    ),
    webhook: Type.Optional(webhookSchema),
    scheduleToCloseTimeoutSecs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.scheduleToCloseTimeoutSecsMax,
        default: jobLimits.scheduleToCloseTimeoutSecsDefault,
        description: 'Time budget of the job in seconds.',
      }),
    ),
    heartbeatTimeoutSecs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.heartbeatTimeoutSecsMax,
        default: jobLimits.heartbeatTimeoutSecsDefault,
        description: 'Seconds without progress before the job is retried as stalled.',
      }),
    ),
    deliver_to: Type.Optional(
      Type.Array(Type.String({ pattern: keyNamePattern }), {
        maxItems: deliveryLimits.targetsPerJobMax,
        description:
          'Names of delivery targets of the service, to which the archives of the job are copied once it has ended.',
      }),
    ),
    priority: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: jobLimits.priorityMax,
        default: jobLimits.priorityDefault,
        description: 'Order among the running jobs of the same tenant: 1 goes first, 5 last.',
      }),
    ),
  }) as const

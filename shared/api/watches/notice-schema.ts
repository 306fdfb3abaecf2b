/** Bodies of the webhook calls of a watch. */
import { Type, type TSchema } from 'typebox'
import { dateTime, textOrNull } from '../schemas/schema-parts.ts'
import { changeListSchema, runListSchema } from './watch-schema.ts'

const run = runListSchema.properties.data.items.properties
const change = changeListSchema.properties.data.items.properties

const notice = <Data extends TSchema>(type: string, data: Data) =>
  Type.Object({
    type: Type.Literal(type),
    timestamp: dateTime('End of the run.'),
    id: Type.String({ description: 'Id of the watch.' }),
    event_id: Type.String({
      description: 'The same each time the notice is sent; also in the header `webhook-id`.',
    }),
    sequence: Type.Integer({ minimum: 1, description: 'Position among the notices of the run.' }),
    success: Type.Boolean({ description: 'False for a run that did not complete.' }),
    data,
    metadata: Type.Unknown({ description: 'As given with the watch; null when none was given.' }),
  })

const changesUrl = Type.String({ description: 'Path of the list of changes of the run.' })

const pageChangeSchema = Type.Object({
  run_id: run.run_id,
  job_id: run.job_id,
  name: Type.String({ description: 'Name of the watch.' }),
  url: change.url,
  final_url: change.final_url,
  state: change.state,
  reason: change.reason,
  title: change.title,
  words_added: change.words_added,
  words_removed: change.words_removed,
  flapping: change.flapping,
  changes_url: changesUrl,
})

const runResultSchema = Type.Object({
  run_id: run.run_id,
  job_id: run.job_id,
  name: Type.String({ description: 'Name of the watch.' }),
  trigger: run.trigger,
  status: Type.Enum(['completed', 'failed', 'cancelled']),
  first: Type.Boolean({ description: 'Whether it made the base that later runs are compared with.' }),
  started_at: run.started_at,
  ended_at: dateTime('When it ended.'),
  counts: run.counts,
  error: textOrNull('Why the job of a failed run failed.'),
  warnings: run.warnings,
  changes_url: changesUrl,
})

/** Schemas of the bodies by their names in the API description. */
export const noticeSchemas = {
  WatchPageNotice: notice('watch.page_changed', pageChangeSchema),
  WatchRunNotice: notice('watch.run_completed', runResultSchema),
  WatchPageNoticeData: pageChangeSchema,
  WatchRunNoticeData: runResultSchema,
}

/** Schemas of the watch routes. */
import { Type, type Static, type TSchema } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import { watchLimits } from '../../config/watch-limits.ts'
import { publishedBatchSchema } from '../requests/batch-schema.ts'
import { publishedCrawlSchema } from '../requests/crawl-schema.ts'
import { pageParameters } from '../rules/query-parameters.ts'
import { requestId } from '../schemas/job-schema.ts'
import { count, dateTime, orNull, textOrNull } from '../schemas/schema-parts.ts'

const closed = { additionalProperties: false } as const

const scheduleSchema = Type.Object(
  {
    cron: Type.Optional(
      Type.String({
        maxLength: watchLimits.cronMaxCharacters,
        description: 'Five fields: minute, hour, day of month, month, day of week. Not together with `every_seconds`.',
      }),
    ),
    timezone: Type.Optional(
      Type.String({
        maxLength: watchLimits.timezoneMaxCharacters,
        default: watchLimits.timezoneDefault,
        description: 'Time zone of `cron`, such as `Europe/Berlin`.',
      }),
    ),
    every_seconds: Type.Optional(
      Type.Integer({
        minimum: watchLimits.everySecsMin,
        maximum: watchLimits.everySecsMax,
        description: 'Interval between two runs.',
      }),
    ),
  },
  { ...closed, description: 'Either `cron` or `every_seconds`.' },
)

const trackSchema = Type.Object(
  {
    mode: Type.Optional(
      Type.Enum(['markdown', 'text', 'json'], { default: 'markdown', description: 'What of a page is compared.' }),
    ),
    ignore_selectors: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: requestLimits.selectorMaxCharacters }), {
        maxItems: watchLimits.ignoredSelectorsMax,
        description: 'Elements that match one of these CSS selectors are no content of the pages.',
      }),
    ),
    ignore_patterns: Type.Optional(
      Type.Array(Type.String({ maxLength: jobLimits.patternMaxCharacters }), {
        maxItems: watchLimits.ignoredPatternsMax,
        description: 'Lines of the text that match one of these (RE2) are left out.',
      }),
    ),
    min_changed_words: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: watchLimits.minChangedWordsMax,
        default: watchLimits.minChangedWordsDefault,
        description: 'A page with fewer added and removed words is the same.',
      }),
    ),
  },
  closed,
)

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
      Type.Array(Type.Enum(['run_completed', 'page_changed']), {
        maxItems: requestLimits.choicesMax,
        description: 'Empty = all events.',
      }),
    ),
  },
  closed,
)

const requestFields = <Crawl extends TSchema, Batch extends TSchema>(crawl: Crawl, batch: Batch) =>
  ({
    name: Type.String({ minLength: 1, maxLength: watchLimits.nameMaxCharacters, description: 'Name for people.' }),
    crawl: Type.Optional(crawl),
    batch: Type.Optional(batch),
    schedule: scheduleSchema,
    jitter_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: watchLimits.jitterSecsMax,
        default: 0,
        description: 'Each run starts up to this much later than its time.',
      }),
    ),
    overlap: Type.Optional(
      Type.Enum(['skip', 'buffer_one'], {
        default: 'skip',
        description: 'Whether a run that is due during another one is skipped or starts after it.',
      }),
    ),
    track: Type.Optional(trackSchema),
    keep_runs: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: watchLimits.keepRunsMax,
        default: watchLimits.keepRunsDefault,
        description: 'Number of runs that are kept.',
      }),
    ),
    webhook: Type.Optional(webhookSchema),
    email: Type.Optional(
      Type.String({
        maxLength: requestLimits.emailMaxCharacters,
        description: 'Notified when a run changed something.',
      }),
    ),
    tag: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String())], { description: 'Labels of the watch and of its jobs.' }),
    ),
    paused: Type.Optional(Type.Boolean({ default: false, description: 'Whether its schedule is paused.' })),
  }) as const

/** The body as it is validated first; the request of the job is read by the rules of its own route. */
export const watchRequestSchema = Type.Object(
  requestFields(Type.Record(Type.String(), Type.Unknown()), Type.Record(Type.String(), Type.Unknown())),
  closed,
)
export type WatchRequest = Static<typeof watchRequestSchema>

const crawlWithoutReceivers = Type.Omit(publishedCrawlSchema, ['webhook', 'email'], {
  ...closed,
  description: 'The body of `POST /crawl`. Exactly one of `crawl` and `batch` is given.',
})
const batchWithoutReceivers = Type.Omit(publishedBatchSchema, ['webhook', 'email'], {
  ...closed,
  description: 'The body of `POST /batch/scrape`.',
})

/** The body as the API description shows it. */
export const publishedWatchSchema = Type.Object(requestFields(crawlWithoutReceivers, batchWithoutReceivers), closed)

const countsSchema = Type.Object({
  new: count('Pages that the last good state did not have.'),
  changed: count('Pages with another text.'),
  removed: count('Pages that are gone.'),
  same: count('Pages with the same text.'),
  failed: count('Pages without a verdict.'),
})

const runFields = {
  run_id: Type.String(),
  job_id: Type.String({ description: 'The job of the run; all job routes answer for it.' }),
  trigger: Type.Enum(['schedule', 'manual']),
  status: Type.Enum(['running', 'completed', 'failed', 'cancelled']),
  started_at: dateTime('When it started.'),
  ended_at: orNull(dateTime('When it ended.')),
  counts: countsSchema,
  error: textOrNull('Why the job of a failed run failed.'),
  warnings: Type.Array(Type.String()),
}

const runSchema = Type.Object(runFields)

const watchFields = {
  watch_id: Type.String(),
  version: Type.Integer({ minimum: 1, description: 'Version of the definition, as in `ETag`.' }),
  status: Type.Enum(['active', 'paused']),
  next_run_at: orNull(dateTime('Next time of the schedule.'), 'Null while it is paused.'),
  created_at: dateTime('When it was created.'),
  updated_at: dateTime('When its definition last changed.'),
  last_run: orNull(runSchema, 'The newest run.'),
  skipped_runs: count(
    'Scheduled runs that were skipped: another one was in progress, or their key had no room for a job.',
  ),
  name: Type.String(),
  crawl: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As it was given.' })),
  batch: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As it was given.' })),
  schedule: Type.Object({
    cron: Type.Optional(Type.String()),
    timezone: Type.Optional(Type.String()),
    every_seconds: Type.Optional(Type.Integer()),
  }),
  jitter_seconds: Type.Integer(),
  overlap: Type.Enum(['skip', 'buffer_one']),
  track: Type.Object({
    mode: Type.Enum(['markdown', 'text', 'json']),
    ignore_selectors: Type.Array(Type.String()),
    ignore_patterns: Type.Array(Type.String()),
    min_changed_words: Type.Integer(),
  }),
  keep_runs: Type.Integer(),
  webhook: orNull(Type.Record(Type.String(), Type.Unknown()), 'As it was given, without secret values.'),
  email: textOrNull('Mail address for notices.'),
  tag: Type.Array(Type.String()),
  paused: Type.Boolean(),
}

export const watchSchema = Type.Object({ ...watchFields, request_id: requestId })

const page = <Entry extends TSchema>(entry: Entry) =>
  Type.Object({
    data: Type.Array(entry),
    next_cursor: textOrNull('Continues the list; null at its end.'),
    request_id: requestId,
  })

const entryFields = Object.fromEntries(
  Object.entries(watchFields).filter(([name]) => name !== 'crawl' && name !== 'batch'),
)
export const watchListSchema = page(Type.Object(entryFields as Omit<typeof watchFields, 'crawl' | 'batch'>))
export const runListSchema = page(runSchema)

export const runAcceptedSchema = Type.Object({ run_id: Type.String(), job_id: Type.String(), request_id: requestId })

const pageStateSchema = Type.Enum(['new', 'changed', 'same', 'removed', 'failed'])

export const changeListSchema = page(
  Type.Object({
    url: Type.String({ description: 'The URL that was asked for.' }),
    final_url: textOrNull('Where it led.'),
    state: pageStateSchema,
    reason: textOrNull('`not_found`, `gone` or `unlinked` for a removed page, an error code for a failed one.'),
    title: textOrNull('Title of the page.'),
    previous_run_id: textOrNull('The run that the page is compared with.'),
    previous_at: orNull(dateTime('When that run saw the page.')),
    words_added: count('Words that the new text has more.'),
    words_removed: count('Words that the new text has less.'),
    diff: textOrNull('Unified diff of the compared texts, with three lines of context.'),
    diff_truncated: Type.Boolean({ description: 'True when hunks are missing at the end of `diff`.' }),
    json_patch: orNull(Type.Array(Type.Unknown()), 'For `json`: the change as a JSON patch (RFC 6902).'),
    flapping: Type.Boolean({ description: 'True when the page returned to one of its earlier texts.' }),
  }),
)

export const changeParameters = {
  state: Type.Optional(pageStateSchema),
  ...pageParameters,
}

export const textParameters = {
  url: Type.String({
    minLength: 1,
    maxLength: jobLimits.urlMaxCharacters,
    description: 'The page, as in the list of changes.',
  }),
}

export const comparedTextSchema = Type.Object({
  url: Type.String(),
  final_url: textOrNull('Where it led.'),
  title: textOrNull('Title of the page.'),
  run_id: Type.String({ description: 'The run that last saw this text.' }),
  at: dateTime('When it did.'),
  text: Type.String({ description: 'The text that was compared.' }),
  request_id: requestId,
})

/** Schemas of the routes that answer the finished pages of a job with their results. */
import { Type, type Static } from 'typebox'
import { jobFormats } from '../../tasks/formats.ts'
import { attemptOutcomes, blockedBySchema } from './attempt-schema.ts'
import { dataSchema, metadataSchema } from './scrape-result.ts'
import { requestId } from './job-schema.ts'
import { orNull, textOrNull } from './schema-parts.ts'

/** An attempt at a page of a job, as it is stored and listed: without its counters. */
const jobAttemptSchema = Type.Object({
  index: Type.Integer({ minimum: 1 }),
  strategy: Type.String({ description: '`http_basic`, `browser_basic`, `browser_premium` …' }),
  engine: Type.Enum(['http', 'headless_shell', 'chrome']),
  proxy_tier: Type.Enum(['none', 'basic', 'enhanced', 'premium']),
  started_at: Type.String({ format: 'date-time' }),
  elapsed_ms: Type.Number({ minimum: 0 }),
  http_status: orNull(Type.Integer(), 'Of the document; null without a response.'),
  success: Type.Boolean(),
  outcome: Type.Enum([...attemptOutcomes]),
  error: orNull(Type.Object({ code: Type.String(), message: Type.String() }), 'Null for an attempt that succeeded.'),
  bytes_received: Type.Integer({ minimum: 0 }),
  requests_total: Type.Optional(Type.Integer({ minimum: 0, description: 'Every request of the page, in a browser.' })),
  blocked_by: Type.Optional(blockedBySchema),
})
export type JobAttempt = Static<typeof jobAttemptSchema>

const attempts = Type.Array(jobAttemptSchema, { description: 'In the order in which they were made.' })

const pageFields = {
  index: Type.Integer({
    minimum: 0,
    description: 'Position in the ledger of the job: of a batch the input line, of a crawl the order of discovery.',
  }),
  url: Type.String(),
  finalUrl: textOrNull('Where redirects ended; null without an answer.'),
  status: orNull(Type.Integer(), 'HTTP status; null without an answer.'),
  success: Type.Boolean(),
  title: textOrNull('Of the page.'),
  depth: orNull(Type.Integer({ minimum: 0 }), 'Links from the start page; null for a page of an earlier release.'),
  fetchedAt: textOrNull('When the page was fetched, ISO 8601; null when it was not.'),
  output: dataSchema,
  omitted: Type.Array(
    Type.Object({
      format: Type.Enum([...jobFormats]),
      reason: Type.Enum(['too_large', 'unavailable'], {
        description:
          '`too_large`: it does not fit into a reply; read it from the archive or from `GET …/pages/{index}`. `unavailable`: it is lost, or was stored by an earlier release.',
      }),
    }),
    { description: 'Requested formats that a scraped page has or had and that are not in `output`.' },
  ),
  error: textOrNull('Why the page failed.'),
  errorCode: textOrNull('Error code, docs/errors.md.'),
}

/** A finished page in a list. */
export const jobPageEntrySchema = Type.Object({ ...pageFields, attempts: Type.Optional(attempts) })
export type JobPageEntry = Static<typeof jobPageEntrySchema>

/** Answer of `GET …/pages`. */
export const jobPagesSchema = Type.Object({
  data: Type.Array(jobPageEntrySchema, { description: 'In the order in which the pages became durable.' }),
  next_cursor: textOrNull(
    'Pass it as `cursor` for the pages that follow, now or later; null once the list is complete.',
  ),
  complete: Type.Boolean({ description: 'True once the job has ended and this reply reaches the end of its pages.' }),
  request_id: requestId,
})
export type JobPages = Static<typeof jobPagesSchema>

/** Answer of `GET …/pages/{index}`. */
export const jobPageSchema = Type.Object({
  ...pageFields,
  attempts,
  metadata: metadataSchema,
  warnings: Type.Array(Type.String()),
  request_id: requestId,
})
export type JobPageDetail = Static<typeof jobPageSchema>

/** Schemas of the answers of routes about one job, and of routes about the process. */
import { Type, type Static } from 'typebox'
import { count, dateTime } from './schema-parts.ts'

const links = (description: string) => Type.Record(Type.String(), Type.String(), { description })

/** Request id, part of the answers of all routes. */
export const requestId = Type.String({ description: 'Also in the X-Request-Id header and on every log line.' })

const endStatuses = ['completed', 'failed', 'cancelled'] as const
export const crawlStatuses = ['crawling', ...endStatuses] as const
export const batchStatuses = ['scraping', ...endStatuses] as const

/** Answer of the routes that start a job. */
export const jobAcceptedSchema = Type.Object({
  success: Type.Literal(true),
  id: Type.String({ description: 'Job id: the kind of job, `-` and a UUID.' }),
  url: Type.String({ description: 'Relative path to poll.' }),
  workflowId: Type.String(),
  runId: Type.String(),
  retryOf: Type.Optional(Type.String({ description: 'For a retry: the job whose failed pages are tried again.' })),
  request_id: requestId,
})
export type JobAccepted = Static<typeof jobAcceptedSchema>

const counters = {
  total: count('Pages attempted so far: completed + failed + inFlight.'),
  completed: count('Pages scraped successfully so far.'),
  failed: count('Pages that failed so far.'),
  pending: count('Pages waiting to be scraped.'),
  inFlight: count('Pages being scraped now, or interrupted and waiting to be scraped again.'),
  stalls: count(
    'Requests for pages that were aborted and repeated because the site sent nothing for `heartbeatTimeoutSecs`.',
  ),
}
const duration = Type.Number({ minimum: 0, description: 'Elapsed seconds since start.' })
const createdAt = dateTime('Start of the job.')
const completedAt = dateTime('End of the job; present once finished.')
const paused = Type.Boolean({
  description: 'Whether the job is paused until it is resumed; its time budget keeps running.',
})
const retryOf = Type.String({ description: 'The job whose failed pages this one tries again.' })
const deliverySchema = Type.Object({
  target: Type.String({ description: 'Name of the target.' }),
  state: Type.Enum(['waiting', 'delivering', 'delivered', 'failed'], {
    description: '`waiting`: not tried yet; `delivering`: being tried; `failed`: given up.',
  }),
  files: Type.Array(
    Type.Object({
      name: Type.String({ description: 'Name of the file in the folder of the job.' }),
      bytes: count('Size.'),
      sha256: Type.String({ description: 'SHA-256 of the file, hexadecimal.' }),
    }),
    { description: 'Archives that are at the target.' },
  ),
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the last try, or the delivery, failed; null when it did not.',
  }),
  delivered_at: Type.Union([dateTime('When everything was at the target.'), Type.Null()]),
})
export type DeliveryStatus = Static<typeof deliverySchema>
const deliveries = Type.Array(deliverySchema, {
  description: 'Copies of the archives at the delivery targets that the request names in `deliver_to`.',
})
const currentUrl = Type.Union([Type.String(), Type.Null()], {
  description: 'A page being scraped now; null when finished.',
})
const expiresAt = Type.Union([dateTime('When results are deleted.'), Type.Null()])
const warnings = Type.Array(Type.String())
const finalLinks = links(
  'Download link per output format and requested archive, once the job is completed; links expire.',
)
const partialLinks = links(
  'Download link per output format and requested archive of a cancelled or failed job with at least one page.',
)
const error = Type.String({ description: 'Why the job failed.' })

/** Answer of `GET /crawl/{id}`. Members without a value are left out. */
export const crawlStatusSchema = Type.Object({
  success: Type.Literal(true),
  request_id: requestId,
  id: Type.String(),
  status: Type.Enum([...crawlStatuses]),
  paused,
  limit: Type.Integer({ description: 'Maximum pages, as requested.' }),
  ...counters,
  createdAt,
  completedAt: Type.Optional(completedAt),
  duration,
  url: Type.String({ description: 'Start URL.' }),
  currentUrl,
  expiresAt,
  warnings,
  s3PresignedUrls: Type.Optional(finalLinks),
  partialS3PresignedUrls: Type.Optional(partialLinks),
  error: Type.Optional(error),
  tag: Type.Optional(Type.Array(Type.String(), { description: 'Labels of the request, if it has any.' })),
  retryOf: Type.Optional(retryOf),
  deliveries: Type.Optional(deliveries),
})
export type CrawlStatus = Static<typeof crawlStatusSchema>

/**
 * Answer of `GET /batch/scrape/{id}`. Pages are input lines, including repeated URLs. Members without a value are
 * null.
 */
export const batchStatusSchema = Type.Object({
  success: Type.Literal(true),
  request_id: requestId,
  id: Type.String(),
  status: Type.Enum([...batchStatuses]),
  paused,
  limit: Type.Integer({ description: 'Maximum URLs, as requested.' }),
  ...counters,
  createdAt,
  completedAt: Type.Union([completedAt, Type.Null()]),
  duration,
  url: Type.String({ description: 'First URL of the list.' }),
  currentUrl,
  expiresAt,
  warnings,
  s3PresignedUrls: Type.Union([finalLinks, Type.Null()]),
  partialS3PresignedUrls: Type.Union([partialLinks, Type.Null()]),
  error: Type.Union([error, Type.Null()]),
  tag: Type.Array(Type.String(), { description: 'Labels of the request.' }),
  retryOf: Type.Union([retryOf, Type.Null()]),
  deliveries,
})
export type BatchStatus = Static<typeof batchStatusSchema>

const cancelled = <Status extends string>(statuses: readonly Status[]) =>
  Type.Object({
    success: Type.Literal(true),
    id: Type.String(),
    status: Type.Enum([...statuses], { description: 'The status of the job after the call.' }),
    request_id: requestId,
  })

/** Answers of `DELETE` on a job. */
export const crawlCancelledSchema = cancelled(crawlStatuses)
export const batchCancelledSchema = cancelled(batchStatuses)
export type JobCancelled = Static<typeof crawlCancelledSchema> | Static<typeof batchCancelledSchema>

const finalised = <Status extends string>(statuses: readonly Status[]) =>
  Type.Object({
    success: Type.Literal(true),
    id: Type.String(),
    status: Type.Enum([...statuses], { description: 'The status of the job, which does not change.' }),
    finalising: Type.Boolean({ description: 'False when nothing is missing, or the job has not ended.' }),
    request_id: requestId,
  })

/** Answers of `POST .../finalise`. */
export const crawlFinalisedSchema = finalised(crawlStatuses)
export const batchFinalisedSchema = finalised(batchStatuses)

/** Answer of the routes that report the health of the process. */
export const healthSchema = Type.Object({ status: Type.Literal('ok'), request_id: requestId })

const check = Type.Enum(['ok', 'unavailable'])
const workers = (description: string) => Type.Enum(['ok', 'unavailable', 'not_configured'], { description })
export const readinessSchema = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  checks: Type.Object({
    workflowService: check,
    resultStore: Type.Enum(['ok', 'unavailable', 'unfit'], {
      description:
        '`unfit`: the store does not keep guarantees that jobs depend on, or is being probed; the log has details.',
    }),
    browserWorkers: workers('Needed only for requests that use a browser; the process is ready without it.'),
    scrapeWorkers: workers('Needed by `POST /scrape` and `POST /map`; the process is ready without it.'),
    accepting: Type.Boolean(),
  }),
  request_id: requestId,
})
export type Readiness = Static<typeof readinessSchema>

export const versionSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  api: Type.String(),
  request_id: requestId,
})

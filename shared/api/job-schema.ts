/** Schemas of what the job routes answer. */
import { Type, type Static } from 'typebox'

const dateTime = (description: string) => Type.String({ format: 'date-time', description })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const requestId = Type.String({ description: 'Also in the X-Request-Id header and on every log line.' })
const links = (description: string) => Type.Record(Type.String(), Type.String(), { description })

const jobStatuses = ['crawling', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof jobStatuses)[number]

/** Answer of `POST /crawl`. */
export const jobAcceptedSchema = Type.Object({
  success: Type.Literal(true),
  id: Type.String({ description: 'Job id: `crawl-` and a UUID.' }),
  url: Type.String({ description: 'Relative path to poll.' }),
  workflowId: Type.String(),
  runId: Type.String(),
  request_id: requestId,
})
export type JobAccepted = Static<typeof jobAcceptedSchema>

/** Answer of `GET /crawl/{id}`. */
export const crawlStatusSchema = Type.Object({
  success: Type.Literal(true),
  request_id: requestId,
  id: Type.String(),
  status: Type.Enum([...jobStatuses]),
  limit: Type.Integer({ description: 'Maximum pages, as requested.' }),
  total: count('Pages attempted so far: completed + failed + inFlight.'),
  completed: count('Pages scraped successfully so far.'),
  failed: count('Pages that failed so far.'),
  pending: count('Pages waiting to be scraped.'),
  inFlight: count('Pages being scraped right now.'),
  createdAt: dateTime('Start of the job.'),
  completedAt: Type.Optional(dateTime('End of the job; present once finished.')),
  duration: Type.Number({ minimum: 0, description: 'Elapsed seconds since start.' }),
  url: Type.String({ description: 'Start URL.' }),
  currentUrl: Type.Union([Type.String(), Type.Null()], {
    description: 'A page being scraped now; null when finished.',
  }),
  expiresAt: Type.Union([dateTime('When results are deleted.'), Type.Null()]),
  warnings: Type.Array(Type.String()),
  s3PresignedUrls: Type.Optional(links('Download link per output format, once completed; links expire.')),
  partialS3PresignedUrls: Type.Optional(links('The same of a cancelled or failed job with at least one page.')),
  error: Type.Optional(Type.String({ description: 'Why the job failed.' })),
})
export type CrawlStatus = Static<typeof crawlStatusSchema>

/** Answer of `DELETE /crawl/{id}`. */
export const jobCancelledSchema = Type.Object({
  success: Type.Literal(true),
  id: Type.String(),
  status: Type.Enum([...jobStatuses], { description: 'The final status of the job.' }),
  request_id: requestId,
})
export type JobCancelled = Static<typeof jobCancelledSchema>

/** Answer of the routes that say how the process is. */
export const healthSchema = Type.Object({ status: Type.Literal('ok'), request_id: requestId })

const check = Type.Enum(['ok', 'unavailable'])
export const readinessSchema = Type.Object({
  status: Type.Enum(['ready', 'not_ready']),
  checks: Type.Object({ workflowService: check, resultStore: check, accepting: Type.Boolean() }),
  request_id: requestId,
})
export type Readiness = Static<typeof readinessSchema>

export const versionSchema = Type.Object({
  name: Type.String(),
  version: Type.String(),
  api: Type.String(),
  request_id: requestId,
})

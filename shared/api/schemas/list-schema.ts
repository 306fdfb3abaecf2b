/** Schemas of the routes that answer a list: running jobs, and the ledger of a job. */
import { Type, type Static } from 'typebox'
import { batchStatuses, crawlStatuses, requestId } from './job-schema.ts'

const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it as `cursor` to continue the list; null at the end.',
})

const activeJobs = <Status extends string>(statuses: readonly Status[], url: string) =>
  Type.Object({
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        status: Type.Enum([...statuses]),
        url: Type.String({ description: url }),
        limit: Type.Integer({ description: 'As requested.' }),
        createdAt: Type.String({ format: 'date-time', description: 'Start of the job.' }),
      }),
      { description: 'Newest first.' },
    ),
    next_cursor: nextCursor,
    request_id: requestId,
  })

/** Answers of `GET /crawl/active` and `GET /batch/scrape/active`. */
export const activeCrawlsSchema = activeJobs(crawlStatuses, 'Start URL.')
export const activeBatchesSchema = activeJobs(batchStatuses, 'First URL of the list.')
export type ActiveJobs = Static<typeof activeCrawlsSchema> | Static<typeof activeBatchesSchema>

/** States of a URL: `pending` while it waits, `leased` while it is being scraped; all others are final. */
export const ledgerStates = [
  'pending',
  'leased',
  'scraped',
  'failed',
  'excluded',
  'robots',
  'duplicate',
  'over_limit',
  'out_of_scope',
  'trap',
  'cancelled',
] as const
export type LedgerUrlState = (typeof ledgerStates)[number]

const ledgerFields = {
  url: Type.String(),
  state: Type.Enum([...ledgerStates]),
  depth: Type.Integer({ minimum: 0 }),
  parent: Type.Union([Type.String(), Type.Null()], { description: 'The first page that linked to this URL.' }),
  reason: Type.Optional(Type.String({ description: 'Rule, error code (docs/errors.md) or robots reason.' })),
  message: Type.Optional(Type.String()),
  duplicateOf: Type.Optional(Type.String({ description: 'URL of the page that has the content.' })),
}

/** Answer of `GET /crawl/{id}/urls`: URLs in order of discovery. */
export const crawlUrlsSchema = Type.Object({
  data: Type.Array(Type.Object(ledgerFields)),
  next_cursor: nextCursor,
  request_id: requestId,
})

/** Answer of `GET /batch/scrape/{id}/urls`: URLs in input order. */
export const batchUrlsSchema = Type.Object({
  data: Type.Array(
    Type.Object({ ...ledgerFields, index: Type.Integer({ minimum: 0, description: 'Position in `urls`, from 0.' }) }),
  ),
  next_cursor: nextCursor,
  request_id: requestId,
})
export type LedgerPage = Static<typeof crawlUrlsSchema> | Static<typeof batchUrlsSchema>

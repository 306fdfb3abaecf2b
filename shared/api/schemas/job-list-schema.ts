/** Schema of `GET /jobs`. */
import { Type, type Static } from 'typebox'
import { batchStatusSchema, crawlStatuses, batchStatuses, requestId } from './job-schema.ts'
import { textOrNull } from './schema-parts.ts'

export const jobListKinds = ['crawl', 'batch_scrape'] as const
export const jobListStatuses = [...new Set([...crawlStatuses, ...batchStatuses])] as const

const {
  success: _success,
  request_id: _requestId,
  status: _status,
  s3PresignedUrls: _links,
  partialS3PresignedUrls: _partial,
  ...fields
} = batchStatusSchema.properties

/** A job in the list: its status without links. */
export const jobListEntrySchema = Type.Object({
  kind: Type.Enum([...jobListKinds]),
  ...fields,
  status: Type.Enum([...jobListStatuses]),
  url: Type.String({ description: 'Start URL, or first URL of the list of a batch.' }),
})
export type JobListEntry = Static<typeof jobListEntrySchema>

export const jobListSchema = Type.Object({
  data: Type.Array(jobListEntrySchema, { description: 'Newest first.' }),
  next_cursor: textOrNull('Pass it as `cursor` to continue the list; null at the end.'),
  request_id: requestId,
})
export type JobList = Static<typeof jobListSchema>

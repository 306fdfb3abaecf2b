/** The named schemas of the API description. */
import {
  changeListSchema,
  comparedTextSchema,
  publishedWatchSchema,
  runAcceptedSchema,
  runListSchema,
  watchListSchema,
  watchSchema,
} from '../watches/watch-schema.ts'
import type { TSchema } from 'typebox'
import {
  actionResultSchema,
  captureAttemptSchema,
  attemptSchema,
  problemAttemptSchema,
} from '../schemas/attempt-schema.ts'
import { publishedBatchSchema } from '../requests/batch-schema.ts'
import { publishedCrawlSchema } from '../requests/crawl-schema.ts'
import { deliveryLogSchema, deliveryTrySchema, redeliverySchema } from '../schemas/delivery-schema.ts'
import { harSchema } from '../schemas/har-schema.ts'
import { jobFields } from '../schemas/job-fields.ts'
import {
  batchCancelledSchema,
  batchFinalisedSchema,
  batchStatusSchema,
  crawlCancelledSchema,
  crawlFinalisedSchema,
  crawlStatusSchema,
  healthSchema,
  jobAcceptedSchema,
  readinessSchema,
  versionSchema,
} from '../schemas/job-schema.ts'
import { jobListEntrySchema, jobListSchema } from '../schemas/job-list-schema.ts'
import { jobPageEntrySchema, jobPageSchema, jobPagesSchema } from '../schemas/job-page-schema.ts'
import { activeBatchesSchema, activeCrawlsSchema, batchUrlsSchema, crawlUrlsSchema } from '../schemas/list-schema.ts'
import { mapLinkSchema, mapResultSchema } from '../schemas/map-result.ts'
import { mapRequestSchema } from '../schemas/map-schema.ts'
import { networkCallSchema } from '../schemas/network-call-schema.ts'
import { networkResultSchema } from '../schemas/network-result.ts'
import { publishedNetworkSchema } from '../schemas/network-schema.ts'
import { withNullableFields } from '../rules/null-fields.ts'
import { fieldProblemSchema, problemSchema } from './openapi-problems.ts'
import type { NamedSchemas } from './openapi-references.ts'
import { webhookSchemas } from './openapi-webhooks.ts'
import { answerParts, requestParts } from './part-schemas.ts'
import { pageNoteSchema } from '../schemas/page-note.ts'
import { publishedScrapeBodySchema } from '../requests/scrape-body-schema.ts'
import { publishedScrapeSchema } from '../rules/scrape-options.ts'
import { scrapeResultSchema } from '../schemas/scrape-result.ts'
import { scrapeFields } from '../schemas/scrape-schema.ts'
import {
  serpAnswerBoxSchema,
  serpEntrySchema,
  serpPanelSchema,
  serpQuestionSchema,
  serpResultSchema,
} from '../schemas/serp-result.ts'
import { keySchema, serviceSchema } from '../schemas/service-schema.ts'
import {
  createSessionSchema,
  replaceSessionSchema,
  sessionDetailSchema,
  sessionListSchema,
  sessionSchema,
} from '../requests/session-schema.ts'

/** Schemas of parts of requests; as everywhere in a request, optional fields may be null. */
const requestShapes: Record<string, TSchema> = {
  CrawlRequest: publishedCrawlSchema,
  BatchRequest: publishedBatchSchema,
  ScrapeRequest: publishedScrapeBodySchema,
  MapRequest: mapRequestSchema,
  NetworkRequest: publishedNetworkSchema,
  CreateSessionRequest: createSessionSchema,
  ReplaceSessionRequest: replaceSessionSchema,
  Playbook: createSessionSchema.properties.playbook,
  WatchRequest: publishedWatchSchema,
  PageOptions: publishedScrapeSchema,
  Action: scrapeFields.actions.items,
  OverrideParameter: scrapeFields.override_parameter,
  Webhook: jobFields('').webhook,
  ...requestParts,
}

const answerShapes: Record<string, TSchema> = {
  JobAccepted: jobAcceptedSchema,
  CrawlStatus: crawlStatusSchema,
  BatchStatus: batchStatusSchema,
  CrawlCancelled: crawlCancelledSchema,
  CrawlFinalised: crawlFinalisedSchema,
  BatchCancelled: batchCancelledSchema,
  BatchFinalised: batchFinalisedSchema,
  ActiveCrawls: activeCrawlsSchema,
  ActiveBatches: activeBatchesSchema,
  CrawlUrls: crawlUrlsSchema,
  BatchUrls: batchUrlsSchema,
  JobList: jobListSchema,
  JobListEntry: jobListEntrySchema,
  JobPages: jobPagesSchema,
  JobPageEntry: jobPageEntrySchema,
  JobPage: jobPageSchema,
  DeliveryLog: deliveryLogSchema,
  Delivery: deliveryTrySchema,
  Redelivery: redeliverySchema,
  ScrapeResult: scrapeResultSchema,
  MapResult: mapResultSchema,
  MapLink: mapLinkSchema,
  SerpResult: serpResultSchema,
  SerpEntry: serpEntrySchema,
  SerpPanel: serpPanelSchema,
  SerpAnswerBox: serpAnswerBoxSchema,
  SerpQuestion: serpQuestionSchema,
  NetworkResult: networkResultSchema,
  NetworkCall: networkCallSchema,
  Har: harSchema,
  Session: sessionSchema,
  SessionDetail: sessionDetailSchema,
  SessionList: sessionListSchema,
  Watch: watchSchema,
  WatchList: watchListSchema,
  WatchRunList: runListSchema,
  WatchRunAccepted: runAcceptedSchema,
  WatchChangeList: changeListSchema,
  WatchText: comparedTextSchema,
  Attempt: attemptSchema,
  ProblemAttempt: problemAttemptSchema,
  CaptureAttempt: captureAttemptSchema,
  ActionResult: actionResultSchema,
  PageNote: pageNoteSchema,
  KeyReport: keySchema,
  ServiceReport: serviceSchema,
  Health: healthSchema,
  Readiness: readinessSchema,
  Version: versionSchema,
  Problem: problemSchema,
  FieldProblem: fieldProblemSchema,
}

/** All named schemas, by name. */
export const namedSchemas: NamedSchemas = {
  ...Object.fromEntries(
    Object.entries(requestShapes).map(([name, schema]) => [name, withNullableFields(schema) as object]),
  ),
  ...answerShapes,
  ...webhookSchemas,
  ...answerParts,
}

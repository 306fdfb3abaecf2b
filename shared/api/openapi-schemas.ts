/** The schemas that have a name in the API description. */
import type { TSchema } from 'typebox'
import { actionResultSchema, attemptSchema, pageAttemptSchema, problemAttemptSchema } from './attempt-schema.ts'
import { publishedBatchSchema } from './batch-schema.ts'
import { publishedCrawlSchema } from './crawl-schema.ts'
import { deliveryLogSchema, deliveryTrySchema, redeliverySchema } from './delivery-schema.ts'
import { harSchema } from './har-schema.ts'
import { jobFields } from './job-fields.ts'
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
} from './job-schema.ts'
import { activeBatchesSchema, activeCrawlsSchema, batchUrlsSchema, crawlUrlsSchema } from './list-schema.ts'
import { mapLinkSchema, mapResultSchema } from './map-result.ts'
import { mapRequestSchema } from './map-schema.ts'
import { networkCallSchema } from './network-call-schema.ts'
import { networkResultSchema } from './network-result.ts'
import { publishedNetworkSchema } from './network-schema.ts'
import { withNullableFields } from './null-fields.ts'
import { fieldProblemSchema, problemSchema } from './openapi-problems.ts'
import type { NamedSchemas } from './openapi-references.ts'
import { webhookSchemas } from './openapi-webhooks.ts'
import { pageNoteSchema } from './page-note.ts'
import { publishedScrapeBodySchema } from './scrape-body-schema.ts'
import { publishedScrapeSchema } from './scrape-options.ts'
import { scrapeResultSchema } from './scrape-result.ts'
import { scrapeFields } from './scrape-schema.ts'
import {
  serpAnswerBoxSchema,
  serpEntrySchema,
  serpPanelSchema,
  serpQuestionSchema,
  serpResultSchema,
} from './serp-result.ts'
import {
  createSessionSchema,
  replaceSessionSchema,
  sessionDetailSchema,
  sessionListSchema,
  sessionSchema,
} from './session-schema.ts'

/** Parts of requests; as everywhere in a request, optional fields may be null. */
const requestShapes: Record<string, TSchema> = {
  CrawlRequest: publishedCrawlSchema,
  BatchRequest: publishedBatchSchema,
  ScrapeRequest: publishedScrapeBodySchema,
  MapRequest: mapRequestSchema,
  NetworkRequest: publishedNetworkSchema,
  CreateSessionRequest: createSessionSchema,
  ReplaceSessionRequest: replaceSessionSchema,
  Playbook: createSessionSchema.properties.playbook,
  PageOptions: publishedScrapeSchema,
  Action: scrapeFields.actions.items,
  OverrideParameter: scrapeFields.override_parameter,
  Webhook: jobFields('').webhook,
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
  Attempt: pageAttemptSchema,
  ProblemAttempt: problemAttemptSchema,
  CaptureAttempt: attemptSchema,
  ActionResult: actionResultSchema,
  PageNote: pageNoteSchema,
  Health: healthSchema,
  Readiness: readinessSchema,
  Version: versionSchema,
  Problem: problemSchema,
  FieldProblem: fieldProblemSchema,
}

/** Every named schema, by its name. */
export const namedSchemas: NamedSchemas = {
  ...Object.fromEntries(
    Object.entries(requestShapes).map(([name, schema]) => [name, withNullableFields(schema) as object]),
  ),
  ...answerShapes,
  ...webhookSchemas,
}

/**
 * Names of the schemas that are parts of others, so that generated clients have a good name for each shape. A part is
 * found by its path in the schema that contains it.
 */
import type { TSchema } from 'typebox'
import { publishedCrawlSchema } from '../requests/crawl-schema.ts'
import {
  createSessionSchema,
  sessionDetailSchema,
  sessionListSchema,
  sessionSchema,
} from '../requests/session-schema.ts'
import { attemptSchema, problemAttemptSchema } from '../schemas/attempt-schema.ts'
import { harSchema } from '../schemas/har-schema.ts'
import { jobPageSchema } from '../schemas/job-page-schema.ts'
import { batchStatusSchema, readinessSchema } from '../schemas/job-schema.ts'
import { activeBatchesSchema, activeCrawlsSchema, batchUrlsSchema, crawlUrlsSchema } from '../schemas/list-schema.ts'
import { mapResultSchema } from '../schemas/map-result.ts'
import { networkCallSchema } from '../schemas/network-call-schema.ts'
import { serpPanelSchema, serpResultSchema } from '../schemas/serp-result.ts'
import { keySchema, serviceSchema } from '../schemas/service-schema.ts'
import {
  changeListSchema,
  publishedWatchSchema,
  runListSchema,
  watchListSchema,
  watchSchema,
} from '../watches/watch-schema.ts'
import { problemSchema } from './openapi-problems.ts'
import { webhookSchemas } from './openapi-webhooks.ts'

interface SchemaNode {
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  anyOf?: SchemaNode[]
}

/**
 * Returns a part of a schema.
 * @param path names of members, separated by dots; `[]` stands for the items of a list, `|1` for the second choice of a
 * union. Otherwise the first choice is taken, because the second one is null.
 * @throws Error when the schema has no such part.
 */
export function partOf(schema: TSchema, path: string): TSchema {
  let node = schema as SchemaNode | undefined
  for (const step of path.split('.')) {
    if (step.startsWith('|')) node = node?.anyOf?.[Number(step.slice(1))]
    else {
      const parent: SchemaNode | undefined = node?.anyOf?.[0] ?? node
      node = step === '[]' ? parent?.items : parent?.properties?.[step]
    }
  }
  if (node?.anyOf?.length === 2 && !path.includes('|')) node = node.anyOf[0]
  if (node === undefined) throw new Error(`the schema has no part ${path}`)
  return node
}

const entry = (list: TSchema): TSchema => partOf(list, 'data.[]')

/** Parts of requests. */
export const requestParts: Record<string, TSchema> = {
  OutputFlags: partOf(publishedCrawlSchema, 'output.|1'),
  PlaybookCookie: partOf(createSessionSchema, 'playbook.cookies.[]'),
  PlaybookCondition: partOf(createSessionSchema, 'playbook.success'),
  PlaybookRefresh: partOf(createSessionSchema, 'playbook.refresh'),
  WatchedCrawl: partOf(publishedWatchSchema, 'crawl'),
  WatchedBatch: partOf(publishedWatchSchema, 'batch'),
  WatchScheduleRequest: partOf(publishedWatchSchema, 'schedule'),
  WatchTrackRequest: partOf(publishedWatchSchema, 'track'),
  WatchWebhook: partOf(publishedWatchSchema, 'webhook'),
}

const har = (path: string): TSchema => partOf(harSchema, `log.${path}`)
const harEntry = (path: string): TSchema => har(`entries.[].${path}`)
const call = (path: string): TSchema => partOf(networkCallSchema, path)

const harParts: Record<string, TSchema> = {
  HarLog: partOf(harSchema, 'log'),
  HarProgram: har('creator'),
  HarPage: har('pages.[]'),
  HarPageTimings: har('pages.[].pageTimings'),
  HarEntry: har('entries.[]'),
  HarRequest: harEntry('request'),
  HarCookie: harEntry('request.cookies.[]'),
  HarPostData: harEntry('request.postData'),
  HarParameter: harEntry('request.postData.params.[]'),
  HarResponse: harEntry('response'),
  HarContent: harEntry('response.content'),
  HarTimings: harEntry('timings'),
  HarInitiator: harEntry('_initiator'),
  HarSocketMessage: harEntry('_webSocketMessages.[]'),
}

const callParts: Record<string, TSchema> = {
  CallInitiator: call('initiator'),
  CallTimings: call('timings'),
  CallRedirect: call('redirect_chain.[]'),
  CallFailure: call('failure'),
  CallPreflight: call('preflight'),
  CallSecurity: call('security'),
  CallSizes: call('sizes'),
  CallSocket: call('websocket'),
  CallSocketFrame: call('websocket.frames.[]'),
  CallEvent: call('events.[]'),
}

const jobParts: Record<string, TSchema> = {
  JobDelivery: partOf(batchStatusSchema, 'deliveries.[]'),
  DeliveredFile: partOf(batchStatusSchema, 'deliveries.[].files.[]'),
}

const pageParts: Record<string, TSchema> = {
  PageOutput: partOf(jobPageSchema, 'output'),
  OmittedFormat: partOf(jobPageSchema, 'omitted.[]'),
  JobAttempt: partOf(jobPageSchema, 'attempts.[]'),
  PageMetadata: partOf(jobPageSchema, 'metadata'),
  JsonReport: partOf(jobPageSchema, 'metadata.json'),
  JsonReportError: partOf(jobPageSchema, 'metadata.json.errors.[]'),
  ModelUsage: partOf(jobPageSchema, 'metadata.json.usage'),
  CodedError: partOf(attemptSchema, 'error'),
  BlockSignal: partOf(attemptSchema, 'blocked_by'),
  AttemptTimings: partOf(attemptSchema, 'timings_ms'),
  CountsByType: partOf(attemptSchema, 'requests_by_type'),
  AttemptOutcome: partOf(problemAttemptSchema, 'outcome'),
}

const watchParts: Record<string, TSchema> = {
  WatchEntry: entry(watchListSchema),
  WatchSchedule: partOf(watchSchema, 'schedule'),
  WatchTrack: partOf(watchSchema, 'track'),
  WatchRun: entry(runListSchema),
  WatchRunCounts: partOf(runListSchema, 'data.[].counts'),
  WatchChange: entry(changeListSchema),
  WatchPageState: partOf(changeListSchema, 'data.[].state'),
}

const serviceParts: Record<string, TSchema> = {
  KeyQuotas: partOf(keySchema, 'quotas'),
  KeyUsage: partOf(keySchema, 'usage'),
  RunningJobs: partOf(serviceSchema, 'running'),
  ServicePages: partOf(serviceSchema, 'pages'),
  PageCounts: partOf(serviceSchema, 'pages.last_hour'),
  FailureCount: partOf(serviceSchema, 'failures.[]'),
  TenantReport: partOf(serviceSchema, 'tenants.[]'),
  ServiceProcess: partOf(serviceSchema, 'processes.[]'),
  ProcessSlots: partOf(serviceSchema, 'processes.[].slots'),
  ServiceQueue: partOf(serviceSchema, 'queues.[]'),
  ServiceLevel: partOf(serviceSchema, 'service_levels.[]'),
}

/** Parts of answers and of the bodies of webhook calls. */
export const answerParts: Record<string, TSchema> = {
  ActiveCrawl: entry(activeCrawlsSchema),
  ActiveBatch: entry(activeBatchesSchema),
  CrawlUrl: entry(crawlUrlsSchema),
  BatchUrl: entry(batchUrlsSchema),
  UrlState: partOf(crawlUrlsSchema, 'data.[].state'),
  ...jobParts,
  ...pageParts,
  MapSources: partOf(mapResultSchema, 'sources'),
  SerpPagination: partOf(serpResultSchema, 'pagination'),
  NameAndValue: partOf(serpPanelSchema, 'attributes.[]'),
  ...callParts,
  ...harParts,
  SessionEntry: entry(sessionListSchema),
  SessionStatus: partOf(sessionSchema, 'status'),
  SessionRun: partOf(sessionSchema, 'last_run'),
  SessionPlaybook: partOf(sessionDetailSchema, 'playbook'),
  SessionAction: partOf(sessionDetailSchema, 'playbook.actions.[]'),
  SessionCookie: partOf(sessionDetailSchema, 'playbook.cookies.[]'),
  SessionCondition: partOf(sessionDetailSchema, 'playbook.success'),
  SessionRefresh: partOf(sessionDetailSchema, 'playbook.refresh'),
  ...watchParts,
  ...serviceParts,
  ReadinessChecks: partOf(readinessSchema, 'checks'),
  ProblemCode: partOf(problemSchema, 'code'),
  StartedData: partOf(webhookSchemas['StartedEvent']!, 'data'),
  EndedData: partOf(webhookSchemas['EndedEvent']!, 'data'),
}

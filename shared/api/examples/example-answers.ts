/** Example answers by route and status code; a test validates each against the schema of its route. */
import { serviceAnswers } from './service-answers.ts'
import { watchAnswers } from './watch-answers.ts'
import type { ActiveJobs, LedgerPage } from '../schemas/list-schema.ts'
import { exampleAttempt, exampleCall } from './example-attempt.ts'
import { exampleDelivery } from './example-delivery.ts'
import { exampleIds } from './example-ids.ts'
import type { DeliveryLogPage, RedeliveryAccepted } from '../schemas/delivery-schema.ts'
import type { BatchStatus, CrawlStatus, JobAccepted, Readiness } from '../schemas/job-schema.ts'
import type { MapResult } from '../schemas/map-result.ts'
import type { NetworkResult } from '../schemas/network-result.ts'
import type { RouteName } from '../routes/routes.ts'
import type { JobList } from '../schemas/job-list-schema.ts'
import type { JobPageDetail, JobPageEntry, JobPages } from '../schemas/job-page-schema.ts'
import type { ScrapeResult } from '../schemas/scrape-result.ts'
import type { SerpResult } from '../schemas/serp-result.ts'
import type { PlaybookAnswer, SessionAnswer } from '../requests/session-schema.ts'
import { maskedValue } from '../../values/masked-value.ts'

const { crawl, batch, session, request: request_id } = exampleIds

const accepted = (id: string, path: string): JobAccepted => ({
  success: true,
  id,
  url: `${path}/${id}`,
  workflowId: id,
  runId: '01a1ffd2-2abc-73ad-8f19-76fdc1f27d1a',
  request_id,
})

const started = '2026-11-21T20:35:26.001Z'
const ended = '2026-11-21T20:35:27.212Z'

const link = (id: string, file: string) =>
  `https://store.example.com/seine/jobs/acme/${id}/archives/${file}?X-Amz-Expires=3600&X-Amz-Signature=...`

const crawlUnderWay: CrawlStatus = {
  success: true,
  request_id,
  id: crawl.id,
  status: 'crawling',
  paused: false,
  limit: 100,
  total: 31,
  completed: 12,
  failed: 0,
  pending: 11,
  inFlight: 8,
  stalls: 0,
  createdAt: started,
  duration: 0.498,
  url: 'https://example.com/guide/',
  currentUrl: 'https://example.com/guide/install/',
  expiresAt: null,
  warnings: [],
}

const crawlStatus: CrawlStatus = {
  ...crawlUnderWay,
  status: 'completed',
  total: 47,
  completed: 46,
  failed: 1,
  pending: 0,
  inFlight: 0,
  stalls: 0,
  completedAt: ended,
  duration: 1.211,
  currentUrl: null,
  expiresAt: '2026-11-28T20:35:27.212Z',
  s3PresignedUrls: { markdown: link(crawl.id, 'markdown.zip'), links: link(crawl.id, 'links.zip') },
  deliveries: [exampleDelivery],
}

const batchStatus: BatchStatus = {
  success: true,
  request_id,
  id: batch.id,
  status: 'scraping',
  paused: false,
  limit: 10_000,
  total: 2,
  completed: 1,
  failed: 0,
  pending: 0,
  inFlight: 1,
  stalls: 0,
  createdAt: started,
  completedAt: null,
  duration: 0.412,
  url: 'https://example.com/guide/',
  currentUrl: 'https://example.com/blog/',
  expiresAt: null,
  warnings: [],
  s3PresignedUrls: null,
  partialS3PresignedUrls: null,
  error: null,
  tag: ['nightly'],
  retryOf: null,
  deliveries: [],
}

const pauseWarning =
  'the job is paused, and its time budget (scheduleToCloseTimeoutSecs) keeps running: unless it is resumed, it fails at 2026-11-22T20:35:26.001Z with the results so far'
const crawlToResume: CrawlStatus = { ...crawlUnderWay, id: exampleIds.pausedCrawl }
const crawlPaused: CrawlStatus = { ...crawlToResume, paused: true, warnings: [pauseWarning] }
const batchToResume: BatchStatus = { ...batchStatus, id: exampleIds.pausedBatch }
const batchPaused: BatchStatus = { ...batchToResume, paused: true, warnings: [pauseWarning] }

const activeCrawls: ActiveJobs = {
  data: [{ id: crawl.id, status: 'crawling', url: 'https://example.com/guide/', limit: 100, createdAt: started }],
  next_cursor: null,
  request_id,
}

const activeBatches: ActiveJobs = {
  data: [{ id: batch.id, status: 'scraping', url: 'https://example.com/guide/', limit: 10_000, createdAt: started }],
  next_cursor: null,
  request_id,
}

const crawlUrls: LedgerPage = {
  data: [
    { url: 'https://example.com/guide/', state: 'scraped', depth: 0, parent: null },
    { url: 'https://example.com/guide/first', state: 'scraped', depth: 1, parent: 'https://example.com/guide/' },
  ],
  next_cursor: null,
  request_id,
}

const batchUrls: LedgerPage = {
  data: [{ index: 0, url: 'https://example.com/guide/', state: 'scraped', depth: 0, parent: null }],
  next_cursor: null,
  request_id,
}

const finishedBatch: BatchStatus = {
  ...batchStatus,
  status: 'completed',
  completed: 2,
  inFlight: 0,
  stalls: 0,
  completedAt: ended,
  duration: 1.211,
  currentUrl: null,
  expiresAt: '2026-11-28T20:35:27.212Z',
  s3PresignedUrls: { markdown: link(batch.id, 'markdown.jsonl'), parquet: link(batch.id, 'pages.parquet') },
}

/** Builds an example event stream: the job status, one page, the end. */
const events = <Status extends CrawlStatus | BatchStatus>(first: Status, last: Status): string => {
  const note = { index: 0, url: first.url, finalUrl: first.url, status: 200, success: true }
  return [
    `event: progress\ndata: ${JSON.stringify(first)}`,
    `event: page\nid: 1\ndata: ${JSON.stringify({ ...note, error: null, errorCode: null, attempts: 1, fetchedAt: '2026-11-21T20:35:26.118Z' })}`,
    `event: end\nid: end\ndata: ${JSON.stringify(last)}`,
    '',
  ].join('\n\n')
}

const deliveries = (event_id: string, type: string): DeliveryLogPage => ({
  data: [
    {
      event_id,
      type,
      sequence: 1,
      state: 'retrying',
      try: 1,
      at: started,
      elapsed_ms: 38,
      http_status: 500,
      error: { code: 'http_status', message: 'the receiver answered 500' },
      next_try_at: '2026-11-21T20:35:31.040Z',
      redelivery: false,
    },
    {
      event_id,
      type,
      sequence: 1,
      state: 'delivered',
      try: 2,
      at: '2026-11-21T20:35:31.041Z',
      elapsed_ms: 21,
      http_status: 204,
      error: null,
      next_try_at: null,
      redelivery: false,
    },
  ],
  next_cursor: null,
  request_id,
})

const redelivered = ({ id, eventId }: { id: string; eventId: string }): RedeliveryAccepted => ({
  success: true,
  id,
  event_id: eventId,
  request_id,
})

/** Answers for the same job: while it is being finalised (202), and when there is nothing left to do (200). */
const finalised = ({ id }: { id: string }) => ({
  202: { success: true, id, status: 'completed', finalising: true, request_id },
  200: { success: true, id, status: 'completed', finalising: false, request_id },
})

const page = {
  request_id,
  session_id: null,
  url: 'https://example.com/guide/',
  final_url: 'https://example.com/guide/',
  status: 200,
  success: true,
  effective_geolocation: null,
  tag: null,
  winning_attempt: 1,
  warnings: [],
}

const scraped: ScrapeResult = {
  ...page,
  attempts: [exampleAttempt('http')],
  data: {
    markdown: '# The guide\n\nWhat there is to know about the harbour.\n',
    links: ['https://example.com/guide/first', 'https://example.com/'],
  },
  metadata: {
    title: 'The guide',
    description: 'All about the harbour.',
    language: 'en',
    canonical_url: 'https://example.com/guide/',
    author: null,
    published_time: null,
    modified_time: null,
    site_name: 'Example',
    favicon: 'https://example.com/favicon.ico',
    robots: null,
    content_type: 'text/html',
    charset: 'utf-8',
    pages: null,
    word_count: 11,
    og: {},
    json_ld: [],
    extractor: 'main',
  },
  cached_at: null,
}

const entry: JobPageEntry = {
  index: 0,
  url: 'https://example.com/guide/',
  finalUrl: 'https://example.com/guide/',
  status: 200,
  success: true,
  title: 'The guide',
  depth: 0,
  fetchedAt: '2026-11-21T20:35:26.118Z',
  output: { markdown: '# The guide\n\nWhat there is to know about the harbour.\n' },
  omitted: [],
  error: null,
  errorCode: null,
}

const {
  success: _success,
  request_id: _id,
  s3PresignedUrls: _links,
  partialS3PresignedUrls: _partial,
  ...listed
} = finishedBatch

const jobList: JobList = { data: [{ kind: 'batch_scrape', ...listed }], next_cursor: null, request_id }

const jobPages: JobPages = { data: [entry], next_cursor: null, complete: true, request_id }

const jobPage: JobPageDetail = {
  ...entry,
  attempts: [
    {
      index: 1,
      strategy: 'http_basic',
      engine: 'http',
      proxy_tier: 'none',
      started_at: '2026-11-21T20:35:26.118Z',
      elapsed_ms: 84,
      http_status: 200,
      success: true,
      outcome: 'success',
      error: null,
      bytes_received: 5_310,
    },
  ],
  metadata: scraped.metadata,
  warnings: [],
  request_id,
}

const captured: NetworkResult = {
  ...page,
  attempts: [
    {
      ...exampleAttempt('headless_shell'),
      network_calls: [exampleCall],
      network_calls_total: 1,
      network_calls_truncated: false,
    },
  ],
  actions: [],
}

const mapped: MapResult = {
  success: true,
  request_id,
  links: [
    { url: 'https://example.com/harbour/', title: 'The harbour', source: 'sitemap', lastmod: '2026-11-02' },
    { url: 'https://example.com/guide/harbour-fees', title: 'Harbour fees', source: 'page' },
  ],
  truncated: false,
  sources: { sitemap: 1, page: 1, search: 0 },
  cached_at: null,
  warnings: [],
}

const sessionFields: SessionAnswer = {
  session_id: session,
  domain: 'example.com',
  implicit: false,
  status: 'ready',
  ttl_seconds: 3_600,
  max_uses: null,
  tag: [],
  playbook_version: 1,
  created_at: '2026-11-22T09:30:00.000Z',
  updated_at: '2026-11-22T09:30:00.000Z',
  last_used_at: '2026-11-22T09:41:07.214Z',
  expires_at: '2026-11-22T10:41:07.214Z',
  use_count: 17,
  last_run: {
    started_at: '2026-11-22T09:30:00.108Z',
    finished_at: '2026-11-22T09:30:03.951Z',
    outcome: 'succeeded',
    trigger: 'registered',
    error: null,
  },
}

const sessionPlaybook: PlaybookAnswer = {
  start_url: 'https://example.com/login',
  js_render: null,
  actions: [
    {
      action: 'fill',
      selector: '#user',
      selector_type: 'css',
      value: maskedValue,
      if_present: false,
      timeout_ms: 5_000,
    },
    {
      action: 'fill',
      selector: '#password',
      selector_type: 'css',
      value: '{{secret.password}}',
      if_present: false,
      timeout_ms: 5_000,
    },
    { action: 'click', selector: 'button[type=submit]', selector_type: 'css', if_present: false, timeout_ms: 5_000 },
  ],
  cookies: [],
  headers: {},
  local_storage: {},
  geolocation: null,
  proxy_strategy: 'auto',
  user_agent: null,
  secrets: { password: maskedValue },
  success: { cookie: 'session' },
  logged_out: { url_pattern: '/login' },
  refresh: { on_logged_out: true, interval_seconds: null },
}

const registered: SessionAnswer = {
  ...sessionFields,
  status: 'registered',
  last_used_at: null,
  expires_at: '2026-11-22T10:30:00.000Z',
  use_count: 0,
  last_run: null,
}

const detail = { ...sessionFields, playbook: sessionPlaybook, request_id }

const searched: SerpResult = {
  request_id,
  query: 'harbour fees',
  engine: 'google',
  backend: 'searxng',
  country: 'GB',
  language: 'en',
  page: 1,
  fetched_at: ended,
  organic: [
    {
      position: 1,
      title: 'Harbour fees',
      link: 'https://example.com/guide/harbour-fees',
      url: 'https://example.com/guide/harbour-fees',
      snippet: 'What a berth costs, by length and season.',
      domain: 'example.com',
      displayed_link: null,
      page: 1,
    },
  ],
  ads: [],
  knowledge_graph: null,
  answer_box: null,
  people_also_ask: [],
  related_searches: ['harbour fees by length'],
  total_results: null,
  pagination: { current: 1, next: null },
  warnings: ['not_supplied: searxng has no ads, people_also_ask, total_results'],
}

const ready: Readiness = {
  status: 'ready',
  checks: {
    workflowService: 'ok',
    resultStore: 'ok',
    browserWorkers: 'ok',
    scrapeWorkers: 'ok',
    accepting: true,
  },
  request_id,
}

/** Example answers by route name; the route of the API description itself has none. */
export const exampleAnswers: Partial<Record<RouteName, Record<number, unknown>>> = {
  startCrawl: { 202: accepted(crawl.id, '/crawl') },
  activeCrawls: { 200: activeCrawls },
  readCrawl: { 200: crawlStatus },
  cancelCrawl: { 200: { success: true, id: crawl.id, status: 'cancelled', request_id } },
  pauseCrawl: { 200: crawlPaused },
  resumeCrawl: { 200: crawlToResume },
  retryCrawl: { 202: { ...accepted(crawl.id, '/crawl'), retryOf: exampleIds.failedCrawl } },
  crawlUrls: { 200: crawlUrls },
  listJobs: { 200: jobList },
  crawlPages: { 200: jobPages },
  crawlPage: { 200: jobPage },
  batchPages: { 200: jobPages },
  batchPage: { 200: jobPage },
  crawlEvents: { 200: events(crawlUnderWay, crawlStatus) },
  crawlWebhooks: { 200: deliveries(crawl.eventId, 'crawl.started') },
  redeliverCrawlWebhook: { 202: redelivered(crawl) },
  finaliseCrawl: finalised(crawl),
  startBatch: { 202: accepted(batch.id, '/batch/scrape') },
  activeBatches: { 200: activeBatches },
  readBatch: { 200: batchStatus },
  cancelBatch: { 200: { success: true, id: batch.id, status: 'cancelled', request_id } },
  pauseBatch: { 200: batchPaused },
  resumeBatch: { 200: batchToResume },
  retryBatch: { 202: { ...accepted(batch.id, '/batch/scrape'), retryOf: exampleIds.failedBatch } },
  batchUrls: { 200: batchUrls },
  batchEvents: { 200: events(batchStatus, finishedBatch) },
  batchWebhooks: { 200: deliveries(batch.eventId, 'batch_scrape.started') },
  redeliverBatchWebhook: { 202: redelivered(batch) },
  finaliseBatch: finalised(batch),
  scrapePage: { 200: scraped },
  mapSite: { 200: mapped },
  search: { 200: searched },
  captureNetwork: { 200: captured },
  createSession: { 201: { ...registered, playbook: sessionPlaybook, request_id } },
  listSessions: { 200: { data: [sessionFields], next_cursor: null, request_id } },
  readSession: { 200: detail },
  replaceSession: {
    200: {
      ...detail,
      status: 'registered',
      ttl_seconds: 7_200,
      playbook_version: 2,
      playbook: { ...sessionPlaybook, refresh: { on_logged_out: true, interval_seconds: 3_600 } },
    },
  },
  refreshSession: { 202: { ...sessionFields, status: 'registered', request_id } },
  ...watchAnswers,
  health: { 200: { status: 'ok', request_id } },
  readiness: { 200: ready },
  ...serviceAnswers,
  version: { 200: { name: 'seine', version: '1.0.0', api: 'v1', request_id } },
}

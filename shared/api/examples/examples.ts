/**
 * One example request per route, for the API description and its code samples. The documentation tests run each of
 * them, with the pages of the test site in place of `example.com`.
 */
import { exampleAnswers } from './example-answers.ts'
import { exampleIds } from './example-ids.ts'
import type { RouteName } from '../routes/routes.ts'

export interface RouteExample {
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** Example answers by status code. */
  answers: Record<number, unknown>
}

const { crawl, batch, pausedCrawl, pausedBatch, session, oldSession } = exampleIds

const login = {
  start_url: 'https://example.com/login',
  actions: [
    { action: 'fill', selector: '#user', value: 'editor' },
    { action: 'fill', selector: '#password', value: '{{secret.password}}' },
    { action: 'click', selector: 'button[type=submit]' },
  ],
  secrets: { password: 'correct horse battery staple' },
  success: { cookie: 'session' },
  logged_out: { url_pattern: '/login' },
}

const watch = {
  name: 'Guide',
  crawl: { url: 'https://example.com/guide/', limit: 5 },
  schedule: { cron: '0 7 * * 1-5', timezone: 'Europe/Berlin' },
  track: { ignore_selectors: ['.visitors'], ignore_patterns: ['^Page generated '] },
}
const ofWatch = { watch_id: exampleIds.watch }

/** Example requests by route; the route of the documentation page has none. */
const requests: Record<Exclude<RouteName, 'docs'>, Omit<RouteExample, 'answers'>> = {
  startCrawl: {
    body: {
      url: 'https://example.com/guide/',
      limit: 100,
      excludePaths: ['/drafts/'],
      output: ['markdown', 'links'],
    },
  },
  activeCrawls: { query: { limit: '20' } },
  readCrawl: { params: { id: crawl.id } },
  cancelCrawl: { params: { id: crawl.id } },
  pauseCrawl: { params: { id: pausedCrawl } },
  resumeCrawl: { params: { id: pausedCrawl } },
  retryCrawl: { params: { id: exampleIds.failedCrawl }, query: { codes: 'http_status,timeout' } },
  crawlUrls: { params: { id: crawl.id }, query: { state: 'scraped', limit: '50' } },
  listJobs: { query: { kind: 'crawl', limit: '20' } },
  crawlPages: { params: { id: crawl.id }, query: { output: 'markdown', limit: '10' } },
  crawlPage: { params: { id: crawl.id, index: '0' } },
  crawlEvents: { params: { id: crawl.id } },
  crawlWebhooks: { params: { id: crawl.id } },
  redeliverCrawlWebhook: { params: { id: crawl.id, event_id: crawl.eventId } },
  finaliseCrawl: { params: { id: crawl.id } },
  startBatch: {
    body: {
      urls: ['https://example.com/guide/', 'https://example.com/blog/'],
      output: ['markdown'],
      archive: ['parquet'],
      tag: 'nightly',
    },
  },
  activeBatches: { query: { limit: '20' } },
  readBatch: { params: { id: batch.id } },
  cancelBatch: { params: { id: batch.id } },
  pauseBatch: { params: { id: pausedBatch } },
  resumeBatch: { params: { id: pausedBatch } },
  retryBatch: { params: { id: exampleIds.failedBatch } },
  batchUrls: { params: { id: batch.id }, query: { state: 'scraped', limit: '50' } },
  batchPages: { params: { id: batch.id }, query: { output: 'markdown', limit: '10' } },
  batchPage: { params: { id: batch.id, index: '0' } },
  batchEvents: { params: { id: batch.id } },
  batchWebhooks: { params: { id: batch.id } },
  redeliverBatchWebhook: { params: { id: batch.id, event_id: batch.eventId } },
  finaliseBatch: { params: { id: batch.id } },
  scrapePage: {
    body: { url: 'https://example.com/guide/', output: ['markdown', 'links'], only_main_content: true },
  },
  mapSite: { body: { url: 'https://example.com/', limit: 500, search: 'harbour' } },
  search: { query: { query: 'harbour fees', engine: 'google', country: 'GB', language: 'en' } },
  captureNetwork: {
    query: { resource_type: 'document,xhr,fetch' },
    body: { url: 'https://example.com/guide/', wait_ms: 500, override_parameter: { network_idle: true } },
  },
  createSession: { body: { domain: 'example.com', ttl_seconds: 3_600, playbook: login } },
  listSessions: { query: { limit: '20' } },
  readSession: { params: { id: session } },
  replaceSession: {
    params: { id: session },
    body: { ttl_seconds: 7_200, playbook: { ...login, refresh: { interval_seconds: 3_600 } } },
  },
  deleteSession: { params: { id: oldSession } },
  refreshSession: { params: { id: session } },
  createWatch: { body: watch },
  listWatches: { query: { limit: '20' } },
  readWatch: { params: ofWatch },
  replaceWatch: { params: ofWatch, body: { ...watch, keep_runs: 60 } },
  deleteWatch: { params: { watch_id: exampleIds.oldWatch } },
  runWatch: { params: { watch_id: exampleIds.oldWatch } },
  pauseWatch: { params: ofWatch },
  resumeWatch: { params: ofWatch },
  listWatchRuns: { params: ofWatch, query: { limit: '20' } },
  listWatchChanges: { params: { ...ofWatch, run_id: exampleIds.watchRun }, query: { state: 'new' } },
  readWatchText: {
    params: { ...ofWatch, run_id: exampleIds.watchRun },
    query: { url: 'https://example.com/guide/' },
  },
  health: {},
  readiness: {},
  readKey: {},
  readService: {},
  version: {},
  openapi: {},
}

/** Returns the example of a route; null when the route has none. */
export function exampleOf(name: RouteName): RouteExample | null {
  if (name === 'docs') return null
  return { ...requests[name], answers: exampleAnswers[name] ?? {} }
}

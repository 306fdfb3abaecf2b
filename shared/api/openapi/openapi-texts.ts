/** Texts of the API description that do not depend on a schema: groups of routes, and what each route does. */
import { requestLimits } from '../../config/api-limits.ts'
import { jobLimits } from '../../config/limits.ts'
import type { RouteName } from '../routes/routes.ts'

/** Groups of routes, in display order. */
export const tags = [
  { name: 'Jobs', description: 'All jobs of a tenant, running and ended.' },
  { name: 'Crawl', description: 'Crawl a website: every page below a start URL, as one job.' },
  { name: 'Batch', description: 'Scrape a list of URLs as one job.' },
  { name: 'Page', description: 'One page, answered at once: its content, or the traffic it causes.' },
  { name: 'Map', description: 'The URLs of a site, answered at once.' },
  {
    name: 'Session',
    description: 'The state that pages are loaded with: cookies, local storage, a login that is kept.',
  },
  {
    name: 'Watch',
    description: 'Crawls and batches that run again and again, and what changed between two runs.',
  },
  { name: 'Search', description: 'Results of search engines, answered at once.' },
  { name: 'Service', description: 'The state of the service itself. These routes need no key.' },
] as const

export interface RouteText {
  tag: (typeof tags)[number]['name']
  /** What a caller should know in addition to the summary. */
  description: string
}

const idempotent =
  'A request sent again with the same `Idempotency-Key` starts no second job: the first answer is returned again, with `Idempotent-Replayed: true`.'
const polled =
  'The answer is sent at once; read the status at `url`, follow `/events`, or get notified by `webhook` or `email`.'
const fresh = 'Every call creates new download links, which expire.'
const cancelled =
  'No request to the site starts later than two seconds after the answer. What was scraped until then can be downloaded.'
const paused =
  'No request to the site starts later than two seconds after the answer. Nothing is lost: pages that were being scraped are scraped again when the job is resumed. The time budget of the job keeps running, as a warning in the answer says. Pausing a paused job changes nothing.'
const resumed = 'The job continues where it was paused. Resuming a job that is not paused changes nothing.'
const retried =
  'A new job with the same options, receivers of notices included. `codes` limits it to pages that failed with these error codes. It counts like any other start of a job.'
const ledger =
  'Every URL ends in exactly one state. The list can be read while the job runs; new entries are added at its end, so that a cursor stays valid.'
const stream =
  'The stream begins with the current status and ends with the job. After a disconnection, send the id of the last event as `Last-Event-ID`: no page is skipped.'
const log = 'In the order in which they were made. A job without a webhook has none.'
const again = 'Also sends events that were delivered or given up. The event keeps its id and gets a new signature.'
const finalise =
  'For a job whose `warnings` name archives or results that are missing, for one that failed before it could write its results, and for one whose notices were never sent. Its status does not change; links, warnings and record are renewed, and notices that were not sent are sent.'
const running = 'Lists those of the tenant of the key, newest first.'

const pages =
  'Pages come in the order in which they became durable, which never changes: followed by its cursor, the list gives every page exactly once. While the job runs, a reply may be empty; read on with its `next_cursor` until `complete` is true.'
const onePage = 'Answers all formats of the job; screenshots are links that expire.'

/** Descriptions of all routes. */
export const routeTexts: Record<RouteName, RouteText> = {
  startCrawl: {
    tag: 'Crawl',
    description: `Discovers pages by sitemap and links, scrapes each once and puts the results into one archive per format. ${polled} ${idempotent}`,
  },
  activeCrawls: { tag: 'Crawl', description: running },
  readCrawl: { tag: 'Crawl', description: fresh },
  cancelCrawl: { tag: 'Crawl', description: cancelled },
  pauseCrawl: { tag: 'Crawl', description: paused },
  resumeCrawl: { tag: 'Crawl', description: resumed },
  retryCrawl: { tag: 'Crawl', description: `${retried} No links are followed and no sitemap is read. ${idempotent}` },
  crawlUrls: { tag: 'Crawl', description: ledger },
  listJobs: {
    tag: 'Jobs',
    description:
      'Lists the jobs of the tenant of the key, running and ended, as long as their results are kept. A part may be short or empty and still have a successor.',
  },
  crawlPages: { tag: 'Crawl', description: pages },
  crawlPage: { tag: 'Crawl', description: onePage },
  crawlEvents: { tag: 'Crawl', description: stream },
  crawlWebhooks: { tag: 'Crawl', description: log },
  redeliverCrawlWebhook: { tag: 'Crawl', description: again },
  finaliseCrawl: { tag: 'Crawl', description: finalise },
  startBatch: {
    tag: 'Batch',
    description: `Scrapes every URL of the list and writes one line per URL, in the order of the list, into one file per format. ${polled} ${idempotent}`,
  },
  activeBatches: { tag: 'Batch', description: running },
  readBatch: { tag: 'Batch', description: fresh },
  cancelBatch: { tag: 'Batch', description: cancelled },
  pauseBatch: { tag: 'Batch', description: paused },
  resumeBatch: { tag: 'Batch', description: resumed },
  retryBatch: { tag: 'Batch', description: `${retried} ${idempotent}` },
  batchUrls: { tag: 'Batch', description: ledger },
  batchPages: { tag: 'Batch', description: pages },
  batchPage: { tag: 'Batch', description: onePage },
  batchEvents: { tag: 'Batch', description: stream },
  batchWebhooks: { tag: 'Batch', description: log },
  redeliverBatchWebhook: { tag: 'Batch', description: again },
  finaliseBatch: { tag: 'Batch', description: finalise },
  scrapePage: {
    tag: 'Page',
    description:
      'Tries plain HTTP first and a browser if the page needs one, unless the request chooses one of them. A page that answers with an error of its own, such as 404, is a success with that `status`; a page that could not be loaded is a problem with its `attempts`.',
  },
  captureNetwork: {
    tag: 'Page',
    description:
      'Always in a browser. The query parameters limit what is listed, not what is counted. With `Accept: application/har+json` the answer is an HTTP Archive.',
  },
  mapSite: {
    tag: 'Map',
    description: 'From sitemaps and the links of the page itself, without scraping any further page.',
  },
  createSession: {
    tag: 'Session',
    description:
      'A session holds cookies, local storage and headers of one domain, sealed at rest, for one page at a time. A playbook with a `start_url` runs at once; its actions can log in. Secrets are written as `{{secret.name}}` and never returned.',
  },
  listSessions: { tag: 'Session', description: running },
  readSession: {
    tag: 'Session',
    description: 'Values that may be secrets are masked, names are not. `ETag` is the version of the playbook.',
  },
  replaceSession: {
    tag: 'Session',
    description:
      'Omitted fields get their defaults, except secrets: those of the previous playbook are kept when none are given. The session starts anew after any page that is using it has finished.',
  },
  deleteSession: {
    tag: 'Session',
    description:
      'Deletes it with everything it owns. Refused while a page or its playbook uses it, unless `force=true`.',
  },
  refreshSession: { tag: 'Session', description: 'Read the session to see how it went: `last_run`.' },
  createWatch: {
    tag: 'Watch',
    description:
      'Each run is an ordinary job. Its pages are compared with the last good state of the watch. A request sent again with the same `Idempotency-Key` creates no second watch.',
  },
  listWatches: {
    tag: 'Watch',
    description: 'Lists those of the tenant of the key, without the requests of their jobs.',
  },
  readWatch: {
    tag: 'Watch',
    description: 'Secret values are shown as `********`. `ETag` is the version of the definition.',
  },
  replaceWatch: {
    tag: 'Watch',
    description:
      'A value that is sent back as `********` keeps the stored one. When `crawl`, `batch` or `track` changes, the next run makes a new base: all its pages are `new`.',
  },
  deleteWatch: { tag: 'Watch', description: 'A run in progress ends as an ordinary job.' },
  runWatch: {
    tag: 'Watch',
    description: 'Only one run of a watch is in progress at a time. Repeat the request with an `Idempotency-Key`.',
  },
  pauseWatch: { tag: 'Watch', description: 'Pausing a paused watch changes nothing.' },
  resumeWatch: { tag: 'Watch', description: 'Times that passed meanwhile are not made up.' },
  listWatchRuns: { tag: 'Watch', description: 'The last `keep_runs` runs.' },
  listWatchChanges: {
    tag: 'Watch',
    description: 'Without `state`: all pages but those that are the same. Empty while the run is in progress.',
  },
  readWatchText: {
    tag: 'Watch',
    description: 'For a page that failed in this run: the text of the last run that had one.',
  },
  search: {
    tag: 'Search',
    description:
      'Tries the back-ends that are configured for the engine, in their order, until one returns results. What a back-end cannot supply is `null` or `[]` and named in `warnings`. Answers are cached for a while: `fetched_at` says when the engine answered.',
  },
  readKey: {
    tag: 'Service',
    description:
      '`quotas` and `usage` have the same names; the request itself counts as a read. `concurrent_jobs` counts jobs of this key at all gateways, `streams` those at this gateway.',
  },
  readService: {
    tag: 'Service',
    description:
      'Every key sees its own tenant. A key with `operator: true` in the key file sees all tenants, this gateway and the workers that it calls, and the task queues. The answer may be a few seconds old. When Temporal or the store does not answer, the parts that depend on it are null, and the status is 200 all the same.',
  },
  health: { tag: 'Service', description: 'Does not check other components.' },
  readiness: { tag: 'Service', description: 'For load balancers.' },
  version: { tag: 'Service', description: 'Version of the service and of the API.' },
  openapi: { tag: 'Service', description: 'The same as the file `openapi.json` of the sources.' },
  docs: { tag: 'Service', description: 'For people.' },
}

/** Description of what applies to all routes. */
export const generalDescription = `A web scraping service to run yourself.

**Keys.** Send the API key as \`Authorization: Bearer KEY\` or as \`X-API-Key: KEY\`.

**Paths.** Every route is also served below \`/v1\`. \`GET\` routes answer \`HEAD\` as well.

**Fields** have exactly the names listed here; an unknown one is answered 422 with the spelling that was probably meant. \`null\` in an optional field means that it was left out. Bodies are JSON in UTF-8, at most ${jobLimits.requestBodyMaxBytes / 1024} KiB (batches ${jobLimits.batchBodyMaxBytes / 1024 ** 2} MiB) and ${requestLimits.bodyValuesMax.toLocaleString('en')} values.

**Answers** can gain members; ignore those you do not know. Every answer has \`X-Request-Id\`, taken from the request where it sends one.

**Problems** are \`application/problem+json\` (RFC 9457) with a \`code\`. All problems of a request are listed at once in \`errors\`. Whatever the route, misuse of HTTP itself is answered 400 \`malformed_request\`, 404 \`not_found\`, 405 \`method_not_allowed\`, 408 \`request_timeout\`, 417 \`expectation_failed\` or 431 \`headers_too_large\`.

**Limits.** Requests are counted per key and kind: \`RateLimit-*\` headers say how many are left, and \`Retry-After\` of a 429 says when to try again.`

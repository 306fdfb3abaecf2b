/** Texts of the API description that do not depend on a schema: groups of routes, and what each route does. */
import { jobLimits, requestLimits } from '../../config/limits.ts'
import type { RouteName } from '../routes/routes.ts'

/** Groups of routes, in display order. */
export const tags = [
  { name: 'Crawl', description: 'Crawl a website: every page below a start URL, as one job.' },
  { name: 'Batch', description: 'Scrape a list of URLs as one job.' },
  { name: 'Page', description: 'One page, answered at once: its content, or the traffic it causes.' },
  { name: 'Map', description: 'The URLs of a site, answered at once.' },
  { name: 'Session', description: 'What pages are loaded with: cookies, local storage, a login that is kept.' },
  { name: 'Search', description: 'Results of search engines, answered at once.' },
  { name: 'Service', description: 'How the service itself is. These routes need no key.' },
] as const

export interface RouteText {
  tag: (typeof tags)[number]['name']
  /** What a caller should know in addition to the summary. */
  description: string
}

const idempotent =
  'Sent again with the same `Idempotency-Key` it starts no second job: the first answer comes again, with `Idempotent-Replayed: true`.'
const polled =
  'The answer comes at once; read the status at `url`, follow `/events`, or be told by `webhook` or `email`.'
const fresh = 'Download links are made anew at every call and expire.'
const cancelled =
  'No request to the site starts later than two seconds after the answer. What was scraped until then can be downloaded.'
const paused =
  'No request to the site starts later than two seconds after the answer. Nothing is lost: pages that were being scraped are scraped again when the job is resumed. The time budget of the job goes on, as a warning in the answer says. Pausing a paused job changes nothing.'
const resumed = 'The job goes on where it was. Resuming a job that is not paused changes nothing.'
const retried =
  'A new job with the same options, receivers of notices included. `codes` narrows it to pages that failed so. It counts as any other start.'
const ledger =
  'Every URL ends in exactly one state. The list can be read while the job runs; it grows at its end, so that a cursor stays valid.'
const stream =
  'The stream begins with the status as it is and ends with the job. After a break, send the id of the last event as `Last-Event-ID`: no page is left out.'
const log = 'In the order in which they were made. A job without a webhook has none.'
const again = 'Also an event that was delivered, or given up. It keeps its id and is signed anew.'
const finalise =
  'For a job whose `warnings` name archives or results that are missing, for one that failed before it could write its results, and for one whose notices were never sent. Its status stays; links, warnings and record are renewed, and notices that were not sent go out.'
const running = 'Those of the tenant of the key, newest first.'

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
  batchEvents: { tag: 'Batch', description: stream },
  batchWebhooks: { tag: 'Batch', description: log },
  redeliverBatchWebhook: { tag: 'Batch', description: again },
  finaliseBatch: { tag: 'Batch', description: finalise },
  scrapePage: {
    tag: 'Page',
    description:
      'Tries plain HTTP first and a browser where the page needs one, unless the request says which. A page that answers with an error of its own, such as 404, is a success with that `status`; a page that could not be had is a problem with its `attempts`.',
  },
  captureNetwork: {
    tag: 'Page',
    description:
      'Always in a browser. The parameters of the query narrow what is listed, not what is counted. With `Accept: application/har+json` the answer is an HTTP Archive.',
  },
  mapSite: {
    tag: 'Map',
    description: 'From sitemaps and the links of the page itself, without scraping any further page.',
  },
  createSession: {
    tag: 'Session',
    description:
      'A session holds cookies, local storage and headers of one domain, sealed at rest, and lends them to one page at a time. A playbook with a `start_url` runs at once; its actions can log in. Secrets are written as `{{secret.name}}` and never given out again.',
  },
  listSessions: { tag: 'Session', description: running },
  readSession: {
    tag: 'Session',
    description: 'Values that may be secrets are masked; names stay. `ETag` is the version of the playbook.',
  },
  replaceSession: {
    tag: 'Session',
    description:
      'What is left out gets its default, except for secrets: those of the playbook before are kept when none are given. The session begins anew; a page that uses it comes to its end first.',
  },
  deleteSession: {
    tag: 'Session',
    description: 'With everything it owns. Refused while a page or its playbook uses it, unless `force=true`.',
  },
  refreshSession: { tag: 'Session', description: 'Read the session to see how it went: `last_run`.' },
  search: {
    tag: 'Search',
    description:
      'Asks the back-ends that are configured for the engine, in their order, until one brings results. What a back-end cannot supply is `null` or `[]` and named in `warnings`. Answers are kept for a while: `fetched_at` says how old one is.',
  },
  health: { tag: 'Service', description: 'Asks nothing of other parts.' },
  readiness: { tag: 'Service', description: 'For load balancers.' },
  version: { tag: 'Service', description: 'Version of the service and of the API.' },
  openapi: { tag: 'Service', description: 'The same as the file `openapi.json` of the sources.' },
  docs: { tag: 'Service', description: 'For people.' },
}

/** Description of what applies to all routes. */
export const generalDescription = `A web scraping service to run yourself.

**Keys.** Send the API key as \`Authorization: Bearer KEY\` or as \`X-API-Key: KEY\`.

**Paths.** Every route is also served below \`/v1\`. \`GET\` routes answer \`HEAD\` as well.

**Fields** have exactly the names listed here; an unknown one is a 422 that names the spelling that was probably meant. \`null\` in an optional field means that it was left out. Bodies are JSON in UTF-8, at most ${jobLimits.requestBodyMaxBytes / 1024} KiB (batches ${jobLimits.batchBodyMaxBytes / 1024 ** 2} MiB) and ${requestLimits.bodyValuesMax.toLocaleString('en')} values.

**Answers** can gain members; ignore those you do not know. Every answer has \`X-Request-Id\`, taken from the request where it sends one.

**Problems** are \`application/problem+json\` (RFC 9457) with a \`code\`. Those of a request are told all at once in \`errors\`. Whatever the route, misuse of HTTP itself is answered 400 \`malformed_request\`, 404 \`not_found\`, 405 \`method_not_allowed\`, 408 \`request_timeout\`, 417 \`expectation_failed\` or 431 \`headers_too_large\`.

**Limits.** Requests are counted per key and kind: \`RateLimit-*\` headers say what is left, a 429 says in \`Retry-After\` when to come again.`

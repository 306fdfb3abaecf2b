/** All operations of the API: method, path, and when a request may be repeated. */
import type { OperationName } from './operation-types.ts'

/**
 * When a request may be sent again: `always`, because the second one changes nothing; `refused`, only when the service
 * said that it did not begin (429, 503); `limited`, only after 429.
 */
export type Repeat = 'always' | 'refused' | 'limited'

/** One operation. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As in the API description: `/crawl/{id}`. */
  path: string
  repeat: Repeat
  /** Sent with an idempotency key, the same at every try. */
  keyed?: true
  /** Loads pages, and so takes longer. */
  slow?: true
  /** Statuses beyond 2xx whose body is an answer. */
  alsoAnswers?: readonly number[]
}

const get = <Path extends string>(path: Path) => ({ method: 'GET', path, repeat: 'always' }) as const
// The first try can have taken effect although its answer was lost: a second one would get 404 or 412 for that success.
const remove = <Path extends string>(path: Path) => ({ method: 'DELETE', path, repeat: 'refused' }) as const
const put = <Path extends string>(path: Path) => ({ method: 'PUT', path, repeat: 'refused' }) as const
/** A job that is cancelled again answers as it did before. */
const cancel = <Path extends string>(path: Path) => ({ method: 'DELETE', path, repeat: 'always' }) as const
const post = <Path extends string>(path: Path, repeat: Repeat) => ({ method: 'POST', path, repeat }) as const
const start = <Path extends string>(path: Path) => ({ ...post(path, 'always'), keyed: true }) as const
const load = <Path extends string>(path: Path) => ({ ...post(path, 'refused'), slow: true }) as const

/** Operations by their names in the API description. */
export const operations = {
  scrapePage: load('/scrape'),
  mapSite: load('/map'),
  search: { ...get('/serp'), slow: true },
  captureNetwork: load('/browser/network'),
  startCrawl: start('/crawl'),
  activeCrawls: get('/crawl/active'),
  readCrawl: get('/crawl/{id}'),
  cancelCrawl: cancel('/crawl/{id}'),
  pauseCrawl: post('/crawl/{id}/pause', 'always'),
  resumeCrawl: post('/crawl/{id}/resume', 'always'),
  retryCrawl: start('/crawl/{id}/retry'),
  finaliseCrawl: start('/crawl/{id}/finalise'),
  crawlUrls: get('/crawl/{id}/urls'),
  crawlPages: get('/crawl/{id}/pages'),
  crawlPage: get('/crawl/{id}/pages/{index}'),
  crawlEvents: get('/crawl/{id}/events'),
  crawlWebhooks: get('/crawl/{id}/webhooks'),
  redeliverCrawlWebhook: post('/crawl/{id}/webhooks/{event_id}/redeliver', 'limited'),
  startBatch: start('/batch/scrape'),
  activeBatches: get('/batch/scrape/active'),
  readBatch: get('/batch/scrape/{id}'),
  cancelBatch: cancel('/batch/scrape/{id}'),
  pauseBatch: post('/batch/scrape/{id}/pause', 'always'),
  resumeBatch: post('/batch/scrape/{id}/resume', 'always'),
  retryBatch: start('/batch/scrape/{id}/retry'),
  finaliseBatch: start('/batch/scrape/{id}/finalise'),
  batchUrls: get('/batch/scrape/{id}/urls'),
  batchPages: get('/batch/scrape/{id}/pages'),
  batchPage: get('/batch/scrape/{id}/pages/{index}'),
  batchEvents: get('/batch/scrape/{id}/events'),
  batchWebhooks: get('/batch/scrape/{id}/webhooks'),
  redeliverBatchWebhook: post('/batch/scrape/{id}/webhooks/{event_id}/redeliver', 'limited'),
  listJobs: get('/jobs'),
  createSession: post('/sessions', 'limited'),
  listSessions: get('/sessions'),
  readSession: get('/sessions/{id}'),
  replaceSession: put('/sessions/{id}'),
  deleteSession: remove('/sessions/{id}'),
  refreshSession: post('/sessions/{id}/refresh', 'limited'),
  createWatch: start('/watches'),
  listWatches: get('/watches'),
  readWatch: get('/watches/{watch_id}'),
  replaceWatch: put('/watches/{watch_id}'),
  deleteWatch: remove('/watches/{watch_id}'),
  runWatch: start('/watches/{watch_id}/run'),
  pauseWatch: post('/watches/{watch_id}/pause', 'always'),
  resumeWatch: post('/watches/{watch_id}/resume', 'always'),
  listWatchRuns: get('/watches/{watch_id}/runs'),
  listWatchChanges: get('/watches/{watch_id}/runs/{run_id}/changes'),
  readWatchText: get('/watches/{watch_id}/runs/{run_id}/text'),
  readKey: get('/key'),
  readService: get('/service'),
  health: get('/healthz'),
  readiness: { ...get('/readyz'), alsoAnswers: [503] },
  version: get('/version'),
  openapi: get('/openapi.json'),
  docs: get('/docs'),
} as const satisfies Record<OperationName, Operation>

/** Fills the parameters of a path. @param params in the order of the path. */
export function filledPath(path: string, params: readonly (string | number)[]): string {
  const rest = [...params]
  return path.replaceAll(/\{\w+\}/g, (parameter) => {
    const value = String(rest.shift() ?? '')
    // An empty value, `.` and `..` would name another route.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${parameter} of ${path} must not be ${JSON.stringify(value)}`)
    return encodeURIComponent(value)
  })
}

/** Value of a query parameter. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

/** Serialises a query: lists are joined by commas, undefined and null are left out. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Metrics of a process for Prometheus. Names and units follow its conventions: base units, `_total` for counters
 * (https://prometheus.io/docs/practices/naming/). No label holds values that callers or sites choose, such as a host,
 * URL or job, so that the number of series is bounded. The label `tenant` of usage is bounded by `tenant-usage.ts`.
 *
 * No module that is loaded in the workflow sandbox may import this one.
 */
import { Counter, Gauge, Histogram } from 'prom-client'
import { durationBuckets } from './metric-buckets.ts'

const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter<Label>({ name: `seine_${name}_total`, help, labelNames: [...labelNames] })

const seconds = <Label extends string = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name: `seine_${name}_seconds`, help, buckets: [...buckets], labelNames: [...labelNames] })

const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge<Label>({ name: `seine_${name}`, help, labelNames: [...labelNames] })

const { short, long } = durationBuckets

/** All metrics, grouped by subject. */
export const metrics = {
  httpRequests: counter('http_requests', 'Requests that the gateway has answered.', ['route', 'status']),
  httpFaults: counter('http_faults', 'Requests that failed by a fault of the service, not of a caller or a website.', [
    'route',
  ]),
  httpSeconds: seconds('http_request', 'Time from a request of a caller to the end of its answer.', long, ['route']),
  serviceLevelBad: gauge('service_level_bad_ratio', 'Share of the last hour that missed an objective of the service.', [
    'level',
  ]),
  serviceLevelAllowed: gauge(
    'service_level_allowed_ratio',
    'Share that an objective of the service allows to miss it.',
    ['level'],
  ),
  captures: counter(
    'captures',
    'Network captures that succeeded, or failed by a fault of the service or its time limit.',
    ['outcome'],
  ),
  rateLimited: counter('rate_limited', 'Requests refused because their key had sent too many requests.', ['rate']),
  streams: gauge('streams_open', 'Streams of server-sent events that are open.'),

  jobsStarted: counter('jobs_started', 'Jobs that the gateway has started.', ['kind']),
  watchRuns: counter('watch_runs', 'Runs of watches that have ended.', ['status']),
  watchDelaySeconds: seconds(
    'watch_delay',
    'Time from the time of a schedule to the start of its run, beyond the jitter of the watch.',
    long,
  ),
  watchSkips: counter(
    'watch_skips',
    'Scheduled runs of watches skipped: another run was in progress, counted at its end, or their key had no place.',
  ),
  watchPages: counter('watch_pages', 'Pages of runs of watches, by verdict.', ['state']),
  watchFetches: counter('watch_fetches', 'Pages by HTTP in runs of watches, by whether they were found unchanged.', [
    'answer',
  ]),
  jobsFinished: counter('jobs_finished', 'Jobs that have ended with a record.', ['kind', 'status']),
  pages: counter('pages', 'Pages of jobs whose slice has ended, by outcome.', ['lane', 'outcome']),
  firstPageSeconds: seconds('job_first_page', 'Time from the start of a job to the end of its first page.', long, [
    'kind',
  ]),
  slices: counter('slices', 'Slices of jobs that have ended with a result.', ['lane']),

  sliceIdleSeconds: gauge('slice_idle_seconds', 'Longest time without progress among the running slices.'),
  stalls: counter('stalls', 'Loads of pages that received nothing for too long and were repeated.', ['lane']),
  advanceSeconds: seconds(
    'frontier_advance',
    'Time of advances of frontiers: `local` in the worker of the run, or through the `queue`.',
    short,
    ['way'],
  ),
  frontierReads: counter('frontier_reads', 'Reads of frontiers from the object store.', ['object']),

  calls: counter('calls', 'Synchronous calls that a worker has answered.', ['call', 'status']),
  callSeconds: seconds('call', 'Time from a synchronous call to the end of its work.', long, ['call']),
  slots: gauge('slots', 'Slots for pages: capacity, slots in use, and requests waiting for one.', ['kind', 'state']),
  slotWaitSeconds: seconds('slot_wait', 'How long synchronous calls have waited for a slot.', short, ['kind']),
  slotsRefused: counter('slots_refused', 'Calls refused because all slots were in use.', ['kind']),

  attempts: counter('attempts', 'Attempts at pages, by strategy and outcome.', ['strategy', 'outcome']),
  attemptSeconds: seconds('attempt', 'Length of attempts at pages.', long, ['strategy']),
  attemptBytes: counter('attempt_received_bytes', 'Bytes that attempts have received.', ['strategy']),
  usagePages: counter('usage_pages', 'Pages and captures, by the tenant that requested them.', ['tenant']),
  usageBytes: counter('usage_received_bytes', 'Bytes received for pages, by tenant.', ['tenant']),
  usageBrowserSeconds: counter('usage_browser_seconds', 'Time of attempts in a browser, by tenant.', ['tenant']),
  fetches: counter('fetches', 'HTTP exchanges with targets: ok, or the reason why there is no answer.', ['outcome']),
  fetchSeconds: seconds('fetch', 'Length of HTTP exchanges with targets, bodies included.', long),

  extractions: counter('extractions', 'Pages that extraction threads have processed.', ['outcome']),
  extractionSeconds: seconds('extraction', 'Time of a page in an extraction thread.', short),
  extractionWaiting: gauge('extraction_waiting', 'Pages, and texts of sessions, that wait for an extraction thread.'),

  storeRequests: counter('store_requests', 'Requests to the object store.', ['operation', 'outcome']),
  storeSeconds: seconds('store_request', 'Length of requests to the object store.', short, ['operation']),
  storeCalls: gauge('store_calls_under_way', 'Calls of the object store that are under way, bodies included.', [
    'operation',
  ]),
  storeOldestSeconds: gauge('store_oldest_call_seconds', 'Age of the oldest call of the object store under way.', [
    'operation',
  ]),
  storeTimeouts: counter('store_timeouts', 'Tries of calls of the object store that ended by a timeout.', [
    'operation',
  ]),
  storeRepairs: counter('store_repairs', 'Keys that existed for writes and not for reads, and were freed.'),

  jobIdleSeconds: gauge(
    'job_idle_seconds',
    'Longest time without a change of the counters of a running job that is not paused.',
  ),
  finalising: gauge('finalise_oldest_seconds', 'Age of the oldest finalisation of a job that is under way.'),
  spoolBytes: gauge('spool_bytes', 'Temporary files of archives, bytes: capacity and bytes in use.', ['state']),
  repeatedFaults: counter(
    'repeated_faults',
    'Work given up after the same fault three times, or three deaths of its worker.',
    ['activity'],
  ),

  webhooks: counter('webhook_events', 'Tries at delivering webhook events, by outcome.', ['state']),
  webhookSeconds: seconds('webhook', 'How long receivers of webhooks took to answer.', long),
  mails: counter('mails', 'Mails about the end of jobs.', ['outcome']),
  deliveries: counter('deliveries', 'Deliveries of archives to targets that have ended, by outcome.', ['outcome']),
  deliveryFaults: counter('delivery_faults', 'Tries of a delivery that a target ended.'),
  deliveredBytes: counter('delivered_bytes', 'Bytes of archives that were copied to targets.'),

  sessionLeases: counter('session_leases', 'Requests for the lease of a session.', ['outcome']),
  searches: counter('searches', 'Searches by engine and outcome.', ['engine', 'outcome']),
  searchDrift: counter('search_drift', 'Result pages of a search engine whose layout was not recognised.', ['engine']),
  hostClockShared: gauge(
    'host_clock_shared',
    '1 when clocks of hosts are shared with other processes, 0 when the process has its own.',
  ),
  hostExchanges: counter('host_exchanges', 'Exchanges with other processes about the hosts in use.', ['outcome']),
  modelReadings: counter('model_readings', 'Pages given to the language model.', ['outcome']),
  modelTokens: counter('model_tokens', 'Tokens of the language model.', ['direction']),

  sdkUp: gauge('sdk_metrics_up', "1 when the metrics of Temporal's SDK are on this page, 0 when they are missing."),
} as const

/**
 * Initialises the series that alerts watch with 0: a series that first appears with 1 does not count as an increase.
 */
export function beginAtZero(): void {
  metrics.httpFaults.inc({ route: 'none' }, 0)
  for (const outcome of ['succeeded', 'failed']) metrics.captures.inc({ outcome }, 0)
  for (const state of ['delivered', 'retrying', 'given_up'] as const) metrics.webhooks.inc({ state }, 0)
  for (const reason of ['result', 'unreadable', 'lost'] as const) metrics.extractions.inc({ outcome: reason }, 0)
  for (const activity of [
    'advanceFrontier',
    'deliverWebhooks',
    'discoverSitemaps',
    'finaliseJob',
    'recoverSlice',
    'scrapeSlice',
    'sendWatchNotices',
  ])
    metrics.repeatedFaults.inc({ activity }, 0)
  for (const status of ['completed', 'failed', 'cancelled']) metrics.watchRuns.inc({ status }, 0)
  for (const kind of ['crawl', 'batch']) metrics.jobsFinished.inc({ kind, status: 'failed' }, 0)
  for (const engine of ['google', 'bing', 'duckduckgo']) metrics.searchDrift.inc({ engine }, 0)
  for (const operation of [
    'GetObject',
    'PutObject',
    'HeadObject',
    'ListObjectsV2',
    'UploadPart',
    'DeleteObject',
    'DeleteObjects',
  ])
    metrics.storeTimeouts.inc({ operation }, 0)
  for (const outcome of ['sent', 'failed'] as const) metrics.mails.inc({ outcome }, 0)
  for (const outcome of ['delivered', 'failed'] as const) metrics.deliveries.inc({ outcome }, 0)
  for (const outcome of ['ok', 'failed'] as const) metrics.hostExchanges.inc({ outcome }, 0)
  for (const lane of ['http', 'browser'] as const) {
    for (const outcome of ['completed', 'failed'] as const) metrics.pages.inc({ lane, outcome }, 0)
  }
}

/** State that slots report. */
export interface SlotState {
  capacity: number
  running: number
  queued: number
  refused: number
}

const slotKinds = new Map<string, () => SlotState>()

/** Registers slots of a kind for the page; `state` is called when the page is read. */
export function showSlots(kind: 'call' | 'map' | 'browser' | 'job_page' | 'slice', state: () => SlotState): void {
  slotKinds.set(kind, state)
}

const readers: (() => void)[] = []

/** Registers a function that updates gauges whenever the page is read. */
export function whenRead(reader: () => void): void {
  readers.push(reader)
}

/** Start times of the jobs that are being finalised, on the monotonic clock. */
const finalisingSinceMs = new Set<number>()

/** Counts a job as being finalised. @returns a function that ends that. */
export function finalisingBegins(): () => void {
  const sinceMs = performance.now()
  finalisingSinceMs.add(sinceMs)
  return () => void finalisingSinceMs.delete(sinceMs)
}

/** Updates the gauges. */
export function readGauges(): void {
  const oldestMs = Math.min(performance.now(), ...finalisingSinceMs)
  metrics.finalising.set((performance.now() - oldestMs) / 1_000)
  for (const read of readers) read()
  for (const [kind, read] of slotKinds) {
    const { capacity, running, queued } = read()
    metrics.slots.set({ kind, state: 'capacity' }, capacity)
    metrics.slots.set({ kind, state: 'running' }, running)
    metrics.slots.set({ kind, state: 'queued' }, queued)
  }
}

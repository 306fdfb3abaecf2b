/** The real application on a free port, with ports in memory and a key file on disk. */
import type { DeliveryTarget } from '@seine/shared/operator-services/delivery-targets.ts'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createFinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import { createStartedJobs } from '@seine/shared/jobs/started-jobs.ts'
import { MailQuota } from '@seine/activities/notify/mail-quota.ts'
import { SchemaThreads } from '@seine/activities/structured/schemas/schema-threads.ts'
import { SchemaVerdicts } from '@seine/activities/structured/schemas/schema-verdicts.ts'
import { checkAnswer } from '@seine/shared/api/testing/response-check.ts'
import type { KeyQuotas } from '@seine/shared/api/keys/api-keys-file.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { streamLimits } from '../events/stream-limits.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { pino } from 'pino'
import { ActiveJobsReader } from '../jobs/active-jobs.ts'
import { Admission } from '../auth/auth.ts'
import { ApiKeys } from '../auth/api-keys.ts'
import { createApp } from '../app.ts'
import { JobWatchers } from '../firecrawl/job-watchers.ts'
import { closeServer, listen } from '../http/http-server.ts'
import { JobFeeds, type FeedTimes } from '../events/job-feeds.ts'
import { OpenStreams } from '../events/open-streams.ts'
import { createRateLimits } from '../quota/rate-limits.ts'
import { ReadinessProbe } from '../readiness.ts'
import { createUrlPolicy } from '../checks/url-policy.ts'
import { FakeSessions } from './fake-sessions.ts'
import { DefinitionStore } from '@seine/activities/watches/definition-store.ts'
import { RunStore } from '@seine/activities/watches/run-store.ts'
import { FakeWatches } from './fake-watches.ts'
import { FakeServiceEngine } from './fake-service.ts'
import { ServiceLevels } from '../service/service-levels.ts'
import { RecentPagesReader } from '../service/recent-pages.ts'
import { statusPorts } from './status-ports.ts'
import {
  FakeDeliveries,
  FakeEngine,
  FakeFinishedPages,
  FakeLedger,
  FakeNotes,
  FakeNotices,
  FakeSources,
  FakeRunningJobs,
  FakeStore,
} from './fake-ports.ts'

/** A response with its parsed body; text that is not JSON stays text. */
export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
  text: string
}

export interface CallOptions {
  /** The API key; null sends none. @default the key of tenant `acme` */
  key?: string | null
  headers?: Record<string, string>
  /** The body, sent unchanged. */
  body?: string
}

export interface TestGateway {
  url: string
  engine: FakeEngine
  store: FakeStore
  finishedPages: FakeFinishedPages
  ledger: FakeLedger
  notes: FakeNotes
  deliveries: FakeDeliveries
  notices: FakeNotices
  sources: FakeSources
  running: FakeRunningJobs
  sessions: FakeSessions
  /** The object store of sessions. */
  sessionObjects: MemoryStore
  watches: FakeWatches
  serviceEngine: FakeServiceEngine
  /** The object store of watches. */
  watchObjects: MemoryStore
  feeds: JobFeeds
  readiness: ReadinessProbe
  keysFile: string
  /** Log lines so far. */
  log: Record<string, unknown>[]
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** `POST /crawl` with a JSON body. */
  start: (body: unknown, options?: CallOptions) => Promise<Answer>
  /** `POST /batch/scrape` with a JSON body. */
  startBatch: (body: unknown, options?: CallOptions) => Promise<Answer>
  /** `POST /browser/network` with a JSON body. */
  capture: (body: unknown, options?: CallOptions) => Promise<Answer>
  /** `POST /scrape` with a JSON body. */
  scrape: (body: unknown, options?: CallOptions) => Promise<Answer>
  /** `POST /map` with a JSON body. */
  map: (body: unknown, options?: CallOptions) => Promise<Answer>
}

/** Returns an entry of a key file. */
export const keyEntry = (key: string, tenant: string) => ({
  id: `id-${key}`,
  tenant,
  sha256: createHash('sha256').update(key).digest('hex'),
})

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Deviations from the default set-up. */
export interface TestGatewayOptions {
  /** Environment settings that override limits. */
  environment?: Record<string, string>
  /** Base URLs of browser workers; default: none. */
  workers?: readonly string[]
  /** Budget of a browser call on top of `timeout` and `wait_ms`, milliseconds. */
  browserBudgetExtraMs?: number
  /** Base URLs of scrape workers; default: none. */
  scrapers?: readonly string[]
  /** Budget of a scrape, milliseconds. */
  scrapeBudgetMs?: number
  /** Seals the secrets that jobs store; default: no key. */
  sealing?: Sealing | null
  /** Whether there is a mail server; default: yes. */
  mail?: boolean
  /** Mails of a tenant per day, and different recipients; default: 100. */
  mailsPerDay?: number
  recipientsPerDay?: number
  /** Delivery targets of the tenant `acme`; default: none. */
  targets?: DeliveryTarget[]
  /** Whether there is a language model; default: no. */
  model?: boolean
  /** Durations of event streams; others keep their defaults. */
  feedTimes?: Partial<FeedTimes>
  /** Number of streams that a key may have open; default: 1,000. */
  streamsMax?: number
  /** Origin of the store's public endpoint; null: no console. @default the origin of links of the fake store */
  consoleStore?: string | null
  /** Quotas of the first key of tenant `acme`. */
  quotas?: KeyQuotas
}

const urlsOf = (texts: readonly string[] = []): URL[] => texts.map((text) => new URL(text))

/** Starts a gateway that ends with the test. Keys: `acme-key` and `second-key` of `acme`, `other-key` of `other`, the operator's `operator-key`. */
export async function testGateway(t: TestContext, setup: TestGatewayOptions = {}): Promise<TestGateway> {
  const directory = await mkdtemp(join(tmpdir(), 'seine-gateway-'))
  const keysFile = join(directory, 'keys.json')
  await writeFile(
    keysFile,
    JSON.stringify([
      { ...keyEntry('acme-key', 'acme'), quotas: setup.quotas ?? {} },
      keyEntry('second-key', 'acme'),
      keyEntry('other-key', 'other'),
      { ...keyEntry('operator-key', 'operations'), operator: true },
    ]),
  )
  const log: Record<string, unknown>[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => log.push(parsed(line)) })
  const engine = new FakeEngine()
  const store = new FakeStore()
  const ledger = new FakeLedger()
  const notes = new FakeNotes()
  const deliveries = new FakeDeliveries()
  const notices = new FakeNotices()
  const sources = new FakeSources()
  const running = new FakeRunningJobs(engine)
  const sessions = new FakeSessions()
  const sessionObjects = new MemoryStore()
  const watches = new FakeWatches()
  const watchObjects = new MemoryStore()
  const token = 'service-token'
  const browsers = new WorkerSet({ kind: 'browser', urls: urlsOf(setup.workers), token })
  const scrapers = new WorkerSet<ScrapeProblem>({ kind: 'scrape', urls: urlsOf(setup.scrapers), token })
  const readiness = new ReadinessProbe({ engine, store, promises: { problem: () => null }, browsers, scrapers })
  const jobs = statusPorts({ engine, store })
  const feeds = new JobFeeds({ ...jobs, notes }, { ...streamLimits, ...setup.feedTimes })
  const streams = new OpenStreams(setup.streamsMax ?? 1_000)
  const started = createStartedJobs(sessionObjects)
  const serviceEngine = new FakeServiceEngine()
  const config = readConfig(setup.environment ?? {})
  const rates = createRateLimits(config, logger)
  const keys = await ApiKeys.open(keysFile, logger)
  const admission = new Admission(keys)
  const finishedPages = new FakeFinishedPages()
  const watchers = new JobWatchers({ feeds, streams, rates, admission, finishedPages, logger })
  const app = createApp({
    ...jobs,
    feeds,
    streams,
    readiness,
    logger,
    admission,
    rates,
    finishedPages,
    mcpHosts: ['127.0.0.1'],
    consoleStore: setup.consoleStore === undefined ? 'http://store' : setup.consoleStore,
    policy: createUrlPolicy(new AllowList({ entries: '' })),
    crawlLimitMax: config.SEINE_CRAWL_LIMIT_MAX,
    active: new ActiveJobsReader(engine),
    ledger,
    notes,
    started,
    pages: createFinishedPages(sessionObjects, notes),
    deliveries,
    notices,
    sources,
    running,
    browsers,
    scrapers,
    schemas: new SchemaVerdicts(new SchemaThreads()),
    deliveryTargets: { of: async (tenant) => await Promise.resolve(tenant === 'acme' ? (setup.targets ?? []) : []) },
    sealing: setup.sealing ?? null,
    sessions,
    sessionStore: new SessionStore(sessionObjects, setup.sealing ?? null),
    mail: setup.mail ?? true,
    mails: new MailQuota({
      store: sessionObjects,
      mailsPerDay: setup.mailsPerDay ?? 100,
      recipientsPerDay: setup.recipientsPerDay ?? 100,
    }),
    model: setup.model ?? false,
    scrapeBudgetMs: setup.scrapeBudgetMs ?? 20_000,
    browserBudgetExtraMs: setup.browserBudgetExtraMs ?? 1_000,
    watches: {
      engine: watches,
      definitions: new DefinitionStore(watchObjects),
      runs: new RunStore(watchObjects),
      objects: watchObjects,
      quotasOf: (tenant, keyId) => keys.quotasOf(tenant, keyId),
    },
    serviceEngine,
    serviceLevels: new ServiceLevels(serviceEngine),
    recentPages: new RecentPagesReader({ objects: sessionObjects, notes, started }),
    tenants: () => keys.tenants(),
    temporalUi: 'http://temporal.test:8233',
    version: '0.0.0-test',
  })
  const server = await listen(app, '127.0.0.1', 0, watchers)
  t.after(async () => {
    feeds.close()
    await closeServer(server, { graceMs: 0 })
    browsers.close()
    scrapers.close()
    await rm(directory, { recursive: true })
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { key = 'acme-key', headers = {}, body } = options
    const response = await fetch(url + path, {
      method,
      headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    checkAnswer({ method, path, status: response.status, headers: response.headers, text })
    return { status: response.status, headers: response.headers, body: parsed(text), text }
  }

  const post =
    (path: string) =>
    (body: unknown, options: CallOptions = {}): Promise<Answer> =>
      call('POST', path, {
        ...options,
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify(body),
      })

  return {
    url,
    engine,
    store,
    finishedPages,
    ledger,
    notes,
    deliveries,
    notices,
    sources,
    running,
    sessions,
    sessionObjects,
    watches,
    serviceEngine,
    watchObjects,
    feeds,
    readiness,
    keysFile,
    log,
    call,
    start: post('/crawl'),
    startBatch: post('/batch/scrape'),
    capture: post('/browser/network'),
    scrape: post('/scrape'),
    map: post('/map'),
  }
}

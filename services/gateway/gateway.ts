/** Assembles a gateway process from its configuration: ports, application, server, graceful shutdown. */
import type { AddressInfo } from 'node:net'
import { createLedgerReader } from '@seine/activities/archive/ledger/ledger-reader.ts'
import { createFinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import { createResultSources } from '@seine/activities/archive/result-sources.ts'
import { keepPastDays } from '@seine/shared/jobs/past-days.ts'
import { createStartedJobs } from '@seine/shared/jobs/started-jobs.ts'
import { createPageNotes } from '@seine/shared/jobs/page-notes.ts'
import { GenerationStore } from '@seine/activities/frontier/state/generation-store.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { createDeliveryLog } from '@seine/activities/notify/delivery-log.ts'
import { createNoticeReader } from '@seine/activities/notify/undelivered-end.ts'
import { MailQuota } from '@seine/activities/notify/mail-quota.ts'
import { SchemaThreads } from '@seine/activities/structured/schemas/schema-threads.ts'
import { SchemaVerdicts } from '@seine/activities/structured/schemas/schema-verdicts.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { archiveLimits, gatewayLimits } from '@seine/shared/config/limits.ts'
import { shutdownLimits } from '@seine/shared/config/process-limits.ts'
import { readHttpUrl } from '@seine/shared/config/settings/http-url-setting.ts'
import { isLoopbackHost } from '@seine/shared/config/loopback-host.ts'
import { DeliveryTargetFile } from '@seine/shared/operator-services/delivery-target-file.ts'
import { createAllowList } from '@seine/shared/egress/policy/allow-list.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { createSessionClient } from '@seine/shared/sessions/temporal-sessions.ts'
import { readModel } from '@seine/shared/operator-services/model-settings.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { watchPromises } from '@seine/shared/storage/store-promises.ts'
import { readKeyedHash, readSealing } from '@seine/shared/storage/sealing.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { ownToken } from '@seine/shared/worker-calls/service-token.ts'
import { WorkerTls } from '@seine/shared/worker-calls/worker-tls.ts'
import { readWorkerUrls } from '@seine/shared/worker-calls/worker-endpoints.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { ActiveJobsReader } from './jobs/active-jobs.ts'
import { Admission } from './auth/auth.ts'
import { ApiKeys } from './auth/api-keys.ts'
import { createApp } from './app.ts'
import { consoleStore } from './console/server/console-store.ts'
import { createDocumentPages } from './firecrawl/document-pages.ts'
import { JobWatchers } from './firecrawl/job-watchers.ts'
import { FinishedJobs } from './jobs/finished-jobs.ts'
import { HighWaterMarks } from './jobs/high-water.ts'
import { closeServer, listen } from './http/http-server.ts'
import { JobFeeds } from './events/job-feeds.ts'
import { JobLabels } from './jobs/job-labels.ts'
import type { StatusPorts } from './jobs/job-status.ts'
import manifest from './package.json' with { type: 'json' }
import { mcpHosts } from './mcp/mcp-hosts.ts'
import { OpenStreams } from './events/open-streams.ts'
import { createRateLimits } from './quota/rate-limits.ts'
import { ReadinessProbe } from './readiness.ts'
import { createResultStore } from './jobs/result-store.ts'
import { createServiceEngine } from './engine/queue-view.ts'
import { createJobCounters } from './engine/job-counters.ts'
import { createTemporalEngine } from './engine/temporal-engine.ts'
import { RunningJobs } from './quota/running-jobs-quota.ts'
import { createRunningTickets } from '@seine/shared/jobs/running-tickets.ts'
import { watchIdleJobs } from './service/idle-jobs.ts'
import { ServiceLevels } from './service/service-levels.ts'
import { serviceLimits } from './service/service-limits.ts'
import { RecentPagesReader } from './service/recent-pages.ts'
import { SharedReads } from './jobs/shared-reads.ts'
import { createWatchEngine } from './watches/watch-engine.ts'
import { DefinitionStore } from '@seine/activities/watches/definition-store.ts'
import { RunStore } from '@seine/activities/watches/run-store.ts'
import { createUrlPolicy } from './checks/url-policy.ts'

/** Thrown when the process must not serve with this configuration. */
export class GatewaySetupError extends Error {
  override readonly name = 'GatewaySetupError'
}

export interface RunningGateway {
  host: string
  port: number
  /** Returns why it is not ready; null when it is ready. */
  problem(): Promise<string | null>
  /** Reports not ready from now on; requests are still accepted. */
  stopAccepting(): void
  /**
   * Finishes open requests, then closes server and clients.
   * @param graceMs how long open requests may take, milliseconds. @default the grace period of all processes
   */
  close(graceMs?: number): Promise<void>
}

/**
 * Starts a gateway. Temporal and the store may be unavailable: it serves, and answers 503.
 * @throws GatewaySetupError, ApiKeysError, DeliveryTargetsError, RedisUrlError, ConfigError, WorkerUrlError, or the
 * error of the socket.
 */
export async function startGateway(config: Config, logger: Logger): Promise<RunningGateway> {
  const { SEINE_GATEWAY_HOST: host, SEINE_GATEWAY_PORT: port } = config
  const keys = await ApiKeys.open(config.SEINE_API_KEYS_FILE, logger)
  if (keys.size === 0) {
    if (!isLoopbackHost(host)) {
      throw new GatewaySetupError(`binding ${host} needs API keys: set SEINE_API_KEYS_FILE, or bind 127.0.0.1`)
    }
    logger.warn('there are no API keys: every call will be refused; set SEINE_API_KEYS_FILE')
  }
  const allowList = createAllowList(config, logger)
  const deliveryTargets = await DeliveryTargetFile.open(config.SEINE_DELIVERY_TARGETS_FILE, logger)

  const sealing = readSealing(config)
  const token = ownToken(config.SEINE_SERVICE_TOKEN)
  const tls = WorkerTls.open(config, logger)
  const browserUrls = readWorkerUrls('SEINE_BROWSER_WORKERS', config.SEINE_BROWSER_WORKERS, tls !== null)
  const scrapeUrls = readWorkerUrls('SEINE_SCRAPE_WORKERS', config.SEINE_SCRAPE_WORKERS, tls !== null)
  const browsers = new WorkerSet({ kind: 'browser', urls: browserUrls, token, tls })
  const scrapers = new WorkerSet<ScrapeProblem>({ kind: 'scrape', urls: scrapeUrls, token, tls })
  const rates = createRateLimits(config, logger)
  const temporal = createTemporalClient(config)
  const objects = new ObjectStore(config)
  const engine = createTemporalEngine(temporal)
  const store = createResultStore(objects)
  const promises = watchPromises(config, logger)
  const readiness = new ReadinessProbe({ engine, store, promises, browsers, scrapers })
  const jobs: StatusPorts = {
    engine,
    store,
    reads: new SharedReads(),
    marks: new HighWaterMarks(gatewayLimits.highWaterJobsMax),
    finished: new FinishedJobs(),
    labels: new JobLabels(store, gatewayLimits.labelsJobsMax),
    linkLifetimeSecs: config.SEINE_LINK_LIFETIME_SECS,
  }
  const notes = createPageNotes(objects)
  const started = createStartedJobs(keepPastDays(objects))
  const feeds = new JobFeeds({ ...jobs, notes })
  const streams = new OpenStreams(config.SEINE_LIMIT_STREAMS)
  const admission = new Admission(keys)
  // Without sealing keys: the key that sealed a job may no longer exist when its results are read.
  const inputs = new JobInputs(objects)
  const generations = new GenerationStore(objects, archiveLimits.ledgerStatesKept)
  const pages = createFinishedPages(objects, notes)
  const finishedPages = createDocumentPages({ store, pages, linkLifetimeSecs: config.SEINE_LINK_LIFETIME_SECS })
  const watchers = new JobWatchers({ feeds, streams, rates, admission, finishedPages, logger })
  const serviceEngine = createServiceEngine(temporal, serviceLimits.deadlineMs)
  const jobCounters = createJobCounters(temporal, {
    pageSize: serviceLimits.idleJobsPageSize,
    pagePauseMs: serviceLimits.idleJobsPagePauseMs,
    pageDeadlineMs: serviceLimits.idleJobsDeadlineMs,
  })
  const idleJobs = watchIdleJobs(jobCounters, logger)
  const serviceLevels = new ServiceLevels(serviceEngine)
  serviceLevels.show()
  const app = createApp({
    ...jobs,
    feeds,
    streams,
    finishedPages,
    running: new RunningJobs({
      tickets: createRunningTickets(objects),
      engine,
      defaultMax: config.SEINE_LIMIT_CONCURRENT_JOBS,
    }),
    readiness,
    admission,
    rates,
    logger,
    mcpHosts: mcpHosts(config),
    consoleStore: await consoleStore(config),
    policy: createUrlPolicy(allowList),
    crawlLimitMax: config.SEINE_CRAWL_LIMIT_MAX,
    active: new ActiveJobsReader(engine),
    ledger: createLedgerReader({ store: objects, inputs, generations }),
    notes,
    started,
    pages,
    deliveries: createDeliveryLog(objects),
    notices: createNoticeReader(objects),
    sources: createResultSources(objects),
    schemas: new SchemaVerdicts(new SchemaThreads()),
    browsers,
    scrapers,
    deliveryTargets,
    sealing,
    sessions: createSessionClient(temporal.client),
    sessionStore: new SessionStore(objects, sealing),
    model: readModel(config) !== null,
    mail: config.SEINE_SMTP_URL !== '' && config.SEINE_MAIL_FROM !== '',
    mails: new MailQuota({
      store: objects,
      mailsPerDay: config.SEINE_LIMIT_MAILS_PER_DAY,
      recipientsPerDay: config.SEINE_LIMIT_MAIL_RECIPIENTS_PER_DAY,
      hashOf: readKeyedHash(config),
    }),
    browserBudgetExtraMs: config.SEINE_BROWSER_BUDGET_EXTRA_MS,
    scrapeBudgetMs: config.SEINE_SCRAPE_BUDGET_MS,
    watches: {
      engine: createWatchEngine(temporal),
      definitions: new DefinitionStore(objects),
      runs: new RunStore(objects),
      objects,
      quotasOf: (tenant, keyId) => keys.quotasOf(tenant, keyId),
    },
    serviceEngine,
    serviceLevels,
    recentPages: new RecentPagesReader({ objects, notes, started }),
    tenants: () => keys.tenants(),
    temporalUi: readHttpUrl('SEINE_TEMPORAL_UI_URL', config.SEINE_TEMPORAL_UI_URL) || null,
    version: manifest.version,
  })
  const closeWorkers = (): void => {
    browsers.close()
    scrapers.close()
    tls?.close()
  }
  const closeClients = async (): Promise<void> => {
    idleJobs.close()
    closeWorkers()
    promises.close()
    objects.close()
    rates.close()
    await temporal.close()
  }
  try {
    const server = await listen(app, host, port, watchers)
    return {
      host,
      port: (server.address() as AddressInfo).port,
      problem: async () => {
        const { status, checks } = await readiness.read()
        return status === 'ready' ? null : (promises.problem() ?? `not ready: ${JSON.stringify(checks)}`)
      },
      stopAccepting: () => readiness.stopAccepting(),
      close: async (graceMs = shutdownLimits.callsGraceMs) => {
        readiness.stopAccepting()
        feeds.close()
        // Calls that still wait for a worker get the answer that no worker is available.
        await closeServer(server, { graceMs, giveUp: closeWorkers })
        await closeClients()
      },
    }
  } catch (error) {
    await closeClients()
    throw error
  }
}

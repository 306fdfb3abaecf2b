/** Creates what activities and calls need, once per process. */
import { SpoolSpace } from '@seine/activities/archive/files/spool-space.ts'
import { availableParallelism } from 'node:os'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import type { Slots } from '@seine/activities/browser/pool/contract.ts'
import { createSlots } from '@seine/activities/browser/pool/slots.ts'
import { GenerationStore } from '@seine/activities/frontier/state/generation-store.ts'
import { createRobotsLoader } from '@seine/activities/frontier/robots/robots-loader.ts'
import { createHostDesk } from '@seine/activities/hosts/configured-desk.ts'
import { fetchWithPermit, robotsUser } from '@seine/activities/hosts/fetch-with-permit.ts'
import { createEventLoopLag } from '@seine/activities/slice/event-loop-lag.ts'
import { createPageCache } from '@seine/activities/page/page-cache.ts'
import { createRemoteBrowser } from '@seine/activities/scrape/remote-browser.ts'
import { createScreenshotLinks } from '@seine/activities/scrape/screenshot-links.ts'
import { createModelReader } from '@seine/activities/structured/model/model-reader.ts'
import { KeyedQueue } from '@seine/shared/lifecycle/keyed-queue.ts'
import { memoryLimitBytes, pageSlotsFor } from '@seine/activities/slice/slice-admission.ts'
import { SliceResources } from '@seine/activities/slice/slice-resources.ts'
import { createFinishedPages } from '@seine/activities/segments/pages/finished-pages.ts'
import { StoredPages } from '@seine/activities/segments/stored-pages.ts'
import { DefinitionStore } from '@seine/activities/watches/definition-store.ts'
import { RunStore } from '@seine/activities/watches/run-store.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import { createPageNotes } from '@seine/shared/jobs/page-notes.ts'
import { createPageDocuments } from '@seine/activities/notify/firecrawl/page-documents.ts'
import { MailQuota } from '@seine/activities/notify/mail-quota.ts'
import { readMailer } from '@seine/activities/notify/mailer.ts'
import { readWebhookSchedule } from '@seine/activities/notify/webhook-schedule.ts'
import { createWebhookSecrets, openedOnDemand } from '@seine/activities/notify/webhook-secrets.ts'
import { createWebhookSender } from '@seine/activities/notify/webhook-sender.ts'
import { RunPlaces } from '@seine/activities/watches/run-places.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { createRunningTickets } from '@seine/shared/jobs/running-tickets.ts'
import { createSearchEngines } from '@seine/activities/serp/search-engines.ts'
import { readSerpSettings } from '@seine/activities/serp/settings.ts'
import { openTarget } from '@seine/activities/delivery/open-target.ts'
import { deliveryLimits, webhookLimits } from '@seine/shared/config/notify-limits.ts'
import { KeyedSlots } from '@seine/shared/lifecycle/keyed-slots.ts'
import { DeliveryTargetFile, targetsOnDemand } from '@seine/shared/operator-services/delivery-target-file.ts'
import { KeyFile } from '@seine/shared/api/keys/key-file.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import { readHttpUrl } from '@seine/shared/config/settings/http-url-setting.ts'
import { createAllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { readResolver } from '@seine/shared/egress/name-servers.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { egressSettings } from '@seine/shared/egress/egress-settings.ts'
import { readProxyRoutes } from '@seine/shared/egress/proxies/configured-routes.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { readKeyedHash, readSealing } from '@seine/shared/storage/sealing.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { createSessionClient } from '@seine/shared/sessions/temporal-sessions.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { workflowStates } from '@seine/shared/temporal/workflow-states.ts'
import { readModel } from '@seine/shared/operator-services/model-settings.ts'
import { ownToken } from '@seine/shared/worker-calls/service-token.ts'
import { WorkerTls } from '@seine/shared/worker-calls/worker-tls.ts'
import { readWorkerUrls } from '@seine/shared/worker-calls/worker-endpoints.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import type { WorkerCallPorts } from './calls.ts'
import { createWatchSchedules } from './watch-schedules.ts'
import type { WorkerDeps } from './workers.ts'

export interface ScrapeWorkerDependencies {
  activities: WorkerDeps
  calls: WorkerCallPorts
  /** Certificates for calls between services; null: these are not encrypted. */
  tls: WorkerTls | null
  close(): Promise<void>
}

/**
 * Creates slots for `capacity` calls at a time. A multiple of that may wait, and there are spare slots for other
 * tenants when one tenant occupies all slots.
 */
const callSlots = (capacity: number): Slots =>
  createSlots({
    capacity,
    reservedForCalls: 0,
    queueMax: capacity * scrapeCallLimits.queuePerCall,
    spare: Math.ceil(capacity * scrapeCallLimits.spareShare),
  })

/**
 * Creates the dependencies of the scrape worker.
 * @throws Error when the allow-list, a proxy provider, the URL of a browser worker, the schedule of webhooks, a mail
 *   setting or a search setting is malformed.
 */
export function createDependencies(config: Config, logger: Logger): ScrapeWorkerDependencies {
  const schedule = readWebhookSchedule(config)
  const mailer = readMailer(config)
  const publicUrl = readHttpUrl('SEINE_PUBLIC_URL', config.SEINE_PUBLIC_URL)
  const serpSettings = readSerpSettings(config)
  const routes = readProxyRoutes(config)
  const tls = WorkerTls.open(config, logger)
  const browsers = new WorkerSet({
    kind: 'browser',
    urls: readWorkerUrls('SEINE_BROWSER_WORKERS', config.SEINE_BROWSER_WORKERS, tls !== null),
    token: ownToken(config.SEINE_SERVICE_TOKEN),
    tls,
  })
  const store = new ObjectStore(config)
  const sealing = readSealing(config)
  const temporal = createTemporalClient(config)
  const keys = openedOnDemand(async () => await KeyFile.open(config.SEINE_API_KEYS_FILE, logger))
  const sessionStore = new SessionStore(store, sealing)
  const sessions = { client: createSessionClient(temporal.client), store: sessionStore, queues: new KeyedQueue() }
  const allowList = createAllowList(config, logger)
  const resolve = readResolver(config)
  const egress = createEgressClient({ ...egressSettings(config), allowList, resolve, logger })
  const threads = config.SEINE_EXTRACT_THREADS === 0 ? availableParallelism() : config.SEINE_EXTRACT_THREADS
  const extractor = createExtractorPool({ threads, logger })
  const lag = createEventLoopLag()
  const resources = new SliceResources(pageSlotsFor(memoryLimitBytes()), sliceLimits.pageSlotsAtFirst)
  lag.onWindow(resources.noteLoop)
  const hosts = createHostDesk(config, logger)
  const robots = createRobotsLoader({
    egress: fetchWithPermit(egress, hosts, robotsUser),
    agentToken: config.SEINE_ROBOTS_AGENT,
    userAgent: config.SEINE_USER_AGENT,
    mode: config.SEINE_ROBOTS,
    now: Date.now,
  })
  const cache = createPageCache(store)
  const settings = readModel(config)
  const model = settings === null ? null : createModelReader(settings)
  const notes = createPageNotes(store)
  const pagePorts = { egress, routes, extractor, cache, model, hosts }
  return {
    tls,
    calls: {
      slots: callSlots(config.SEINE_SCRAPE_CALLS),
      mapSlots: callSlots(Math.ceil(config.SEINE_SCRAPE_CALLS * scrapeCallLimits.mapShare)),
      browserFor: (requestId, tenant) =>
        browsers.configured ? createRemoteBrowser(browsers, { requestId, tenant, log: logger }) : null,
      pages: {
        ...pagePorts,
        screenshots: createScreenshotLinks({ store, lifetimeSecs: config.SEINE_LINK_LIFETIME_SECS }),
        sessions,
      },
      sites: { ...pagePorts, robots, agentToken: config.SEINE_ROBOTS_AGENT, store },
      // Pages of search results are not written to the page cache: queries are kept in memory only.
      engines: createSearchEngines({ settings: serpSettings, pages: { ...pagePorts, cache: null }, logger }),
    },
    activities: {
      store,
      storePatienceMs: sliceLimits.storePatienceMs,
      inputs: new JobInputs(store, sealing),
      generations: new GenerationStore(store),
      hostStallBudgetMs: config.SEINE_HOST_STALL_SECS * 1_000,
      ...pagePorts,
      browser: null,
      sessions,
      sessionStore,
      playbookPages: {
        ...pagePorts,
        cache: null,
        browser: browsers.configured ? createRemoteBrowser(browsers, { log: logger }) : null,
      },
      pagesInFlightMax: frontierLimits.sliceConcurrencyMax,
      resources: resources,
      robots,
      agentToken: config.SEINE_ROBOTS_AGENT,
      obeyRobots: config.SEINE_ROBOTS === 'respect',
      suspects: inTurns(1),
      lag,
      retentionDays: config.SEINE_RETENTION_DAYS,
      sealing,
      definitions: new DefinitionStore(store),
      runs: new RunStore(store),
      schedules: createWatchSchedules(temporal),
      storedPages: new StoredPages(store),
      spoolSpace: new SpoolSpace(config.SEINE_SPOOL_MAX_BYTES),
      places: new RunPlaces({
        keys: config.SEINE_API_KEYS_FILE === '' ? null : keys,
        tickets: createRunningTickets(store),
        engine: { describe: workflowStates(temporal) },
        defaultMax: config.SEINE_LIMIT_CONCURRENT_JOBS,
      }),
      webhooks: {
        sender: createWebhookSender({ egress, timeoutMs: config.SEINE_WEBHOOK_TIMEOUT_MS, now: Date.now }),
        secrets: createWebhookSecrets(keys),
        notes,
        documents: createPageDocuments({
          store,
          pages: createFinishedPages(store, notes),
          linkLifetimeSecs: config.SEINE_LINK_LIFETIME_SECS,
        }),
        slots: new KeyedSlots({ ...webhookLimits, perKeyMax: webhookLimits.perHostMax }),
        schedule,
        now: Date.now,
        random: Math.random,
      },
      delivery: {
        targets: targetsOnDemand(async () => await DeliveryTargetFile.open(config.SEINE_DELIVERY_TARGETS_FILE, logger)),
        giveUpMs: config.SEINE_DELIVERY_GIVE_UP_SECS * 1_000,
        open: openTarget,
        slots: new KeyedSlots({ ...deliveryLimits, perKeyMax: deliveryLimits.perTargetMax }),
        now: Date.now,
      },
      mailer,
      mails: new MailQuota({
        store,
        mailsPerDay: config.SEINE_LIMIT_MAILS_PER_DAY,
        recipientsPerDay: config.SEINE_LIMIT_MAIL_RECIPIENTS_PER_DAY,
        hashOf: readKeyedHash(config),
      }),
      publicUrl,
      logger,
    },
    async close() {
      browsers.close()
      tls?.close()
      lag.close()
      hosts.close()
      await extractor.close()
      await egress.close()
      await temporal.close()
      store.close()
    },
  }
}

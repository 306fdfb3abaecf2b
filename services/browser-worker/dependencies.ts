/** Creates the dependencies of the browser worker, in the order in which they depend on each other. */
import { availableParallelism } from 'node:os'
import { createPageBrowser } from '@seine/activities/browser/page-browser.ts'
import type { BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { findEngines } from '@seine/activities/browser/pool/engine-paths.ts'
import { createBrowserPool } from '@seine/activities/browser/pool/pool.ts'
import { createTargetHub } from '@seine/activities/browser/recorder/target-hub.ts'
import { testedPool } from '@seine/activities/browser/tested-pool.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import { createRobotsLoader } from '@seine/activities/frontier/robots/robots-loader.ts'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { createHostDesk } from '@seine/activities/hosts/configured-desk.ts'
import { fetchWithPermit, robotsUser } from '@seine/activities/hosts/fetch-with-permit.ts'
import { createEventLoopLag } from '@seine/activities/slice/event-loop-lag.ts'
import { createPageCache } from '@seine/activities/page/page-cache.ts'
import type { SliceDeps } from '@seine/activities/slice/slice-deps.ts'
import { createModelReader } from '@seine/activities/structured/model/model-reader.ts'
import { KeyedQueue } from '@seine/shared/lifecycle/keyed-queue.ts'
import { SliceResources } from '@seine/activities/slice/slice-resources.ts'
import { inTurns } from '@seine/shared/lifecycle/in-turns.ts'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { createAllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { readResolver } from '@seine/shared/egress/name-servers.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { egressSettings } from '@seine/shared/egress/egress-settings.ts'
import { readProxyRoutes } from '@seine/shared/egress/proxies/configured-routes.ts'
import { startSinkProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import { shareInFlight } from '@seine/shared/egress/connections/resolver.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { readModel } from '@seine/shared/operator-services/model-settings.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { createSessionClient } from '@seine/shared/sessions/temporal-sessions.ts'
import type { BrowserCallPorts } from './calls.ts'
import { WorkerTls } from '@seine/shared/worker-calls/worker-tls.ts'
import manifest from './package.json' with { type: 'json' }

export interface BrowserWorkerDependencies {
  pool: BrowserPool
  capture: BrowserCallPorts
  /** Certificates for calls between services; null: these are not encrypted. */
  tls: WorkerTls | null
  slices: SliceDeps
  close(): Promise<void>
}

/**
 * Starts the browsers and creates all other dependencies.
 * @throws EngineUnavailableError when no browser or no sandbox is available.
 * @throws Error when the allow-list or a proxy provider is malformed.
 */
export async function createDependencies(config: Config, logger: Logger): Promise<BrowserWorkerDependencies> {
  const tls = WorkerTls.open(config, logger)
  const routes = readProxyRoutes(config)
  const allowList = createAllowList(config, logger)
  const resolve = readResolver(config)
  const sink = await startSinkProxy()
  const pool = await startPool(config, logger, sink.url).catch(async (error: unknown) => {
    await sink.close()
    throw error
  })
  const capture = {
    pool,
    routes,
    policy: { allowList, resolve: shareInFlight(resolve) },
    bounds: {
      responseBodyMaxBytes: config.SEINE_CAPTURE_BODY_MAX_BYTES,
      requestBodyMaxBytes: config.SEINE_CAPTURE_REQUEST_BODY_MAX_BYTES,
      bodiesMaxBytes: config.SEINE_CAPTURE_BODIES_MAX_BYTES,
      callsMax: config.SEINE_CAPTURE_CALLS_MAX,
      framesPerCallMax: config.SEINE_CAPTURE_FRAMES_MAX,
    },
    recordedBodyMaxBytes: config.SEINE_ARCHIVE_BODY_MAX_BYTES,
    creator: { name: 'seine', version: manifest.version },
  }
  const store = new ObjectStore(config)
  const sealing = readSealing(config)
  const temporal = createTemporalClient(config)
  const sessions = {
    client: createSessionClient(temporal.client),
    store: new SessionStore(store, sealing),
    queues: new KeyedQueue(),
  }
  const egress = createEgressClient({ ...egressSettings(config), allowList, resolve, logger })
  const threads = config.SEINE_EXTRACT_THREADS === 0 ? availableParallelism() : config.SEINE_EXTRACT_THREADS
  const extractor = createExtractorPool({ threads, logger })
  const lag = createEventLoopLag()
  const hosts = createHostDesk(config, logger)
  const settings = readModel(config)
  const pagesInFlightMax = Math.max(1, pool.slots.state().capacity - poolLimits.slotsReservedForCalls)
  return {
    tls,
    pool,
    capture: { ...capture, extractor, sessions, hosts },
    slices: {
      store,
      storePatienceMs: sliceLimits.storePatienceMs,
      inputs: new JobInputs(store, sealing),
      egress,
      routes,
      extractor,
      cache: createPageCache(store),
      model: settings === null ? null : createModelReader(settings),
      browser: createPageBrowser(capture),
      sessions,
      pagesInFlightMax,
      resources: new SliceResources(pagesInFlightMax),
      robots: createRobotsLoader({
        egress: fetchWithPermit(egress, hosts, robotsUser),
        agentToken: config.SEINE_ROBOTS_AGENT,
        userAgent: config.SEINE_USER_AGENT,
        mode: config.SEINE_ROBOTS,
        now: Date.now,
      }),
      agentToken: config.SEINE_ROBOTS_AGENT,
      obeyRobots: config.SEINE_ROBOTS === 'respect',
      suspects: inTurns(1),
      lag,
      hosts,
    },
    async close() {
      tls?.close()
      lag.close()
      hosts.close()
      await extractor.close()
      await egress.close()
      await temporal.close()
      store.close()
      await pool.close()
      await sink.close()
    },
  }
}

/** @throws EngineUnavailableError when no browser is available, or the default engine does not pass its self-test. */
async function startPool(config: Config, logger: Logger, sinkUrl: string): Promise<BrowserPool> {
  const pool = await createBrowserPool({
    engines: await findEngines(config, process.env),
    sinkUrl,
    sandbox: config.SEINE_BROWSER_SANDBOX,
    uid: config.SEINE_BROWSER_UID,
    socket: config.SEINE_BROWSER_SOCKET,
    processes: config.SEINE_BROWSER_PROCESSES,
    slots: config.SEINE_BROWSER_SLOTS,
    messageMaxBytes: config.SEINE_BROWSER_MESSAGE_MAX_BYTES,
    createHub: createTargetHub,
    log: logger,
  })
  const tested = testedPool(pool)
  try {
    await tested.check()
    return tested
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** Everything activities and calls need, made once per process. */
import { availableParallelism } from 'node:os'
import type { ActivityDeps } from '@seine/activities/registry.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import type { Slots } from '@seine/activities/browser/pool/contract.ts'
import { createSlots } from '@seine/activities/browser/pool/slots.ts'
import { GenerationStore } from '@seine/activities/frontier/generation-store.ts'
import { createRobotsLoader } from '@seine/activities/frontier/robots-loader.ts'
import { createEventLoopLag } from '@seine/activities/page/event-loop-lag.ts'
import { createPageCache } from '@seine/activities/page/page-cache.ts'
import { createRemoteBrowser } from '@seine/activities/page/remote-browser.ts'
import { createScreenshotLinks } from '@seine/activities/page/screenshot-links.ts'
import { Solo } from '@seine/activities/page/solo.ts'
import { JobInputs } from '@seine/activities/job-inputs.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { frontierLimits, scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { createAllowList } from '@seine/shared/egress/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import { readProxyRoutes } from '@seine/shared/egress/configured-routes.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { readWorkerUrls } from '@seine/shared/worker-calls/worker-endpoints.ts'
import { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import type { CallPorts } from './calls.ts'

export interface Dependencies {
  activities: ActivityDeps
  calls: CallPorts
  close(): Promise<void>
}

/** Room for so many calls at a time, while as many wait. */
const callSlots = (capacity: number): Slots =>
  createSlots({ capacity, reservedForCalls: 0, queueMax: capacity * scrapeCallLimits.queuePerCall })

/** @throws Error when the allow-list, a proxy provider or the URL of a browser worker is malformed. */
export function createDependencies(config: Config, logger: Logger): Dependencies {
  const routes = readProxyRoutes(config)
  const browsers = new WorkerSet({
    kind: 'browser',
    urls: readWorkerUrls('SEINE_BROWSER_WORKERS', config.SEINE_BROWSER_WORKERS),
    token: config.SEINE_SERVICE_TOKEN,
  })
  const store = new ObjectStore(config)
  const allowList = createAllowList(config, logger)
  const egress = createEgressClient({ userAgent: config.SEINE_USER_AGENT, allowList, logger })
  const threads = config.SEINE_EXTRACT_THREADS === 0 ? availableParallelism() : config.SEINE_EXTRACT_THREADS
  const extractor = createExtractorPool({ threads, logger })
  const lag = createEventLoopLag()
  const robots = createRobotsLoader({
    egress,
    agentToken: config.SEINE_ROBOTS_AGENT,
    userAgent: config.SEINE_USER_AGENT,
    mode: config.SEINE_ROBOTS,
    now: Date.now,
  })
  const cache = createPageCache(store)
  const pagePorts = { egress, routes, extractor, cache }
  return {
    calls: {
      slots: callSlots(config.SEINE_SCRAPE_CALLS),
      mapSlots: callSlots(Math.ceil(config.SEINE_SCRAPE_CALLS * scrapeCallLimits.mapShare)),
      browserFor: (requestId) => (browsers.configured ? createRemoteBrowser(browsers, requestId) : null),
      pages: {
        ...pagePorts,
        screenshots: createScreenshotLinks({ store, lifetimeSecs: config.SEINE_LINK_LIFETIME_SECS }),
      },
      sites: { ...pagePorts, robots, agentToken: config.SEINE_ROBOTS_AGENT, store },
    },
    activities: {
      store,
      inputs: new JobInputs(store, readSealing(config)),
      generations: new GenerationStore(store),
      hostStallBudgetMs: config.SEINE_HOST_STALL_SECS * 1_000,
      ...pagePorts,
      browser: null,
      pagesInFlightMax: frontierLimits.sliceConcurrencyMax,
      robots,
      agentToken: config.SEINE_ROBOTS_AGENT,
      obeyRobots: config.SEINE_ROBOTS === 'respect',
      suspects: new Solo(),
      lag,
      retentionDays: config.SEINE_RETENTION_DAYS,
    },
    async close() {
      browsers.close()
      lag.close()
      await extractor.close()
      await egress.close()
      store.close()
    },
  }
}

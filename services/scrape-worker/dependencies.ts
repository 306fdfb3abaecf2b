/** Everything activities need, made once per process. */
import { availableParallelism } from 'node:os'
import type { ActivityDeps } from '@seine/activities/registry.ts'
import { createExtractorPool } from '@seine/activities/extract/pool.ts'
import { GenerationStore } from '@seine/activities/frontier/generation-store.ts'
import { createRobotsLoader } from '@seine/activities/frontier/robots-loader.ts'
import { createEventLoopLag } from '@seine/activities/page/event-loop-lag.ts'
import { Solo } from '@seine/activities/page/solo.ts'
import { JobInputs } from '@seine/activities/job-inputs.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import { createAllowList } from '@seine/shared/egress/allow-list.ts'
import { createEgressClient } from '@seine/shared/egress/client.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { ObjectStore } from '@seine/shared/storage/object-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'

export interface Dependencies {
  activities: ActivityDeps
  close(): Promise<void>
}

/** @throws Error when the allow-list is malformed. */
export function createDependencies(config: Config, logger: Logger): Dependencies {
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
  return {
    activities: {
      store,
      inputs: new JobInputs(store, readSealing(config)),
      generations: new GenerationStore(store),
      hostStallBudgetMs: config.SEINE_HOST_STALL_SECS * 1_000,
      egress,
      extractor,
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
      lag.close()
      await extractor.close()
      await egress.close()
      store.close()
    },
  }
}

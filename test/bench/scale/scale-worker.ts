/**
 * A worker of the simulation as a program: `node scale-worker.ts SETTINGS`, with `ScaleWorkerSettings` as JSON.
 * Everything except the pages is the scrape worker's own code: workflows, activities, frontier, slices, segments,
 * archives.
 */
import { createRobotsLoader } from '@seine/activities/frontier/robots/robots-loader.ts'
import { createDependencies } from '@seine/scrape-worker/dependencies.ts'
import { workerMakers, type WorkerDeps } from '@seine/scrape-worker/workers.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import { runService, type ServiceProcess } from '@seine/shared/lifecycle/run-service.ts'
import { createWorkers, runUntil, startPolling } from '@seine/shared/temporal/polling.ts'
import { LoadLog } from './load-log.ts'
import { createSimulatedWeb } from './simulated-web.ts'

export interface ScaleWorkerSettings {
  /** `control`: workflows, the frontier and archives; `pages`: slices. */
  role: 'control' | 'pages'
  /** Number of pages of every website. */
  pages: number
  /** Mean duration of a page, milliseconds. */
  pageMs: number
  /** Per cent of the pages that fail on the first request by a process. */
  faultPercent: number
  /** Crawl-delay of every website, milliseconds; null for none. */
  crawlDelayMs: number | null
  /** Highest number of pages of a slice; null for the shipped value. */
  slicePages: number | null
  /** Number of jobs whose frontier stays in memory; null for the shipped value. */
  statesKept: number | null
  /** File for the loads of pages by this worker. */
  loadsFile: string
}

const settings = JSON.parse(process.argv[2] ?? '') as ScaleWorkerSettings

/** The dependencies of a scrape worker, with a simulated web. */
function simulated(config: Config, deps: WorkerDeps): WorkerDeps {
  const loads = new LoadLog(settings.loadsFile)
  const web = createSimulatedWeb({ ...settings, onLoad: (site, page) => loads.note(site, page) })
  const robots = createRobotsLoader({
    egress: web.egress,
    agentToken: config.SEINE_ROBOTS_AGENT,
    userAgent: config.SEINE_USER_AGENT,
    mode: config.SEINE_ROBOTS,
    now: Date.now,
  })
  return { ...deps, ...web, robots, cache: null, model: null }
}

async function main({ config, logger, health, leaving }: ServiceProcess): Promise<void> {
  const deps = createDependencies(config, logger)
  const polling = startPolling(config, logger, health, async ({ temporal, leave, show }) => {
    const { control, archives, pages } = workerMakers(config, temporal, simulated(config, deps.activities))
    const makers: Record<string, typeof pages> = settings.role === 'control' ? { control, archives } : { pages }
    const workers = Object.values(await createWorkers(makers, leave))
    show(workers)
    health.started()
    await Promise.all(workers.map(async (worker) => await runUntil(worker, leave)))
  })
  try {
    await Promise.race([leaving, polling.ended])
    health.draining()
    polling.shutdown()
    await polling.ended
  } finally {
    await deps.close()
  }
}

// These limits are constants of the code; only this process overrides them.
const { slicePages, statesKept } = settings
if (slicePages !== null) Object.assign(frontierLimits, { slicePagesMax: slicePages })
if (statesKept !== null) Object.assign(frontierLimits, { statesKeptMax: statesKept })
await runService(`scale-${settings.role}`, main, () => false)

/**
 * One run of the simulation: a number of concurrent jobs, measured by the kernel, Temporal and the metrics of the
 * processes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import { benchLimits, scaleLimits } from '@seine/tools/bench-limits.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'
import type { Body } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'
import { ProcessMeter } from '../processes/process-meter.ts'
import { PageCheck } from './check-pages.ts'
import { finalStatus } from './final-status.ts'
import { planKills } from './kill-plan.ts'
import { zipAtLink } from './large-zip.ts'
import { readMetrics, type Sample } from './metric-samples.ts'
import { readHistory } from './job-history.ts'
import { isExact } from './page-tally.ts'
import { startCourse, type Kill } from './run-course.ts'
import type { JobHistory, ScaleRun } from './scale-figures.ts'
import { startScaleStack, type ScaleStack } from './scale-stack.ts'
import { siteUrl } from './simulated-web.ts'

/** Parameters of the simulation. */
export type ScalePlan = Pick<
  ScaleRun,
  | 'jobs'
  | 'pagesPerJob'
  | 'control'
  | 'workers'
  | 'pageMs'
  | 'faultPercent'
  | 'crawlDelayMs'
  | 'slicePages'
  | 'statesKept'
  | 'kills'
>

/** Returns the processes that ended without being killed, one text for each name. */
function endedByThemselves(restarts: Readonly<Record<string, number>>, killed: readonly Kill[]): string[] {
  return Object.entries(restarts).flatMap(([name, count]) => {
    const ends = count - killed.filter((kill) => kill.name === name).length
    return ends > 0 ? [`${name}: ${ends}`] : []
  })
}

/**
 * Counts the pages of all jobs in their archives, and the loads of the simulated web.
 * @param faults gets a text for each archive that cannot be read.
 */
async function countPages(
  { jobs, pagesPerJob }: ScalePlan,
  finals: readonly Body[],
  loadsFiles: readonly string[],
  faults: string[],
): Promise<ScaleRun['occurrences']> {
  const check = new PageCheck(jobs, pagesPerJob)
  for (const [at, { id, s3PresignedUrls, partialS3PresignedUrls }] of finals.entries()) {
    const link = s3PresignedUrls?.['markdown'] ?? partialS3PresignedUrls?.['markdown']
    try {
      if (link !== undefined) await check.addArchive(at + 1, await zipAtLink(link))
    } catch (error) {
      faults.push(`the archive of ${id} cannot be read: ${errorMessage(error)}`)
    }
  }
  for (const file of loadsFiles) await check.addLoads(file)
  return check.counts()
}

/** Returns the results in which a page is missing or not once, one text for each. */
function inexactPlaces({ files, manifest, ledger }: ScaleRun['occurrences']): string[] {
  const inexact = Object.entries({ files, manifest, ledger }).filter(([, count]) => !isExact(count))
  return inexact.map(([place]) => `not every page is exactly once in the results (${place})`)
}

/** Measures idle processes. @returns CPU milliseconds per second, by name. */
async function idleRates(pids: Record<string, number>): Promise<Record<string, number>> {
  const meter = new ProcessMeter(pids)
  const from = performance.now()
  await delay(benchLimits.idleWatchMs)
  const { processes } = meter.stop()
  const seconds = (performance.now() - from) / 1_000
  return Object.fromEntries(processes.map(({ name, cpuMs }) => [name, cpuMs / seconds]))
}

async function readHistories(address: string, jobIds: readonly string[]): Promise<JobHistory[]> {
  const temporal = createTemporalClient(readConfig({ SEINE_TEMPORAL_ADDRESS: address }))
  try {
    return await eachOf(jobIds, scaleLimits.startsInFlight, async (id) => await readHistory(temporal.client, id))
  } finally {
    await temporal.close()
  }
}

/** Metrics of the gateway and of all workers; one that is being started again is waited for. */
async function readAllMetrics({ bench, workers }: ScaleStack): Promise<Sample[]> {
  const all = Object.values(workers)
  await Promise.all(all.map(async ({ part }) => await part.ready()))
  return (await Promise.all([bench.stack.file.ops.gateway, ...all.map(({ ops }) => ops)].map(readMetrics))).flat()
}

/** Starts the jobs and waits for their ends. @returns ids and last statuses, in the order of the websites. */
async function runJobs(
  { bench }: ScaleStack,
  { jobs, pagesPerJob }: ScalePlan,
  signal: AbortSignal,
): Promise<{ ids: string[]; finals: Body[]; startsMs: number; faults: string[] }> {
  const from = performance.now()
  const sites = Array.from({ length: jobs }, (_, at) => siteUrl(at + 1))
  const ids = await eachOf(
    sites,
    scaleLimits.startsInFlight,
    async (url) => await bench.api.start({ url, limit: pagesPerJob, sitemap: 'skip', output: ['markdown'] }),
  )
  const startsMs = performance.now() - from
  const [finals, faults]: [Body[], string[]] = [[], []]
  for (const id of ids) finals.push(await finalStatus(bench.api, id, faults, signal))
  return { ids, finals, startsMs, faults }
}

/**
 * Runs concurrent jobs on their own stack, and compares their results with the simulated websites.
 * @param onCourse called with a line of text at each kill and each point of progress.
 * @returns what was measured, also when pages are missing: see `faults`.
 * @throws Error when a job does not end.
 */
export async function runScale(
  plan: ScalePlan,
  context: Pick<BenchContext, 'signal' | 'atEnd'>,
  onCourse: (line: string) => void = () => {},
): Promise<ScaleRun> {
  const { jobs, pagesPerJob, control, workers, pageMs, faultPercent, crawlDelayMs, slicePages, statesKept } = plan
  const settings = { pages: pagesPerJob, pageMs, faultPercent, crawlDelayMs, slicePages, statesKept }
  const pages = jobs * pagesPerJob
  const roles = { control, pages: workers }
  const stack = await startScaleStack(roles, settings, context)
  try {
    const idleCpuMsPerSecond = await idleRates(stack.pids())
    const meter = new ProcessMeter(() => stack.pids())
    const from = performance.now()
    const kills = planKills(plan.kills, pages, roles)
    const course = startCourse({ stack, meter, kills, pages, onLine: onCourse })
    const { ids, finals, startsMs, faults } = await runJobs(stack, plan, context.signal).catch(
      async (error: unknown) => {
        meter.stop()
        await course.end()
        throw error
      },
    )
    const wallMs = performance.now() - from
    const ending = course.end()
    const { processes, peakRssBytes } = meter.stop()
    const { killed, memory, samples, faults: killFaults } = await ending
    faults.push(...killFaults)
    samples.push(...(await readAllMetrics(stack)))
    const histories = await readHistories(stack.bench.stack.file.temporal, ids).catch((error: unknown) => {
      faults.push(`the histories cannot be read: ${errorMessage(error)}`)
      return []
    })
    for (const body of finals) {
      if (body.status === 'completed' && body.completed === pagesPerJob) continue
      faults.push(`a job has not fetched its whole site: ${JSON.stringify(body)}`)
    }
    const ended = endedByThemselves(meter.restarts(), killed)
    faults.push(...ended.map((process) => `processes ended by themselves: ${process}`))
    const loadsFiles = Object.values(stack.workers).map(({ loadsFile }) => loadsFile)
    const occurrences = await countPages(plan, finals, loadsFiles, faults)
    faults.push(...inexactPlaces(occurrences))
    if (killed.length < plan.kills) faults.push(`${killed.length} of ${plan.kills} kills: the jobs ended before`)
    const completed = finals.reduce((sum, body) => sum + body.completed, 0)
    const measured = { completed, wallMs, startsMs, processes, idleCpuMsPerSecond, peakRssBytes, histories, samples }
    return { ...plan, ...measured, killed, memory, occurrences, faults }
  } finally {
    await stack.close()
  }
}

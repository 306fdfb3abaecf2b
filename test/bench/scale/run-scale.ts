/**
 * One run of the simulation: a number of concurrent jobs, measured by the kernel, Temporal and the metrics of the
 * processes.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { benchLimits, scaleLimits } from '@seine/tools/bench-limits.ts'
import type { ApiClient, Body } from '../../stack/api-client.ts'
import type { BenchContext } from '../bench-context.ts'
import { ProcessMeter } from '../processes/process-meter.ts'
import { readSamples, type Sample } from './metric-samples.ts'
import { readHistory } from './job-history.ts'
import type { JobHistory, ScaleRun } from './scale-figures.ts'
import { startScaleStack } from './scale-stack.ts'
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
>

/** Processes a list with limited concurrency. */
async function inTurns<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = [...items.entries()]
  const turns = Array.from({ length: atOnce }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1])
  })
  await Promise.all(turns)
  return results
}

async function finalStatus(api: ApiClient, id: string, signal: AbortSignal): Promise<Body> {
  const endsAt = performance.now() + scaleLimits.jobTimeoutMs
  for (;;) {
    signal.throwIfAborted()
    const body = await api.status(id)
    if (body['completedAt'] !== undefined && body['completedAt'] !== null) return body
    if (performance.now() > endsAt) throw new Error(`a job does not end: ${JSON.stringify(body)}`)
    await delay(scaleLimits.statusPollMs)
  }
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
    return await inTurns(jobIds, scaleLimits.startsInFlight, async (id) => await readHistory(temporal.client, id))
  } finally {
    await temporal.close()
  }
}

async function readMetrics(ops: readonly string[]): Promise<Sample[]> {
  const pages = await Promise.all(ops.map(async (url) => await (await fetch(`${url}/metrics`)).text()))
  return pages.flatMap(readSamples)
}

/**
 * Runs concurrent jobs on their own stack.
 * @throws Error when a job does not complete with every page of its site.
 */
export async function runScale(plan: ScalePlan, context: Pick<BenchContext, 'signal' | 'atEnd'>): Promise<ScaleRun> {
  const { jobs, pagesPerJob, control, workers, pageMs, faultPercent, crawlDelayMs, slicePages, statesKept } = plan
  const settings = { pages: pagesPerJob, pageMs, faultPercent, crawlDelayMs, slicePages, statesKept }
  const stack = await startScaleStack({ control, pages: workers }, settings, context)
  const { bench, pids, ops } = stack
  try {
    const idleCpuMsPerSecond = await idleRates(pids)
    const meter = new ProcessMeter(pids)
    const from = performance.now()
    const sites = Array.from({ length: jobs }, (_, at) => siteUrl(at + 1))
    const ids = await inTurns(
      sites,
      scaleLimits.startsInFlight,
      async (url) => await bench.api.start({ url, limit: pagesPerJob, sitemap: 'skip', output: ['markdown'] }),
    )
    const startsMs = performance.now() - from
    let completed = 0
    for (const id of ids) {
      const body = await finalStatus(bench.api, id, context.signal)
      if (body.status !== 'completed' || body.completed !== pagesPerJob) {
        throw new Error(`a job has not fetched its whole site: ${JSON.stringify(body)}`)
      }
      completed += body.completed
    }
    const wallMs = performance.now() - from
    const { processes, peakRssBytes } = meter.stop()
    const histories = await readHistories(bench.stack.file.temporal, ids)
    const samples = await readMetrics(ops)
    return { ...plan, completed, wallMs, startsMs, processes, idleCpuMsPerSecond, peakRssBytes, histories, samples }
  } finally {
    await stack.close()
  }
}

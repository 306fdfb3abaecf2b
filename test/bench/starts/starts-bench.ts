/**
 * `./dev bench starts`: what the start and the run of a job of one page cost: how long callers wait, CPU by process and
 * thread, requests to Temporal and to the object store, events.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@seine/shared/config/config.ts'
import { startsBenchLimits } from '@seine/tools/bench-limits.ts'
import { createTemporalClient } from '@seine/shared/temporal/connection.ts'
import type { StartsBenchRequest } from '@seine/tools/bench-arguments.ts'
import { startSite } from '../../site/server.ts'
import { startLoad, type ApiTarget } from '../api/load.ts'
import type { BenchContext } from '../bench-context.ts'
import { machineFacts } from '../machine-facts.ts'
import { ProcessMeter } from '../processes/process-meter.ts'
import { readHistory } from '../scale/job-history.ts'
import type { JobHistory } from '../scale/scale-figures.ts'
import { startBenchStack, type BenchStack } from '../seine/bench-stack.ts'
import { countsBetween, readRequests } from './request-counts.ts'
import { startsFigures, startsTable, type StartsFigures, type StartsRun } from './starts-figures.ts'
import { threadTimes, timesBetween } from './thread-times.ts'

interface Bench {
  stack: BenchStack
  target: ApiTarget
  body: Record<string, unknown>
  context: Pick<BenchContext, 'signal'>
}

/** Waits until no job has been running for a while. */
async function untilIdle({ target, context }: Bench): Promise<void> {
  for (let idleSinceMs: number | null = null; ;) {
    context.signal.throwIfAborted()
    const answer = await fetch(`${target.url}/crawl/active?limit=1`, {
      headers: { authorization: `Bearer ${target.key}` },
    })
    const { data } = (await answer.json()) as { data?: unknown[] }
    const now = performance.now()
    // A service that is too busy to answer is not idle.
    idleSinceMs = data?.length === 0 ? (idleSinceMs ?? now) : null
    // The list of running jobs is behind the jobs by a moment.
    if (idleSinceMs !== null && now - idleSinceMs >= startsBenchLimits.idleMs) return
    await sleep(startsBenchLimits.idlePollMs)
  }
}

async function idleRates(pids: Record<string, number>): Promise<Record<string, number>> {
  const meter = new ProcessMeter(pids)
  const from = performance.now()
  await sleep(startsBenchLimits.idleWatchMs)
  const { processes } = meter.stop()
  const seconds = (performance.now() - from) / 1_000
  return Object.fromEntries(processes.map(({ name, cpuMs }) => [name, cpuMs / seconds]))
}

/** Reads the histories of the jobs that were started last. */
async function someHistories({ stack }: Bench): Promise<JobHistory[]> {
  const temporal = createTemporalClient(readConfig({ SEINE_TEMPORAL_ADDRESS: stack.stack.file.temporal }))
  try {
    const ids: string[] = []
    for await (const { workflowId } of temporal.client.workflow.list({ query: `WorkflowType = 'jobLifecycle'` })) {
      ids.push(workflowId)
      if (ids.length >= startsBenchLimits.historiesRead) break
    }
    const histories: JobHistory[] = []
    for (const id of ids) histories.push(await readHistory(temporal.client, id))
    return histories
  } finally {
    await temporal.close()
  }
}

async function measured(bench: Bench, perSecond: number, seconds: number): Promise<StartsRun> {
  const pids = bench.stack.pids()
  const { ops } = bench.stack.stack.file
  const { temporal = 0, scrapeWorker = 0 } = pids
  const requests = async () => await readRequests([ops.gateway, ops.scrapeWorker], temporal)
  const idleCpuMsPerSecond = await idleRates(pids)
  const [threadsBefore, requestsBefore] = [threadTimes(scrapeWorker), await requests()]
  const meter = new ProcessMeter(pids)
  const from = performance.now()
  const load = await startLoad(`${perSecond} a second`, bench.target, bench.body, { seconds }, perSecond)
  await untilIdle(bench)
  const { processes } = meter.stop()
  const meteredMs = performance.now() - from
  const threads = timesBetween(threadsBefore, threadTimes(scrapeWorker))
  const now = await requests()
  const temporalRequests = countsBetween(requestsBefore.temporal, now.temporal)
  return {
    perSecond,
    load,
    jobs: temporalRequests['StartWorkflowExecution'] ?? 0,
    meteredMs,
    processes,
    idleCpuMsPerSecond,
    threads,
    requests: {
      temporal: temporalRequests,
      store: countsBetween(requestsBefore.store, now.store),
    },
    histories: await someHistories(bench),
  }
}

/**
 * Starts jobs at each rate, prints the tables, writes the figures.
 * @returns false when a start failed.
 */
export async function startsBench(request: StartsBenchRequest, context: BenchContext): Promise<boolean> {
  const site = await startSite()
  context.atEnd(async () => await site.close())
  const stack = await startBenchStack(context)
  await stack.allow(site.url)
  const bench: Bench = {
    stack,
    target: { url: stack.stack.file.gateway, key: stack.stack.file.apiKey },
    body: { url: site.url, limit: 1, sitemap: 'skip', output: ['markdown'] },
    context,
  }
  await startLoad(
    'warm-up',
    bench.target,
    bench.body,
    { seconds: startsBenchLimits.warmUpSecs },
    startsBenchLimits.warmUpPerSecond,
  )
  await untilIdle(bench)
  const figures: StartsFigures[] = []
  for (const perSecond of request.perSecond) {
    context.signal.throwIfAborted()
    const each = startsFigures(await measured(bench, perSecond, request.seconds))
    context.progress.note(
      `  ${perSecond} a second: p50 ${each.p50Ms} ms, p99 ${each.p99Ms} ms, ${each.cpuMsPerJob.toFixed(1)} ms CPU a job`,
    )
    figures.push(each)
  }
  context.print(`\nStarts of crawls of one page, ${request.seconds} s each\n\n${startsTable(figures)}`)
  if (request.json !== null) {
    const content = { at: new Date().toISOString(), machine: machineFacts(), request, figures }
    writeFileSync(request.json, `${JSON.stringify(content, null, 2)}\n`)
  }
  return figures.every(({ failed }) => failed === 0)
}

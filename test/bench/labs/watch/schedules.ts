/**
 * Lab: what the schedules of many watches cost Temporal. The schedules fire at the rate of the wanted number of hourly
 * watches. Their watches do not exist, so that a run ends as soon as it has looked for its definition: the cost of jobs
 * is not part of it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { createWatchEngine } from '@seine/gateway/watches/watch-engine.ts'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { WatchDefinition } from '@seine/shared/watches/definition.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import type { BenchContext } from '../../bench-context.ts'
import { ProcessMeter } from '../../processes/process-meter.ts'
import type { BenchStack } from '../../seine/bench-stack.ts'
import { atMost, reported, type LabResult } from '../lab.ts'

/** Hourly watches whose rate of runs is measured, and the number of schedules that make it. */
const hourlyWatches = 10_000
/** Highest CPU of Temporal for that rate, per cent of one core. */
const coreMaxPercent = 100

const definitionOf = (everySecs: number): WatchDefinition => ({
  tenant: 'bench',
  id: `watch-${randomUUID()}`,
  name: 'bench',
  schedule: { everySecs },
  jitterSecs: 0,
  overlap: 'skip',
  track: { mode: 'markdown', ignoreSelectors: [], ignorePatterns: [], minChangedWords: 1 },
  keepRuns: 30,
  tag: [],
  paused: false,
  version: 1,
  baseVersion: 1,
  keyId: 'bench',
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  hasWebhook: false,
  hasEmail: false,
  job: crawlJobInput(),
  urls: null,
  shown: {},
  sealed: null,
  baseHash: '',
})

/** Runs the lab. */
export async function schedulesLab(bench: BenchStack, context: BenchContext): Promise<LabResult[]> {
  const { watchLabSchedules: count, watchLabScheduleSecs: seconds, watchLabSchedulesAtOnce: atOnce } = benchLimits
  const connection = await Connection.connect({ address: bench.stack.file.temporal })
  try {
    const client = new Client({ connection })
    const engine = createWatchEngine({ client, connection, close: () => connection.close() })
    const everySecs = Math.round((3_600 * count) / hourlyWatches)
    const definitions = Array.from({ length: count }, () => definitionOf(everySecs))
    const temporal = { temporal: bench.pids()['temporal']! }
    const creating = new ProcessMeter(temporal)
    for (let at = 0; at < count; at += atOnce) {
      context.signal.throwIfAborted()
      await Promise.all(definitions.slice(at, at + atOnce).map((definition) => engine.reconcile(definition)))
    }
    const [created] = creating.stop().processes
    const ticks = async (): Promise<number> => (await client.workflow.count(`WorkflowType = 'watchTick'`)).count
    const before = await ticks()
    const meter = new ProcessMeter({ ...temporal, worker: bench.pids()['scrapeWorker']! })
    const startedMs = performance.now()
    await delay(seconds * 1_000, undefined, { signal: context.signal })
    const [server, worker] = meter.stop().processes
    const elapsedMs = performance.now() - startedMs
    const runs = (await ticks()) - before
    const perRunMs = server!.cpuMs / Math.max(1, runs)
    const percent = (perRunMs * hourlyWatches) / 3_600 / 10
    return [
      {
        title: `watch: schedules of ${count} watches at the rate of ${hourlyWatches} hourly ones, development server`,
        marks: [
          reported('CPU of Temporal to create a schedule', `${(created!.cpuMs / count).toFixed(1)} ms`),
          reported('runs', `${runs} in ${(elapsedMs / 1_000).toFixed(0)} s`),
          reported('CPU of Temporal for a run', `${perRunMs.toFixed(1)} ms`),
          reported('CPU of the scrape worker for a run', `${(worker!.cpuMs / Math.max(1, runs)).toFixed(1)} ms`),
          reported('memory of Temporal', `${Math.round(server!.peakRssBytes / 1_048_576)} MiB`),
          atMost(`CPU of Temporal for ${hourlyWatches} hourly watches`, percent, coreMaxPercent, ' % of a core'),
        ],
      },
    ]
  } finally {
    await connection.close()
  }
}

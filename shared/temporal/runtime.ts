/** The part of Temporal's SDK that all workers of a process share: its log and its metrics. */
import { createServer, type AddressInfo } from 'node:net'
import { Runtime } from '@temporalio/worker'
import type { Logger } from '../observability/logger.ts'
import { durationBuckets } from '../observability/metric-buckets.ts'
import { exposeSdkMetrics } from '../observability/metrics-page.ts'
import { routeTemporalLogs } from './worker-logs.ts'

/** Histograms of the SDK that are of use, as no two of them can be named by one word. */
const histograms = [
  'temporal_workflow_endtoend_latency',
  'temporal_workflow_task_schedule_to_start_latency',
  'temporal_workflow_task_execution_latency',
  'temporal_workflow_task_replay_latency',
  'temporal_activity_schedule_to_start_latency',
  'temporal_activity_execution_latency',
  'temporal_activity_succeed_endtoend_latency',
  'temporal_request_latency',
  'temporal_long_request_latency',
]
const bucketOverrides = Object.fromEntries(histograms.map((name) => [name, [...durationBuckets.temporal]]))

const portTries = 3

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/**
 * Installs the runtime, before the first connection of a worker. Its metrics come out on a port of
 * loopback that `/metrics` of the process reads; signals are the process's own business.
 */
export async function installTemporalRuntime(logger: Logger): Promise<void> {
  for (let triesLeft = portTries; ; triesLeft -= 1) {
    const bindAddress = `127.0.0.1:${await freePort()}`
    try {
      install(logger, bindAddress)
      exposeSdkMetrics(`http://${bindAddress}/metrics`)
      return
    } catch (error) {
      // Somebody else has taken the port in between.
      if (triesLeft <= 1) throw error
    }
  }
}

function install(logger: Logger, bindAddress: string): void {
  Runtime.install({
    logger: routeTemporalLogs(logger),
    shutdownSignals: [],
    telemetryOptions: {
      // Its native part would write to the console by itself: no JSON, nothing redacted.
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      metrics: {
        prometheus: {
          bindAddress,
          useSecondsForDurations: true,
          unitSuffix: true,
          countersTotalSuffix: true,
          histogramBucketOverrides: bucketOverrides,
        },
      },
    },
  })
}

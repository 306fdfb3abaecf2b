/** The part of Temporal's SDK that all workers of a process share: its logger and its metrics. */
import { createServer, type AddressInfo } from 'node:net'
import { Runtime } from '@temporalio/worker'
import type { Logger } from '../observability/logger.ts'
import { durationBuckets } from '../observability/metric-buckets.ts'
import { exposeSdkMetrics } from '../observability/metrics-page.ts'
import { routeTemporalLogs } from './worker-logs.ts'

/** Histograms of the SDK that get our buckets; a single pattern cannot name several of them. */
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
 * Installs the runtime. Must be called before the first connection of a worker. The SDK exposes its metrics on a
 * loopback port, which `/metrics` of the process reads. The process handles signals itself.
 */
export async function installTemporalRuntime(logger: Logger): Promise<void> {
  for (let triesLeft = portTries; ; triesLeft -= 1) {
    const bindAddress = `127.0.0.1:${await freePort()}`
    try {
      install(logger, bindAddress)
      exposeSdkMetrics(`http://${bindAddress}/metrics`)
      return
    } catch (error) {
      // Another process has taken the port in between.
      if (triesLeft <= 1) throw error
    }
  }
}

function install(logger: Logger, bindAddress: string): void {
  Runtime.install({
    logger: routeTemporalLogs(logger),
    shutdownSignals: [],
    telemetryOptions: {
      // The native part would otherwise write to the console directly, without JSON and redaction.
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

/** The part of Temporal's SDK that all workers of a process share: its log and its metrics. */
import { createServer, type AddressInfo } from 'node:net'
import { Runtime } from '@temporalio/worker'
import type { Logger } from '../observability/logger.ts'
import { exposeSdkMetrics } from '../observability/metrics-page.ts'
import { routeTemporalLogs } from './worker-logs.ts'

/** Upper bounds in seconds: from a step of a workflow to a slice that waits for the budget of its job. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 3_600]

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
      metrics: {
        prometheus: {
          bindAddress,
          useSecondsForDurations: true,
          unitSuffix: true,
          countersTotalSuffix: true,
          histogramBucketOverrides: { temporal: durationBuckets },
        },
      },
    },
  })
}

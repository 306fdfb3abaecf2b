/** Counts of requests to Temporal and to the object store, from the metrics pages of the processes. */
import { readMetrics, type Sample } from '../scale/metric-samples.ts'
import { readProc } from '../processes/proc-files.ts'

/** Requests by operation. */
export type RequestCounts = Readonly<Record<string, number>>

/** Adds up a counter of Temporal or the service by the label `operation`. */
export function countsOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): RequestCounts {
  const counts: Record<string, number> = {}
  for (const sample of samples) {
    const { operation } = sample.labels
    const isOf = Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
    if (sample.name !== name || operation === undefined || !isOf) continue
    counts[operation] = (counts[operation] ?? 0) + sample.value
  }
  return counts
}

/** Returns the requests between two readings, the most frequent first. */
export function countsBetween(before: RequestCounts, now: RequestCounts): RequestCounts {
  const grown = Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a))
}

/** Requests of all processes of a stack so far. */
export interface StackRequests {
  /** Requests that the frontend of Temporal has received. */
  temporal: RequestCounts
  store: RequestCounts
}

/** Returns the address at which a development server has its metrics, whose port is one of its arguments. */
function temporalOps(pid: number): string {
  const words = (readProc(pid, 'cmdline') ?? '').split('\0')
  const port = words[words.indexOf('--metrics-port') + 1] ?? ''
  if (!/^\d+$/.test(port)) throw new Error('the development server of Temporal has no port for metrics')
  return `http://127.0.0.1:${port}`
}

/**
 * Reads the counts.
 * @param ops URLs of the operations ports of the service's processes.
 * @param temporalPid process of the development server.
 */
export async function readRequests(ops: readonly string[], temporalPid: number): Promise<StackRequests> {
  const [own, server] = await Promise.all([Promise.all(ops.map(readMetrics)), readMetrics(temporalOps(temporalPid))])
  return {
    temporal: countsOf(server, 'service_requests', { service_name: 'frontend' }),
    store: countsOf(own.flat(), 'seine_store_requests_total'),
  }
}

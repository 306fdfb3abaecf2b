/** Loads of the API: many reading connections, starts at a steady rate, listeners of live views. */
import { get, type ClientRequest } from 'node:http'
import autocannon from 'autocannon'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import type { LoadFigures } from './api-figures.ts'

/** URL of the API, and the key of the caller. */
export interface ApiTarget {
  url: string
  key: string
}

const authorization = ({ key }: ApiTarget): Record<string, string> => ({ authorization: `Bearer ${key}` })

/**
 * Returns the figures of a load. Latencies are those that callers see; at a steady rate they count from when a call was
 * due.
 */
function figuresOf(title: string, result: autocannon.Result): LoadFigures {
  const { latency, requests, errors, timeouts, non2xx } = result
  return {
    title,
    requests: requests.total,
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    maxMs: latency.max,
    failed: errors + timeouts + non2xx,
  }
}

/** How long a load lasts: seconds, or until a number of calls have ended. */
export type LoadExtent = { seconds: number } | { calls: number }

const extentOf = (extent: LoadExtent): { duration: number } | { amount: number } =>
  'seconds' in extent ? { duration: extent.seconds } : { amount: extent.calls }

/** Reads paths as fast as answers arrive, over `apiConnections` connections. */
export async function readLoad(
  title: string,
  target: ApiTarget,
  paths: readonly string[],
  extent: LoadExtent,
): Promise<LoadFigures> {
  const result = await autocannon({
    url: target.url,
    connections: benchLimits.apiConnections,
    ...extentOf(extent),
    headers: authorization(target),
    requests: paths.map((path) => ({ method: 'GET', path })),
  })
  return figuresOf(title, result)
}

/** Starts jobs at a steady rate. @param perSecond starts a second, each over a connection of its own. */
export async function startLoad(
  title: string,
  target: ApiTarget,
  body: Record<string, unknown>,
  extent: LoadExtent,
  perSecond: number = benchLimits.apiStartsPerSecond,
): Promise<LoadFigures> {
  const result = await autocannon({
    url: `${target.url}/crawl`,
    method: 'POST',
    connections: perSecond,
    overallRate: perSecond,
    ...extentOf(extent),
    headers: { ...authorization(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return figuresOf(title, result)
}

/** Listeners of one job. */
export interface Listeners {
  /** Returns how many listeners have received an event so far. */
  told(): number
  close(): void
}

/** Opens event streams and keeps them open. A stream that is refused or breaks is one that receives no event. */
export async function listen(target: ApiTarget, jobId: string, count: number): Promise<Listeners> {
  const told = new Set<number>()
  const open: ClientRequest[] = []
  const one = async (at: number): Promise<void> =>
    await new Promise((resolve) => {
      const request = get(`${target.url}/crawl/${jobId}/events`, { headers: authorization(target), agent: false })
      open.push(request)
      request.on('error', () => resolve())
      request.once('response', (response) => {
        if (response.statusCode === 200) response.on('data', () => told.add(at))
        else response.resume()
        response.on('error', () => undefined)
        resolve()
      })
    })
  await Promise.all(Array.from({ length: count }, async (_, at) => await one(at)))
  return {
    told: () => told.size,
    close: () => {
      for (const request of open) request.destroy()
    },
  }
}

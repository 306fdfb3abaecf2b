/** A crawl during which a dependency of the service is unavailable for a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startCountedSite, type CountedSite } from './counted-site.ts'
import { reliabilityLimits } from './reliability-limits.ts'
import type { JobEnd, ReliabilityStack } from './reliability-stack.ts'

export interface Disturbance {
  /** Duration, milliseconds. */
  ms: number
  begin(): unknown
  end(): unknown
  /** Runs during the disturbance. @param path path of the crawl's status. */
  meanwhile?: (path: string) => Promise<void>
}

export interface DisturbedCrawl {
  /** Number of pages besides the start page. */
  pages: number
  /** Delay of each answer of the site, milliseconds. */
  latencyMs: number
  /** How long to wait for the end of the crawl, milliseconds. */
  timeoutMs: number
}

export interface CrawlCourse {
  end: JobEnd | null
  /** Number of pages with a result. */
  completed: number
  /** Number of pages that were requested twice. */
  repeated: number
  /** From the start to the end, seconds. */
  secs: number
}

/**
 * Starts the crawl, with retries: starts may still be refused because of the previous disturbance. @returns its path.
 */
async function start({ attacker }: ReliabilityStack, url: string, limit: number): Promise<string> {
  const endsAt = performance.now() + reliabilityLimits.callMs
  for (;;) {
    const { status, body, text } = await attacker.post('/crawl', { url, limit })
    if (status === 202) return `/crawl/${String(body['id'])}`
    if (performance.now() > endsAt) throw new Error(`a crawl was refused: ${text.slice(0, 300)}`)
    await sleep(reliabilityLimits.jobPollMs)
  }
}

async function disturb(
  stack: ReliabilityStack,
  { path, site, from }: { path: string; site: CountedSite; from: number },
  disturbance: Disturbance,
): Promise<void> {
  // Reading a status costs more than a page: not before the site has been asked for that many.
  while (site.requests.size < from) await sleep(reliabilityLimits.jobPollMs)
  for (;;) {
    const { body } = await stack.attacker.get(path)
    if (Number(body['completed'] ?? 0) >= from) break
    await sleep(reliabilityLimits.jobPollMs)
  }
  await disturbance.begin()
  try {
    await Promise.all([sleep(disturbance.ms), disturbance.meanwhile?.(path)])
  } finally {
    await disturbance.end()
  }
}

/**
 * Crawls its own website to the end.
 * @param disturbance begins when a fifth of the pages are done; null for none.
 */
export async function disturbedCrawl(
  stack: ReliabilityStack,
  { pages, latencyMs, timeoutMs }: DisturbedCrawl,
  disturbance: Disturbance | null,
): Promise<CrawlCourse> {
  const site = await startCountedSite(pages, latencyMs)
  try {
    await stack.allow(site.url)
    const startedMs = performance.now()
    const path = await start(stack, site.url, pages + 1)
    if (disturbance !== null) await disturb(stack, { path, site, from: pages / 5 }, disturbance)
    const end = await stack.jobEnd(stack.attacker, path, timeoutMs)
    const last = await stack.attacker.get(path)
    return {
      end,
      completed: Number(last.body['completed'] ?? 0),
      repeated: site.repeated().length,
      secs: (performance.now() - startedMs) / 1_000,
    }
  } finally {
    await site.close()
  }
}

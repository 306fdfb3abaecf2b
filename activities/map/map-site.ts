/** `POST /map`: the links of a site, from its sitemaps and its start page. */
import { setTimeout as delay } from 'node:timers/promises'
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { MapReply, MappedSite, ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { wallNow, type MapCall, type MapPorts } from './contract.ts'
import { exploreSite } from './explore-site.ts'
import { keepMap, readKeptMap, type KeptMap } from './kept-maps.ts'
import { rankLinks } from './rank-links.ts'
import { siteDomain } from './site-domain.ts'

/** The map of a site, newly explored or read from the store. */
interface KnownSite {
  map: KeptMap
  hasMore: boolean
  isCached: boolean
}

/** Number of links needed before any can be chosen: the maximum when they are ranked. */
const wantedLinks = (task: MapTask): number => (task.search === null ? task.limit : mapLimits.linksMax)

/** Returns when the exploration of the site ends: part of the time is reserved for building the answer. */
function endOfLooking(task: MapTask, { deadlineMs }: MapCall, nowMs: number): number {
  const budgetMs = Math.min(task.timeoutMs, deadlineMs - nowMs)
  return nowMs + budgetMs - Math.min(mapLimits.answerReserveMs, budgetMs / 5)
}

/** Returns the result of work, or `otherwise` once the time is up. */
async function resultOrElse<T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> {
  const timer = new AbortController()
  const late = delay(Math.max(0, ms), otherwise, { signal: timer.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
  }
}

async function lookAt(task: MapTask, call: MapCall, ports: MapPorts): Promise<KnownSite | ScrapeProblem> {
  const { now = monotonicNow } = ports
  const endMs = endOfLooking(task, call, now())
  // Other processes read it.
  const lookedAtMs = wallNow(ports)
  const max = wantedLinks(task)
  if (!task.ignoreCache) {
    const map = await resultOrElse(readKeptMap(task, max, ports), mapLimits.cacheReadMs, null)
    if (map !== null) return { map, hasMore: map.endedAt !== null, isCached: true }
  }
  call.signal.throwIfAborted()
  const found = await exploreSite(task, { deadlineMs: endMs, signal: call.signal, max }, ports)
  if (found.kind === 'problem') return found
  const { links, hasMore, isSettled, warnings } = found
  const map: KeptMap = { lookedAtMs, endedAt: hasMore ? max : null, warnings, links }
  // Bounded, because the store may be slow and the caller is waiting.
  if (isSettled) await resultOrElse(keepMap(task, map, ports), call.deadlineMs - now(), undefined)
  return { map, hasMore, isCached: false }
}

/** Returns the links in the order of the answer, and warnings about that order. */
async function ordered(task: MapTask, links: MapLink[]): Promise<{ links: MapLink[]; warnings: string[] }> {
  if (task.search === null) return { links, warnings: [] }
  // The requested page may have led to another site.
  const ranked = await rankLinks(links, task.search, siteDomain(links[0]?.url ?? task.url))
  if (ranked !== null && ranked.length > 0) return { links: ranked, warnings: [] }
  return { links, warnings: ['no link contains a word of `search`: the links are in the order of discovery'] }
}

function countBySource(links: readonly MapLink[]): MappedSite['sources'] {
  const sources = { sitemap: 0, page: 0, search: 0 }
  for (const { source } of links) sources[source] += 1
  return sources
}

/**
 * Maps a site.
 * @param call `deadlineMs` ends the call, as does the time limit of the task, whichever comes first; the answer
 *   contains what was found until then.
 * @returns the links, or why nothing of the site could be reached.
 * @throws the reason of `call.signal`.
 */
export async function mapSite(task: MapTask, call: MapCall, ports: MapPorts): Promise<MapReply> {
  call.signal.throwIfAborted()
  const site = await lookAt(task, call, ports)
  if ('kind' in site) return site
  const { map, hasMore, isCached } = site
  const { links: all, warnings } = await ordered(task, map.links)
  const links = all.slice(0, task.limit)
  call.signal.throwIfAborted()
  return {
    kind: 'result',
    result: {
      url: task.url,
      success: true,
      links,
      truncated: hasMore || all.length > links.length,
      sources: countBySource(links),
      cached_at: isCached ? new Date(map.lookedAtMs).toISOString() : null,
      warnings: [...map.warnings, ...warnings],
    },
  }
}

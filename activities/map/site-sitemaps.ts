/** Reads the sitemaps of a site into the links of a map. */
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { fetchWithPermit } from '../hosts/fetch-with-permit.ts'
import { createSitemapGate } from '../frontier/sitemaps/sitemap-gate.ts'
import { sitemaps } from '../frontier/robots/robots-rules.ts'
import { walkSitemaps } from '../frontier/sitemaps/sitemap-walk.ts'
import type { MapPorts } from './contract.ts'
import type { SiteLinks } from './site-links.ts'

export interface SitemapReading {
  /** Number of sitemaps that were read. */
  files: number
  /** Whether the sitemaps contain more than was read. */
  isPartial: boolean
  /** Whether another reading would return the same. */
  isSettled: boolean
  warnings: string[]
}

interface SitemapRequest {
  /** Any URL of the origin whose robots.txt and conventional sitemap names are read. */
  url: string
  tenant: string
  links: SiteLinks
  /** A robots.txt read before this time is read again, epoch milliseconds. */
  robotsAfterMs: number
  /** End of the reading, milliseconds of `monotonicNow`. */
  endMs: number
  signal: AbortSignal
}

/**
 * Reads the sitemaps that robots.txt names and allows, otherwise those with the conventional names.
 * @throws the reason of `signal` when it is aborted; no behaviour of the target makes it throw.
 */
export async function readSitemaps(request: SitemapRequest, ports: MapPorts): Promise<SitemapReading> {
  const { links, robotsAfterMs, signal } = request
  const { egress, robots, agentToken, hosts = null, now = monotonicNow } = ports
  const { origin } = new URL(request.url)
  const budgetMs = Math.max(1, Math.round(request.endMs - now()))
  const time = AbortSignal.timeout(budgetMs)
  try {
    const verdict = await robots.load(origin, AbortSignal.any([signal, time]), robotsAfterMs)
    if (verdict.state === 'unreachable') {
      const warning = `${origin}/robots.txt could not be read (${verdict.reason}): no sitemap was read`
      return { files: 0, isPartial: false, isSettled: false, warnings: [warning] }
    }
    const walk = await walkSitemaps({
      egress: fetchWithPermit(egress, hosts, { tenant: request.tenant, work: 'map' }),
      gate: createSitemapGate(origin, { robots, agentToken, readAfterMs: robotsAfterMs }),
      texts: true,
      origin,
      robotsSitemaps: verdict.state === 'rules' ? sitemaps(verdict.file, `${origin}/robots.txt`) : [],
      sink: links,
      budgetMs: Math.max(1, Math.round(request.endMs - now())),
      signal,
    })
    const isPartial = walk.timedOut || walk.unread > 0 || walk.refused > 0 || walk.cut > 0 || walk.failed > 0
    const isSettled = !walk.timedOut && walk.failed === 0
    return { files: walk.sources.length, isPartial, isSettled, warnings: walk.warnings.list() }
  } catch (error) {
    signal.throwIfAborted()
    if (!time.aborted) throw error
    const warning = `no sitemap was read within ${budgetMs} ms`
    return { files: 0, isPartial: true, isSettled: false, warnings: [warning] }
  }
}

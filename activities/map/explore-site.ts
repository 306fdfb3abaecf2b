/** Finds the links of a site by reading its sitemaps and its start page in parallel. */
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { isTemporary } from '../frontier/robots/patient-fetch.ts'
import { createScope, type CrawlScope } from '../frontier/scope.ts'
import { wallNow, type MapCall, type MapPorts } from './contract.ts'
import { SiteLinks } from './site-links.ts'
import { readSitemaps, type SitemapReading } from './site-sitemaps.ts'
import { loadStartPage, type StartPage } from './start-page.ts'

/** What was found of a site. */
interface Exploration {
  kind: 'explored'
  links: MapLink[]
  /** Whether the site is known to have links that were not kept or not read. */
  hasMore: boolean
  /** Whether a repetition soon after would find the same. */
  isSettled: boolean
  warnings: string[]
}

/** Faults after which the site's other files are not requested. */
const hopeless = new Set(['dns_failure', 'connect_error', 'tls_failure', 'unsafe_target', 'invalid_url'])
/** Faults of a page that ran out of time. */
const late = new Set(['timeout', 'budget_exceeded'])

/** When the exploration of the site ends, and how many links are needed. */
interface ExploreCall extends MapCall {
  max: number
}

const scopeOf = (task: MapTask, startUrl: string): CrawlScope =>
  createScope(startUrl, { crawlEntireDomain: true, allowSubdomains: task.includeSubdomains })

const noReading: SitemapReading = { files: 0, isPartial: false, isSettled: true, warnings: [] }

/** Combined findings from sitemaps and the start page. */
interface Findings {
  start: StartPage
  reading: SitemapReading
  links: SiteLinks
  scope: CrawlScope
  warnings: string[]
}

async function find(task: MapTask, call: ExploreCall, ports: MapPorts): Promise<Findings> {
  const { deadlineMs: endMs, max, signal } = call
  const robotsAfterMs = task.ignoreCache ? wallNow(ports) : 0
  const linksOf = (scope: CrawlScope): SiteLinks =>
    new SiteLinks({ scope, ignoreQueryParameters: task.ignoreQueryParameters, max })
  const read = async (url: string, links: SiteLinks, readSignal: AbortSignal): Promise<SitemapReading> =>
    task.sitemap === 'skip'
      ? noReading
      : await readSitemaps({ url, tenant: task.tenant, links, robotsAfterMs, endMs, signal: readSignal }, ports)

  const scope = scopeOf(task, task.url)
  const links = linksOf(scope)
  const pointless = new AbortController()
  const reading = read(task.url, links, AbortSignal.any([signal, pointless.signal])).catch((error: unknown) => {
    if (pointless.signal.aborted) return noReading
    throw error
  })
  // Awaited below; this handler only prevents an unhandled rejection until then.
  reading.catch(() => undefined)
  try {
    const start = await loadStartPage(task, endMs, signal, ports)
    const movedTo = start.url !== null && start.trouble === null && !scope.admits(start.url) ? start.url : null
    if (movedTo === null) {
      if (hopeless.has(start.trouble?.fault.code ?? '') && links.size === 0) pointless.abort()
      return { start, reading: await reading, links, scope, warnings: [] }
    }
    pointless.abort()
    await reading
    const newScope = scopeOf(task, movedTo)
    const newLinks = linksOf(newScope)
    const warnings = [`${task.url} leads to ${movedTo}; the site of that URL was mapped instead`]
    const newReading = await read(movedTo, newLinks, signal)
    return { start, reading: newReading, links: newLinks, scope: newScope, warnings }
  } finally {
    pointless.abort()
    await reading.catch(() => undefined)
  }
}

/** Returns the warnings for callers about sitemaps that gave no links. */
function sitemapWarnings(task: MapTask, { reading, links, scope }: Findings): string[] {
  if (task.sitemap === 'skip') return []
  const warnings = [...reading.warnings]
  if (reading.files === 0) warnings.push('no_sitemap')
  else if (links.size === 0 && links.outside > 0) {
    warnings.push(`the sitemaps list ${links.outside} URLs, none of them of the site (${scope.describe()})`)
  }
  return warnings
}

/** Returns the start page if it is a page of the site, to be listed itself. */
function ownPage(task: MapTask, { start, links }: Findings): Parameters<SiteLinks['list']>[0] {
  const { url, status, title, description, trouble } = start
  if (trouble !== null || url === null || (status ?? 0) >= 400) return null
  return task.sitemap !== 'only' || links.has(url) ? { url, title, description } : null
}

/**
 * Explores a site: reads its sitemaps and loads its start page, and follows the start page to another site once.
 * Sitemaps that robots.txt disallows are not read; links that it disallows are listed, since they are not fetched.
 * @param call `deadlineMs` ends the exploration; what was found until then is returned.
 * @returns the links, the start page first, then those of sitemaps, then those of the page; or why nothing could be
 *   reached.
 * @throws the reason of `signal`.
 */
export async function exploreSite(
  task: MapTask,
  call: ExploreCall,
  ports: MapPorts,
): Promise<Exploration | ScrapeProblem> {
  const findings = await find(task, call, ports)
  const { start, reading, links } = findings
  const warnings = [...findings.warnings, ...sitemapWarnings(task, findings)]
  const { trouble, status } = start
  if (trouble !== null && links.size === 0) return trouble.problem
  if (task.sitemap !== 'only') {
    for (const { url, text } of start.links) links.addPageLink(url, text)
    if (trouble !== null) warnings.push(`the start page could not be read: ${trouble.fault.message}`)
    else warnings.push(...start.warnings)
    if (status !== null && status >= 400 && trouble === null)
      warnings.push(`the start page answered with status ${status}`)
  }
  const listed = links.list(ownPage(task, findings))
  const pageTimedOut = task.sitemap !== 'only' && late.has(trouble?.fault.code ?? '')
  return {
    kind: 'explored',
    links: listed,
    hasMore: links.overflown || reading.isPartial || start.linksDropped || pageTimedOut,
    isSettled: reading.isSettled && trouble === null && start.warnings.length === 0 && !isTemporary(status ?? 0),
    warnings,
  }
}

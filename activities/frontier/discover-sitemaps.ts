/**
 * The `discoverSitemaps` activity: writes the URLs listed in the sitemaps of the site to the store for the frontier.
 * Runs after the start page, whose redirects determine the site.
 */
import { discoveryLimits } from './limits/discovery-limits.ts'
import type { EgressClient } from '@seine/shared/egress/connections/contract.ts'
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import { discoveryKey, sliceResultKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { DiscoverInput } from '@seine/shared/temporal/shapes.ts'
import type { HostSeats } from '@seine/shared/pages/host-seats.ts'
import { fetchWithPermit } from '../hosts/fetch-with-permit.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import type { SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { admissionFor, separateAdmission } from './admission.ts'
import { sitemapDepth } from './discover-links.ts'
import { knownPagesMax } from './state/known-pages.ts'
import type { RobotsLoader, RobotsVerdict } from './robots/robots-loader.ts'
import { sitemaps } from './robots/robots-rules.ts'
import { createSitemapGate } from './sitemaps/sitemap-gate.ts'
import { recordedSources, type RecordedSources } from './sitemaps/recorded-sitemaps.ts'
import { discoverSitemapUrls, type DiscoveryRequest } from './sitemaps/sitemap-loader.ts'

/** `jobs/<tenant>/<id>/discovery.json.zst` */
export interface DiscoveryList {
  /** Fetch URLs in the order of files and entries. */
  urls: string[]
  /** URLs of the sitemaps that were read. */
  sources: string[]
  warnings: string[]
}

export interface DiscoverDeps {
  store: Store
  inputs: JobInputs
  egress: EgressClient
  robots: RobotsLoader
  agentToken: string
  /** Gives permits for requests to hosts; null or absent: hosts are not shared. */
  hosts?: HostSeats | null
}

/** Whether a job reads the sitemaps of the site. */
export const readsSitemaps = (input: JobInput): input is CrawlJobInput =>
  input.kind === 'crawl' && input.sitemap !== 'skip' && input.maxDiscoveryDepth !== 0

const nothing: DiscoveryList = { urls: [], sources: [], warnings: [] }

/**
 * Reads the sitemaps of the site and stores the list of URLs.
 * @param call `startSlice` is the slice that settled the start page.
 * @returns the number of URLs found.
 * @throws StoreUnavailableError, which Temporal retries.
 */
export async function discoverSitemaps(deps: DiscoverDeps, call: DiscoverInput, signal: AbortSignal): Promise<number> {
  const job = jobOf(call)
  const input = await deps.inputs.get(job)
  const { end, ...sources } = recordedSources(deps.store, input, deps)
  let list: DiscoveryList
  try {
    list = await discover({ ...deps, ...sources }, input, call.startSlice, signal)
  } finally {
    await end()
  }
  await deps.store.put(discoveryKey(job), JSON.stringify(list))
  return list.urls.length
}

async function discover(
  deps: Omit<DiscoverDeps, 'egress'> & Pick<RecordedSources, 'egress'>,
  input: JobInput,
  startSlice: number,
  signal: AbortSignal,
): Promise<DiscoveryList> {
  const { store, egress, robots, agentToken, hosts = null } = deps
  if (!readsSitemaps(input)) return nothing
  const result = await store.getJson<SliceResult>(sliceResultKey(input, startSlice))
  const start = result?.outcomes[0]
  if (start?.kind === 'robots') return nothing
  const finalUrl = start?.kind === 'scraped' || start?.kind === 'links_only' ? start.finalUrl : input.url
  const { origin } = new URL(finalUrl)
  const readAfterMs = Date.parse(input.createdAt)
  const verdict = await robotsInTime(robots, origin, signal, readAfterMs)
  // When robots.txt of a site cannot be read, nothing on that site is fetched.
  if (verdict.state === 'unreachable') {
    const warning = `${origin}/robots.txt could not be read (${verdict.reason}): no sitemap was read`
    return { ...nothing, warnings: [warning] }
  }
  const scopeUrl = admissionFor(input, input.url).scope.admits(finalUrl) ? input.url : finalUrl
  const { scope } = admissionFor(input, scopeUrl)
  let outOfScope = 0
  const found = await discoverSitemapUrls({
    egress: fetchWithPermit(egress, hosts, { tenant: input.tenant, work: input.id }),
    gate: createSitemapGate(origin, { robots, agentToken, readAfterMs }),
    origin,
    robotsSitemaps: verdict.state === 'rules' ? sitemaps(verdict.file, `${origin}/robots.txt`) : [],
    admits: (url) => {
      const admitted = scope.admits(url)
      if (!admitted) outOfScope += 1
      return admitted
    },
    excluded: exclusionOf(input, scopeUrl),
    maxUrls: knownPagesMax(input.limit),
    budgetMs: discoveryLimits.discoveryBudgetMs,
    signal,
  })
  const warnings = [...found.warnings]
  if (found.urls.length === 0 && outOfScope > 0)
    warnings.push(`the sitemaps list ${outOfScope} URLs, none of them in the scope of the crawl (${scope.describe()})`)
  return { urls: found.urls, sources: found.sources, warnings }
}

/** Reads robots.txt within `discoveryRobotsBudgetMs`. @throws the reason of `signal` when it is aborted. */
async function robotsInTime(
  robots: RobotsLoader,
  origin: string,
  signal: AbortSignal,
  readAfterMs: number,
): Promise<RobotsVerdict> {
  const { discoveryRobotsBudgetMs } = discoveryLimits
  const time = new AbortController()
  const timer = setTimeout(() => time.abort(), discoveryRobotsBudgetMs)
  try {
    return await robots.load(origin, AbortSignal.any([signal, time.signal]), readAfterMs)
  } catch (error) {
    if (signal.aborted || !time.signal.aborted) throw error
    const reason = `not within ${discoveryRobotsBudgetMs / 1_000} s: the host asked for a pause, or answers slowly`
    return { state: 'unreachable', reason }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns a function that returns which URLs of a batch the frontier will exclude. It names none of a batch once the
 * time of the discovery is over, or once the patterns have cost too much: the frontier judges all URLs, and makes a job
 * with too costly patterns fail.
 */
function exclusionOf(input: CrawlJobInput, scopeUrl: string): NonNullable<DiscoveryRequest['excluded']> {
  const admission = separateAdmission(input, scopeUrl)
  const endsAtMs = performance.now() + discoveryLimits.discoveryBudgetMs
  return async (urls) => {
    const excluded = new Set<string>()
    if (performance.now() > endsAtMs) return excluded
    await admission.prepare(urls)
    if (admission.failure !== null) return excluded
    const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
    for (const url of urls) {
      if (turn.isOver) await turn.next()
      if (admission.judge(url, sitemapDepth).state !== 'pending') excluded.add(url)
    }
    return excluded
  }
}

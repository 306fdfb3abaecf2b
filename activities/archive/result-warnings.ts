/** Warnings about an unusual result, in addition to those that the frontier has collected. */
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { FrontierEntry } from '../frontier/state/entry.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { hostWithoutWww } from '@seine/shared/urls/url-identity.ts'

/**
 * Returns the warnings of an ended job: those of its frontier, of its options, then of its result.
 * @param state a frontier in which no URL is live any more.
 */
export function resultWarnings(input: JobInput, state: FrontierState, outcome: RunOutcome): string[] {
  const { total, completed, failed } = state.counters()
  const warnings = [...state.warnings]
  if (outcome.status === 'completed' && completed === 0 && failed > 0) {
    warnings.push(`every page of the ${input.kind} failed`)
  }
  const alone = discovers(input) && outcome.status === 'completed' && input.limit > 1
  if (alone && total === 1 && completed === 1) warnings.push(onePageWarning(input, state))
  const uncounted = Object.values(state.overflow).reduce((sum, count) => sum + count, 0)
  if (uncounted > 0) warnings.push(overflowWarning(uncounted, state.fingerprints.size))
  return warnings
}

function onePageWarning({ crawlEntireDomain, sitemap }: CrawlJobInput, state: FrontierState): string {
  const nothingElse =
    sitemap === 'only' ? 'no sitemap that was read lists others' : 'it has no links that a crawl can follow'
  const reasons = [...leftOut(state, crawlEntireDomain)].map(([reason, count]) => `${count} ${reason}`)
  const why = reasons.length === 0 ? `: ${nothingElse}` : `; other URLs were left out: ${reasons.join(', ')}`
  return `one page was found${why}`
}

/** Counts the URLs other than the one page, by the reason they were left out. */
function leftOut(state: FrontierState, crawlEntireDomain: boolean): Map<string, number> {
  const scopeHost = hostWithoutWww(new URL(state.scopeUrl).host)
  const counts = new Map<string, number>()
  // The start page is the one page itself, even when it was fetched only for its links.
  for (const entry of state.entries.slice(1)) {
    const reason = whyLeftOut(entry, scopeHost, crawlEntireDomain)
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return counts
}

function whyLeftOut(
  { state, reason, url }: FrontierEntry,
  scopeHost: string,
  crawlEntireDomain: boolean,
): string | null {
  switch (state) {
    case 'out_of_scope': {
      const sameHost = hostWithoutWww(new URL(url).host) === scopeHost
      if (!sameHost) return 'on other hosts'
      return crawlEntireDomain ? 'out of scope' : 'on this site but not below the start path (try crawlEntireDomain)'
    }
    case 'robots':
      return 'refused by robots.txt'
    case 'excluded':
      return `excluded by ${reason ?? 'a rule'}`
    case 'trap':
      return 'identified as crawler traps'
    default:
      return null
  }
}

function overflowWarning(uncounted: number, remembered: number): string {
  const { entriesMax, fingerprintsMax } = frontierLimits
  const exact = remembered < fingerprintsMax ? '' : '; some of them may be counted more than once'
  return `${uncounted} URLs beyond the first ${entriesMax} were counted and are not in the ledger${exact}`
}

/** Decides when a crawl fails because of its start page. */
import type { EntryState } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { unreadReason } from './robots/unread-robots.ts'

/** States of pages that show that the crawl has more than its start page. */
const shownAsPages = new Set<EntryState>(['scraped', 'failed', 'pending'])

/**
 * Returns the reason why the whole crawl fails, or null.
 * When robots.txt refuses the start page, nothing else may be fetched either. When the start page failed and nothing
 * else was discovered, there is no other page to attempt; pages that only the limit of the job keeps from being
 * fetched were discovered.
 */
export function startPageFailure(state: FrontierState): string | null {
  const start = state.entries[0]
  if (start === undefined) return null
  if (start.state === 'robots') return robotsRefusal(start.url, start.reason ?? 'disallowed')
  const lost = (start.state === 'failed' || start.linksOnly) && start.message !== null
  if (!lost || !state.exhausted()) return null
  const alone = state.entries.every(({ state: s }, seq) => seq === 0 || !shownAsPages.has(s))
  if (alone) return `the start page ${start.url} failed (${start.reason ?? 'failed'}): ${start.message}`
  return null
}

function robotsRefusal(url: string, reason: string): string {
  const origin = new URL(url).origin
  const unread = unreadReason(reason)
  const opening =
    unread === null
      ? `${origin}/robots.txt does not allow ${url}`
      : `${origin}/robots.txt could not be read (${unread}), which counts as a refusal (RFC 9309)`
  return `${opening}; nothing was fetched. An operator can set SEINE_ROBOTS=ignore.`
}

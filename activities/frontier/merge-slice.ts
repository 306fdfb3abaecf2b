/**
 * Merging a finished slice into the frontier: outcomes of its pages first, page by page in list
 * order, each followed by the links it brought.
 */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { PageOutcome, SliceResult } from '../page/slice-shapes.ts'
import { admissionFor, maxDepthRule, type Admission } from './admission.ts'
import { isRefused, type Entry, type Lease } from './entry.ts'
import type { FrontierState } from './frontier-state.ts'

type Followed = Extract<PageOutcome, { kind: 'scraped' | 'links_only' }>

/** The start page is always the first entry. */
const startSeq = 0

/**
 * Merges one slice.
 * @param sitemapUrls fetch URLs from sitemaps, interleaved with the links of the first page merged.
 * @param nowMs clock of the workflow.
 */
export function mergeSlice(
  state: FrontierState,
  input: CrawlJobInput,
  lease: Lease,
  result: SliceResult,
  sitemapUrls: readonly string[],
  nowMs: number,
): void {
  let admission = admissionFor(input, state.scopeUrl)
  let waiting = sitemapUrls
  for (const outcome of result.outcomes) {
    settle(state, outcome, nowMs)
    if (outcome.kind !== 'scraped' && outcome.kind !== 'links_only') continue
    if (outcome.seq === startSeq && !admission.scope.admits(outcome.finalUrl)) {
      state.anchor(outcome.finalUrl)
      state.warn(`the start page redirected to ${outcome.finalUrl}; the crawl follows that site instead`)
      admission = admissionFor(input, state.scopeUrl)
    }
    const links = input.sitemap === 'only' ? [] : followed(outcome, result)
    discover(state, admission, interleave(links, waiting), outcome.seq, links)
    waiting = []
  }
  mergeSitemap(state, input, waiting)
  const settled = new Set(result.outcomes.map(({ seq }) => seq))
  for (const seq of lease.seqs) if (!settled.has(seq)) state.change(seq, { state: 'pending' })
  state.merge(result.slice, result.segments)
  paceHost(state, lease.host, result, nowMs)
}

/** Adds sitemap URLs when no page is there to interleave them with. */
export function mergeSitemap(state: FrontierState, input: CrawlJobInput, sitemapUrls: readonly string[]): void {
  if (sitemapUrls.length > 0) discover(state, admissionFor(input, state.scopeUrl), sitemapUrls, null, [])
}

const followed = (outcome: Followed, result: SliceResult): string[] =>
  outcome.links.slice(0, frontierLimits.linksPerPageMax).map((index) => result.urls[index]!)

/** Writes the outcome of one page into its entry. */
function settle(state: FrontierState, outcome: PageOutcome, nowMs: number): void {
  const { seq } = outcome
  const entry = state.entries[seq]!
  switch (outcome.kind) {
    case 'scraped': {
      const owner = state.contentOwner(outcome.finalUrl)
      state.change(seq, {
        state: 'scraped',
        attempted: true,
        attempts: entry.attempts + 1,
        finalUrl: outcome.finalUrl === entry.url ? null : outcome.finalUrl,
        duplicateOf: owner === seq ? null : owner,
        reason: null,
      })
      return
    }
    case 'links_only':
      state.change(seq, { state: 'excluded', reason: 'start_page', attempts: entry.attempts + 1 })
      return
    case 'failed':
      state.change(seq, {
        state: entry.linksOnly ? 'excluded' : 'failed',
        attempted: !entry.linksOnly,
        attempts: entry.attempts + 1,
        reason: outcome.code,
        message: outcome.message,
      })
      return
    case 'robots':
      // Who has been asked for once stays attempted, whatever robots.txt says by now.
      state.change(
        seq,
        entry.attempted
          ? { state: 'failed', reason: 'robots', message: `robots.txt refused another attempt (${outcome.reason})` }
          : { state: 'robots', reason: outcome.reason },
      )
      return
    case 'deferred':
      state.change(seq, {
        state: 'pending',
        attempted: !entry.linksOnly,
        attempts: entry.attempts + (outcome.charged ? 1 : 0),
        notBeforeMs: nowMs + outcome.delayMs,
        reason: outcome.code,
      })
      return
    default:
      outcome satisfies never
  }
}

/** Sitemap URLs and links in turn, so that neither starves the other. */
function interleave(links: readonly string[], sitemapUrls: readonly string[]): string[] {
  const both: string[] = []
  for (let at = 0; at < Math.max(links.length, sitemapUrls.length); at += 1) {
    const link = links[at]
    const listed = sitemapUrls[at]
    if (link !== undefined) both.push(link)
    if (listed !== undefined) both.push(listed)
  }
  return both
}

/** Adds what is new, lowers depths that turn out to be less. */
function discover(
  state: FrontierState,
  admission: Admission,
  urls: readonly string[],
  parent: number | null,
  links: readonly string[],
): void {
  const fromPage = new Set(links)
  const linkDepth = parent === null ? 1 : state.entries[parent]!.depth + 1
  for (const url of urls) {
    const linked = fromPage.has(url)
    const depth = linked ? linkDepth : 1
    const known = state.find(url)
    if (known === null) {
      state.add({ url, depth, parent: linked ? parent : null, ...admission.judge(url, depth) })
    } else {
      if (isRefused(known.entry.state) && state.isNewSpelling(url, known.entry)) {
        const verdict = admission.judge(url, depth)
        if (verdict.state === 'pending') {
          state.add({ url, depth, parent: linked ? parent : null, ...verdict })
          continue
        }
      }
      if (depth < known.entry.depth) lowerDepth(state, admission, known.seq, known.entry, depth, linked ? parent : null)
      if (state.isNewSpelling(url, known.entry)) {
        state.add({ url, depth, parent: linked ? parent : null, state: 'duplicate', duplicateOf: known.seq })
      }
    }
  }
}

function lowerDepth(
  state: FrontierState,
  admission: Admission,
  seq: number,
  entry: Entry,
  depth: number,
  parent: number | null,
): void {
  const tooDeep = entry.state === 'excluded' && entry.reason === maxDepthRule
  state.change(seq, { depth, parent, ...(tooDeep ? admission.judge(entry.url, depth) : {}) })
}

/** Moves the clocks of the host by what the slice saw. */
function paceHost(state: FrontierState, host: string, result: SliceResult, nowMs: number): void {
  const clock = state.hostClock(host)
  const finished = result.outcomes.filter(({ kind }) => kind !== 'deferred').length
  const crawlDelayMs = result.crawlDelayMs ?? clock.crawlDelayMs
  const stalledSinceMs = result.throttle !== null && finished === 0 ? (clock.stalledSinceMs ?? nowMs) : null
  const pauseMs = result.throttle === null ? 0 : (result.throttle.retryAfterMs ?? backoffMs(stalledSinceMs, nowMs))
  state.setHost(host, {
    finishedPages: clock.finishedPages + finished,
    pagesPerSec: result.pagesPerSec ?? clock.pagesPerSec,
    crawlDelayMs,
    notBeforeMs: Math.max(clock.notBeforeMs, nowMs + Math.max(pauseMs, crawlDelayMs ?? 0)),
    stalledSinceMs,
  })
}

/** Waiting as long as the host has been stalled doubles the pause each time. */
function backoffMs(stalledSinceMs: number | null, nowMs: number): number {
  const { throttleBackoffMs, throttleBackoffMaxMs } = frontierLimits
  return Math.min(throttleBackoffMaxMs, Math.max(throttleBackoffMs, nowMs - (stalledSinceMs ?? nowMs)))
}

/**
 * Merges a finished slice into the frontier: first the outcomes of its pages in list order, each followed by the links
 * it brought; then the reports about its hosts.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import type { PageOutcome, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import { admissionFor } from './admission.ts'
import { discover, interleave } from './discover-links.ts'
import { attemptsAsMade, attemptsMade, type FrontierEntry, type Lease } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import { afterSlice } from '../hosts/host-clock.ts'
import { hasBegun, recordReads, restUnreadHosts, settleUnread } from './robots/unread-robots.ts'
import { getsCallerOptions, requestedHosts } from './scope.ts'

type Followed = Extract<PageOutcome, { kind: 'scraped' | 'links_only' }>

/** The start page is always the first entry. */
const startSeq = 0

/**
 * Merges one slice.
 * @param sitemapUrls fetch URLs from sitemaps, interleaved with the links of the first page merged.
 * @param nowMs clock of the workflow.
 */
export async function mergeSlice(
  state: FrontierState,
  input: JobInput,
  lease: Lease,
  result: SliceResult,
  sitemapUrls: readonly string[],
  nowMs: number,
): Promise<void> {
  let waiting = sitemapUrls
  let links = 0
  const waitingForRobots = new Set<number>()
  recordReads(state, result, nowMs)
  for (const outcome of result.outcomes) {
    const unread = outcome.kind === 'robots' ? settleUnread(state, input, outcome, nowMs) : null
    if (unread === 'waits') waitingForRobots.add(outcome.seq)
    else if (unread === null) settle(state, outcome, nowMs)
    if (lease.lane === 'http') learn(state, outcome)
    if (!discovers(input) || (outcome.kind !== 'scraped' && outcome.kind !== 'links_only')) continue
    await follow(state, input, outcome, result, waiting)
    waiting = []
    links += outcome.links.length
    if (links < frontierLimits.linksPerTurn) continue
    await nextTurn()
    links = 0
  }
  if (input.kind === 'crawl') await mergeSitemap(state, input, waiting)
  const reached = new Set(result.outcomes.map(({ seq }) => seq))
  for (const seq of lease.seqs) if (!reached.has(seq)) state.change(seq, { state: 'pending' })
  state.merge(result.slice, result.segments, result.stalls)
  paceHosts(state, lease, result, nowMs, waitingForRobots)
  restUnreadHosts(state, waitingForRobots, nowMs)
  await nextTurn()
}

/** Adds the links of a scraped page to the frontier, and judges its family. */
async function follow(
  state: FrontierState,
  input: CrawlJobInput,
  outcome: Followed,
  result: SliceResult,
  sitemapUrls: readonly string[],
): Promise<void> {
  const { seq, finalUrl, linksDropped, sketch } = outcome
  if (seq === startSeq && !admissionFor(input, state.scopeUrl).scope.admits(finalUrl)) {
    state.anchor(finalUrl)
    state.warn(movedWarning(input, finalUrl))
  }
  if (linksDropped > 0) {
    const { url } = state.entries[seq]!
    state.warn(
      `${url} has ${linksDropped} links beyond the first ${frontierLimits.linksPerPageMax}, which were not followed`,
      { kind: 'links_dropped', of: url },
    )
  }
  const links = input.sitemap === 'only' ? [] : outcome.links.map((index) => result.urls[index]!)
  if (sketch !== null) state.recordText(seq, sketch.exact)
  const added = await discover(state, admissionFor(input, state.scopeUrl), await interleave(links, sitemapUrls), seq)
  if (outcome.kind === 'scraped') state.judge(seq, sketch, added)
}

/** Returns the warning about a start page that redirected out of the scope. */
function movedWarning(input: CrawlJobInput, finalUrl: string): string {
  const isSameHost = requestedHosts(input).admits(finalUrl)
  const goesOn = isSameHost ? 'the crawl continues below that path' : 'the crawl follows that site instead'
  const options = getsCallerOptions(input, new URL(finalUrl)) ? '' : ', without headers and actions'
  return `the start page redirected to ${finalUrl}; ${goesOn}${options}`
}

/** Adds sitemap URLs when there is no page to interleave them with. */
export async function mergeSitemap(
  state: FrontierState,
  input: CrawlJobInput,
  sitemapUrls: readonly string[],
): Promise<void> {
  if (sitemapUrls.length > 0) {
    await discover(state, admissionFor(input, state.scopeUrl), await interleave([], sitemapUrls), null)
  }
}

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
        ...settled(entry),
        finalUrl: outcome.finalUrl === entry.url ? null : outcome.finalUrl,
        duplicateOf: owner === seq ? null : owner,
        reason: null,
      })
      return
    }
    case 'links_only':
      state.change(seq, { state: 'excluded', reason: 'start_page', ...settled(entry) })
      return
    case 'failed':
      state.change(seq, {
        state: entry.linksOnly ? 'excluded' : 'failed',
        attempted: !entry.linksOnly,
        ...settled(entry),
        reason: outcome.code,
        message: outcome.message,
      })
      return
    case 'robots':
      // A page that was requested once stays attempted, whatever robots.txt says now.
      state.change(
        seq,
        entry.attempted || hasBegun(entry, outcome)
          ? {
              state: 'failed',
              attempted: true,
              ...attemptsAsMade(entry),
              reason: 'robots',
              message: `robots.txt refused another attempt (${outcome.reason})`,
            }
          : { state: 'robots', reason: outcome.reason },
      )
      return
    case 'escalated':
      // Not a failed attempt: the attempts made go with the page, which stays in flight.
      state.change(seq, {
        state: 'pending',
        attempted: !entry.linksOnly,
        lane: 'browser',
        earlier: [...(entry.earlier ?? []), ...outcome.attempts],
        notBeforeMs: 0,
        reason: outcome.why,
      })
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

/** Attempt fields of a page settled by one more attempt: only the number of all attempts is kept. */
const settled = (entry: FrontierEntry): Pick<FrontierEntry, 'attempts'> & Partial<Pick<FrontierEntry, 'earlier'>> => ({
  ...attemptsAsMade(entry),
  attempts: attemptsMade(entry) + 1,
})

/** Records what an HTTP answer says about similar pages. Faults are not recorded. */
function learn(state: FrontierState, outcome: PageOutcome): void {
  if (outcome.kind === 'escalated') {
    const { why, attempts } = outcome
    const confidence = attempts.at(-1)?.blocked_by?.confidence ?? 'low'
    state.recordVerdict(outcome.seq, why === 'blocked' && confidence === 'low' ? 'refused' : why)
  }
  if (outcome.kind === 'scraped' || outcome.kind === 'links_only') state.recordVerdict(outcome.seq, 'success')
}

/** Updates the clocks of the hosts by the reports of the slice. */
function paceHosts(
  state: FrontierState,
  lease: Lease,
  result: SliceResult,
  nowMs: number,
  waiting: ReadonlySet<number>,
): void {
  const finished = finishedByHost(state, result, waiting)
  const unresolved = unresolvedHosts(state, result)
  for (const report of result.hosts) {
    const granted = lease.shares[lease.hosts.indexOf(report.host)]
    if (granted === undefined) continue
    const clock = state.hostClock(report.host)
    const jitter = hash('md5', `${report.host} ${result.slice}`, 'buffer').readUInt8(0) / 255
    const pages = finished.get(report.host) ?? 0
    const next = afterSlice(clock, report, { lane: lease.lane, granted, finished: pages, nowMs, jitter })
    // For a host that has answered before, the unresolved name is that of a redirect target.
    const isDead = next.pagesPerSec === null && next.browserPagesPerSec === null && unresolved.has(report.host)
    state.setHost(report.host, { ...next, isDead })
  }
}

/** Hosts with pages that failed because a name does not resolve. */
function unresolvedHosts(state: FrontierState, { outcomes }: SliceResult): Set<string> {
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed' && pageCode(outcome.code) === 'dns_failure')
  return new Set(failed.map(({ seq }) => new URL(state.entries[seq]!.url).host))
}

/** Counts the pages that the slice brought to an end. @param waiting pages that wait for robots.txt. */
function finishedByHost(
  state: FrontierState,
  { outcomes }: SliceResult,
  waiting: ReadonlySet<number>,
): Map<string, number> {
  const finished = new Map<string, number>()
  for (const { kind, seq } of outcomes) {
    if (kind === 'deferred' || kind === 'escalated' || waiting.has(seq)) continue
    const { host } = new URL(state.entries[seq]!.url)
    finished.set(host, (finished.get(host) ?? 0) + 1)
  }
  return finished
}

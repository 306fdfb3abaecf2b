/**
 * Pages that a slice refused because robots.txt could not be read. The failure may last for a few seconds: the host
 * rests, and the pages are tried again, for a bounded time. `http:` and `https:` of a host each have their own
 * robots.txt: while the other one is read, only the pages wait and the host does not rest.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import type { PageOutcome, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { HostClock, RobotsReads } from '../../hosts/host-clock.ts'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { attemptsMade, type FrontierEntry } from '../state/entry.ts'
import type { FrontierState } from '../state/frontier-state.ts'

type Refused = Extract<PageOutcome, { kind: 'robots' }>

const prefix = 'robots_unreachable: '

/** Why robots.txt could not be read, where the site could not be reached at all. */
const unreached = new Set([
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'connect_error',
  'connection_reset',
  'timeout',
])

/** True where a later try may read robots.txt; a certificate that is refused stays the same for longer. */
const isTemporary = (reason: string): boolean =>
  /^http_\d+$/.test(reason) || (unreached.has(reason) && reason !== 'tls_failure')

/** Returns the refusal of a page whose robots.txt could not be read. @param reason reason of the loader's verdict. */
export const unreadRefusal = (reason: string): string => `${prefix}${reason}`

/** Returns the reason of the loader's verdict; null for a refusal by rules. @param refusal as recorded of a page. */
export const unreadReason = (refusal: string): string | null =>
  refusal.startsWith(prefix) ? refusal.slice(prefix.length) : null

/** True for a refused page that its slice had begun and that counts as a page of the job. */
export const hasBegun = ({ linksOnly }: Pick<FrontierEntry, 'linksOnly'>, { begun }: Refused): boolean =>
  begun === true && !linksOnly

/**
 * Settles a page whose robots.txt could not be read: it waits for another try. Leaves it to the caller when robots.txt
 * was read, and when the time for waiting is over, which a warning then states.
 *
 * The start page of a crawl does not wait before its first attempt, because the crawl has no other pages: when its site
 * could not be reached it fails, as it would without robots.txt.
 * @param nowMs clock of the workflow, epoch milliseconds.
 * @returns how the page was settled; null when the caller is to settle it.
 */
export function settleUnread(
  state: FrontierState,
  input: JobInput,
  refused: Refused,
  nowMs: number,
): 'waits' | 'failed' | null {
  const { seq } = refused
  const reason = unreadReason(refused.reason)
  if (reason === null) return null
  const entry = state.entries[seq]!
  const { origin, host, protocol } = new URL(entry.url)
  const isAttempted = entry.attempted || hasBegun(entry, refused)
  const isTried = isAttempted || attemptsMade(entry) > 0
  if (seq === 0 && discovers(input) && !isTried) {
    if (!unreached.has(reason)) return null
    const end = entry.linksOnly ? ({ state: 'excluded' } as const) : ({ state: 'failed', attempted: true } as const)
    state.change(seq, { ...end, reason, message: `its site could not be reached: ${origin}/robots.txt` })
    return 'failed'
  }
  const clock = state.hostClock(host)
  if (isTemporary(reason) && mayWait(clock, protocol, reason, nowMs)) {
    const waitsAlone = isOtherRead(clock, protocol, nowMs)
    // A page that was attempted needs a due time: it counts as one that is tried again, whatever is left of the limit.
    const due = waitsAlone ? nowMs + discoveryLimits.robotsRestMs : isAttempted ? nowMs : null
    state.change(seq, { state: 'pending', attempted: isAttempted, ...(due === null ? {} : { notBeforeMs: due }) })
    return 'waits'
  }
  // A page that was attempted is among the failed ones.
  if (isAttempted) return null
  const text = `${entry.url} was not fetched: ${origin}/robots.txt could not be read (${reason})`
  state.warn(text, { kind: 'unread_robots', of: entry.url })
  return null
}

const neverRead: RobotsReads = { readAtMs: null, unreadSinceMs: null }

/**
 * An origin that has not answered in this job holds up its end for less time, and not at all where it cannot be reached:
 * it may not exist any more, and robots.txt was asked for several times.
 */
function mayWait(clock: HostClock, protocol: string, reason: string, nowMs: number): boolean {
  const { readAtMs, unreadSinceMs } = clock.robots[protocol] ?? neverRead
  const hasAnswered = readAtMs !== null || hasUnrecordedAnswers(clock)
  if (!hasAnswered && !reason.startsWith('http_')) return false
  const patienceMs = hasAnswered ? discoveryLimits.robotsPatienceMs : discoveryLimits.robotsPatienceNewHostMs
  return unreadSinceMs === null || nowMs - unreadSinceMs < patienceMs
}

/** True for a host whose pages were answered when workers did not record the reads of robots.txt yet. */
function hasUnrecordedAnswers({ robots, pagesPerSec, browserPagesPerSec }: HostClock): boolean {
  const isAnswered = pagesPerSec !== null || browserPagesPerSec !== null
  return isAnswered && Object.values(robots).every(({ readAtMs }) => readAtMs === null)
}

/** True while robots.txt of another origin of the host is read: the host is up. */
function isOtherRead({ robots }: HostClock, protocol: string, nowMs: number): boolean {
  const sinceMs = nowMs - 2 * discoveryLimits.robotsRestMs
  return Object.entries(robots).some(([other, { readAtMs }]) => other !== protocol && (readAtMs ?? 0) >= sinceMs)
}

/**
 * Records which origins had a readable robots.txt in a slice, before its pages are settled. Origins whose robots.txt
 * was read have their whole time for waiting again.
 * @param nowMs clock of the workflow, epoch milliseconds.
 */
export function recordReads(state: FrontierState, { outcomes }: SliceResult, nowMs: number): void {
  const unread = new Map<string, URL>()
  const read = new Map<string, URL>()
  for (const outcome of outcomes) {
    // Of a page that was interrupted, robots.txt may not have been asked for again.
    if (outcome.kind === 'deferred' && !outcome.charged) continue
    const url = new URL(state.entries[outcome.seq]!.url)
    const isUnread = outcome.kind === 'robots' && unreadReason(outcome.reason) !== null
    ;(isUnread ? unread : read).set(url.origin, url)
    // Redirects are judged by robots.txt of their target, usually the same host by https.
    const isLoaded = outcome.kind === 'scraped' || outcome.kind === 'links_only'
    const final = isLoaded ? new URL(outcome.finalUrl) : url
    if (final.host === url.host) read.set(final.origin, final)
  }
  for (const url of read.values()) if (!unread.has(url.origin)) recordRead(state, url, nowMs)
  for (const { host, protocol } of unread.values()) {
    const clock = state.hostClock(host)
    const { readAtMs, unreadSinceMs } = clock.robots[protocol] ?? neverRead
    if (unreadSinceMs === null) setReads(state, host, protocol, { readAtMs, unreadSinceMs: nowMs })
  }
}

/** Records that robots.txt of an origin was read; not of every slice, because each change is stored. */
function recordRead(state: FrontierState, { host, protocol }: URL, nowMs: number): void {
  const { readAtMs, unreadSinceMs } = state.hostClock(host).robots[protocol] ?? neverRead
  const isRecent = readAtMs !== null && nowMs - readAtMs < discoveryLimits.robotsRestMs
  if (!isRecent || unreadSinceMs !== null) setReads(state, host, protocol, { readAtMs: nowMs, unreadSinceMs: null })
}

function setReads(state: FrontierState, host: string, protocol: string, reads: RobotsReads): void {
  const clock = state.hostClock(host)
  state.setHost(host, { ...clock, robots: { ...clock.robots, [protocol]: reads } })
}

/**
 * Lets the hosts rest whose pages wait for robots.txt, after the clocks of the slice's hosts were updated. Pages with a
 * due time of their own wait without their host.
 * @param waiting pages that wait, by their `seq`.
 */
export function restUnreadHosts(state: FrontierState, waiting: ReadonlySet<number>, nowMs: number): void {
  const entries = [...waiting].map((seq) => state.entries[seq]!).filter((entry) => entry.notBeforeMs <= nowMs)
  for (const host of new Set(entries.map(({ url }) => new URL(url).host))) {
    const clock = state.hostClock(host)
    const restUntilMs = nowMs + discoveryLimits.robotsRestMs
    state.setHost(host, { ...clock, backOffUntilMs: Math.max(clock.backOffUntilMs, restUntilMs) })
  }
}

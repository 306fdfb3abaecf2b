/**
 * Pages that a slice refused because robots.txt could not be read. The failure may last for a few seconds: the host
 * rests, and the pages are tried again, for a bounded time.
 */
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { discovers } from '@seine/shared/jobs/job-retry.ts'
import type { PageOutcome, SliceResult } from '@seine/shared/pages/slice-shapes.ts'
import type { HostClock } from '../../hosts/host-clock.ts'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { attemptsMade } from '../state/entry.ts'
import type { FrontierState } from '../state/frontier-state.ts'

type Refused = Extract<PageOutcome, { kind: 'robots' }>

const prefix = 'robots_unreachable: '

/** Why robots.txt could not be read, where a later try may read it. */
const temporary = /^(?:http_\d+|dns_failure|proxy_failure|connect_error|connection_reset|timeout)$/

/** The same where the site could not be reached at all. */
const unreached = new Set([
  'dns_failure',
  'tls_failure',
  'proxy_failure',
  'connect_error',
  'connection_reset',
  'timeout',
])

/** Returns the refusal of a page whose robots.txt could not be read. @param reason reason of the loader's verdict. */
export const unreadRefusal = (reason: string): string => `${prefix}${reason}`

/** Returns the reason of the loader's verdict; null for a refusal by rules. @param refusal as recorded of a page. */
export const unreadReason = (refusal: string): string | null =>
  refusal.startsWith(prefix) ? refusal.slice(prefix.length) : null

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
  const { origin, host } = new URL(entry.url)
  const isTried = entry.attempted || attemptsMade(entry) > 0
  if (seq === 0 && discovers(input) && !isTried) {
    if (!unreached.has(reason)) return null
    const end = entry.linksOnly ? ({ state: 'excluded' } as const) : ({ state: 'failed', attempted: true } as const)
    state.change(seq, { ...end, reason, message: `its site could not be reached: ${origin}/robots.txt` })
    return 'failed'
  }
  if (temporary.test(reason) && mayWait(state.hostClock(host), reason, nowMs)) {
    state.change(seq, { state: 'pending' })
    return 'waits'
  }
  // A page that was attempted is among the failed ones.
  if (entry.attempted) return null
  const text = `${entry.url} was not fetched: ${origin}/robots.txt could not be read (${reason})`
  state.warn(text, { kind: 'unread_robots', of: entry.url })
  return null
}

/**
 * A host that has not answered in this job holds up its end for less time, and not at all where it cannot be reached: it
 * may not exist any more, and robots.txt was asked for several times.
 */
function mayWait(clock: HostClock, reason: string, nowMs: number): boolean {
  const { robotsUnreadSinceMs, pagesPerSec, browserPagesPerSec } = clock
  const hasAnswered = pagesPerSec !== null || browserPagesPerSec !== null
  if (!hasAnswered && !reason.startsWith('http_')) return false
  const patienceMs = hasAnswered ? discoveryLimits.robotsPatienceMs : discoveryLimits.robotsPatienceNewHostMs
  return robotsUnreadSinceMs === null || nowMs - robotsUnreadSinceMs < patienceMs
}

/**
 * Updates the clocks of the hosts of a slice after its pages were settled: hosts with pages that wait rest before the
 * next try, and hosts whose robots.txt was read have their whole time for waiting again.
 * @param waiting pages that wait, by their `seq`.
 */
export function restUnreadHosts(
  state: FrontierState,
  { outcomes }: SliceResult,
  waiting: ReadonlySet<number>,
  nowMs: number,
): void {
  const hostOf = (seq: number): string => new URL(state.entries[seq]!.url).host
  const unread = new Set<string>()
  const read = new Set<string>()
  for (const outcome of outcomes) {
    const isUnread = outcome.kind === 'robots' && unreadReason(outcome.reason) !== null
    ;(isUnread ? unread : read).add(hostOf(outcome.seq))
  }
  const resting = new Set([...waiting].map(hostOf))
  for (const host of unread) {
    const clock = state.hostClock(host)
    const robotsUnreadSinceMs = clock.robotsUnreadSinceMs ?? nowMs
    const restMs = resting.has(host) ? discoveryLimits.robotsRestMs : 0
    state.setHost(host, {
      ...clock,
      robotsUnreadSinceMs,
      backOffUntilMs: Math.max(clock.backOffUntilMs, nowMs + restMs),
    })
  }
  for (const host of read) {
    const clock = state.hostClock(host)
    if (!unread.has(host) && clock.robotsUnreadSinceMs !== null) {
      state.setHost(host, { ...clock, robotsUnreadSinceMs: null })
    }
  }
}

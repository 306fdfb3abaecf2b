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

/** Returns the refusal of a page whose robots.txt could not be read. @param reason reason of the loader's verdict. */
export const unreadRefusal = (reason: string): string => `${prefix}${reason}`

/** Returns the reason of the loader's verdict; null for a refusal by rules. @param refusal as recorded of a page. */
export const unreadReason = (refusal: string): string | null =>
  refusal.startsWith(prefix) ? refusal.slice(prefix.length) : null

/**
 * Settles a page whose robots.txt could not be read: it waits for another try. Does nothing when robots.txt was read,
 * and when the time for waiting is over, which a warning then states.
 * @param nowMs clock of the workflow, epoch milliseconds.
 * @returns true when the page waits.
 */
export function waitForRobots(state: FrontierState, input: JobInput, refused: Refused, nowMs: number): boolean {
  const reason = unreadReason(refused.reason)
  const entry = state.entries[refused.seq]!
  // A crawl whose start page is refused before its first attempt has no other pages: it fails at once.
  const isTried = entry.attempted || attemptsMade(entry) > 0
  if (reason === null || (refused.seq === 0 && discovers(input) && !isTried)) return false
  const { origin, host } = new URL(entry.url)
  if (temporary.test(reason) && mayWait(state.hostClock(host), nowMs)) {
    state.change(refused.seq, { state: 'pending' })
    return true
  }
  // A page that was attempted is among the failed ones.
  if (entry.attempted) return false
  const text = `${entry.url} was not fetched: ${origin}/robots.txt could not be read (${reason})`
  state.warn(text, { kind: 'unread_robots', of: entry.url })
  return false
}

/** A host that has never answered may not exist any more, and holds up the end of the job for less time. */
function mayWait(clock: HostClock, nowMs: number): boolean {
  const { robotsUnreadSinceMs, pagesPerSec, browserPagesPerSec } = clock
  const hasAnswered = pagesPerSec !== null || browserPagesPerSec !== null
  const patienceMs = hasAnswered ? discoveryLimits.robotsPatienceMs : discoveryLimits.robotsPatienceNewHostMs
  return robotsUnreadSinceMs === null || nowMs - robotsUnreadSinceMs < patienceMs
}

/**
 * Updates the clocks of the hosts of a slice after its pages were settled: hosts with pages that wait rest before the
 * next try, and hosts whose robots.txt was read have their whole time for waiting again.
 * @param waiting pages for which `waitForRobots` returned true, by their `seq`.
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

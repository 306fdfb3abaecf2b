/** Gives up hosts that no further answers are expected from: all their waiting pages fail together. */
import { attemptsAsMade } from './state/entry.ts'
import type { FrontierState } from './state/frontier-state.ts'
import type { HostClock } from '../hosts/host-clock.ts'
import { lanes } from './state/lane-queues.ts'
import type { WarningKind } from './state/warning-book.ts'

interface Verdict {
  /** Code the pages fail with. */
  code: 'rate_limited' | 'dns_failure'
  message: string
  /** Kind of the warning. */
  kind: WarningKind
}

/**
 * Fails the waiting pages of hosts that have throttled for the whole stall budget or whose name does not resolve, as
 * many as the job's limit covers.
 * @param nowMs clock of the workflow, epoch milliseconds.
 * @param stallBudgetMs how long a host may throttle without a single answer, milliseconds.
 */
export function giveUpHosts(state: FrontierState, nowMs: number, stallBudgetMs: number): void {
  for (const [host, clock] of state.hosts) {
    const verdict = verdictOn(clock, nowMs, stallBudgetMs)
    if (verdict === null) continue
    const isNew = failWaiting(state, host, verdict) > 0 && !clock.isGivenUp
    if (isNew) state.warn(`${host} was given up: ${verdict.message}`, { kind: verdict.kind, of: host })
    const hasStalled = clock.stalledSinceMs !== null
    if (isNew || hasStalled) state.setHost(host, afterGivingUp(clock, clock.isGivenUp || isNew))
  }
}

/** Returns the clock of a host that was given up: a host that throttled may be asked again if a new page comes up. */
const afterGivingUp = (clock: HostClock, isGivenUp: boolean): HostClock =>
  clock.stalledSinceMs === null
    ? { ...clock, isGivenUp }
    : { ...clock, isGivenUp, stalledSinceMs: null, backOffUntilMs: 0 }

function verdictOn({ isDead, stalledSinceMs }: HostClock, nowMs: number, stallBudgetMs: number): Verdict | null {
  if (isDead) return { code: 'dns_failure', message: 'its name could not be resolved', kind: 'unresolved_host' }
  if (stalledSinceMs === null || nowMs - stalledSinceMs < stallBudgetMs) return null
  const message = `the host asked for pauses for more than ${stallBudgetMs / 1_000} s`
  return { code: 'rate_limited', message, kind: 'refusing_host' }
}

/** Fails the waiting pages of a host. @returns the number of pages that were failed. */
function failWaiting(state: FrontierState, host: string, { code, message }: Verdict): number {
  let failed = 0
  const waiting = lanes.flatMap((lane) => state.queues.get(host, lane)?.take(Infinity, () => 'take') ?? [])
  for (const seq of waiting) {
    const entry = state.entries[seq]!
    const { attempted, linksOnly, lines } = entry
    if (!attempted && !linksOnly && state.budgetLeft() < lines) continue
    const end = linksOnly ? ({ state: 'excluded' } as const) : ({ state: 'failed', attempted: true } as const)
    state.change(seq, { ...end, ...attemptsAsMade(entry), reason: code, message })
    failed += 1
  }
  return failed
}

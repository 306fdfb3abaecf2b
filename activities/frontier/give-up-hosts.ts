/** Hosts that nothing more is expected of: their waiting pages fail together. */
import { attemptsAsMade } from './entry.ts'
import type { FrontierState } from './frontier-state.ts'
import type { HostClock } from './host-clock.ts'
import { lanes } from './lane-queues.ts'

interface Verdict {
  /** Code the pages fail with. */
  code: 'rate_limited' | 'dns_error'
  message: string
}

/**
 * Fails the waiting pages of hosts that have refused for the whole stall budget or have no address,
 * as many as the job's limit covers.
 * @param nowMs clock of the workflow.
 */
export function giveUpHosts(state: FrontierState, nowMs: number, stallBudgetMs: number): void {
  for (const [host, clock] of state.hosts) {
    const verdict = verdictOn(clock, nowMs, stallBudgetMs)
    if (verdict === null) continue
    if (failWaiting(state, host, verdict) > 0) state.warn(`${host} was given up: ${verdict.message}`)
    if (clock.stalledSinceMs !== null) state.setHost(host, { ...clock, stalledSinceMs: null, backOffUntilMs: 0 })
  }
}

function verdictOn({ isDead, stalledSinceMs }: HostClock, nowMs: number, stallBudgetMs: number): Verdict | null {
  if (isDead) return { code: 'dns_error', message: 'its name could not be resolved' }
  if (stalledSinceMs === null || nowMs - stalledSinceMs < stallBudgetMs) return null
  return { code: 'rate_limited', message: `the host asked to be left alone for more than ${stallBudgetMs / 1_000} s` }
}

/** @returns how many pages were failed. */
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

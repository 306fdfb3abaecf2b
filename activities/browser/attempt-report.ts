/** Builds the API's report of an attempt: its facts, its counters, the listed calls. */
import type { CaptureAttempt, Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { tenths } from '@seine/shared/pages/tenths.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { ProxyKnowledge } from './report/failure-reason.ts'
import { attemptCounters } from './report/counters.ts'
import type { ListedCalls } from './report/network-calls.ts'

export interface ReportFacts {
  /** Counted from 1. */
  index: number
  geolocation: string | null
  /** Time in the queue before the attempt, milliseconds. */
  queueMs: number
  calls: Pick<ListedCalls, 'calls' | 'total' | 'truncated'>
}

/** Outcomes with the requested page, or with an identified other result in its place. */
const successes = new Set<AttemptResult['outcome']>(['success', 'download', 'pdf'])

/** Whether an attempt captured its page. */
export const succeeded = ({ outcome }: Pick<AttemptResult, 'outcome'>): boolean => successes.has(outcome)

/** Returns what the proxy of an attempt knows about its requests. */
export const proxyKnowledge = ({ proxy }: Pick<AttemptResult, 'proxy'>): ProxyKnowledge => ({
  refusalOf: (url) => {
    const denial = proxy.denialOf(url)
    return denial?.kind === 'unsafe_target' ? denial.reason : null
  },
  dialFailureOf: (url) => proxy.failureOf(url),
  systemCodeOf: (url) => proxy.systemCodeOf(url),
})

/** `browser_basic`, `browser_premium` and so on; a direct connection is the cheapest strategy, `browser_basic`. */
export const strategyOf = (tier: AttemptResult['rung']['tier']): string => `browser_${tier === 'none' ? 'basic' : tier}`

const roundedTimings = ({ timings }: AttemptResult, queueMs: number): CaptureAttempt['timings_ms'] => ({
  queue: tenths(queueMs),
  acquire: tenths(timings.acquire),
  navigate: tenths(timings.navigate),
  wait: tenths(timings.wait),
  actions: tenths(timings.actions),
  settle: tenths(timings.settle),
  collect: tenths(timings.collect),
})

const idleNames = { idle: 'reached', timed_out: 'timed_out' } as const

/** Returns the warnings for callers, which are not part of the attempt's report. */
export function attemptWarnings({ warnings, idle, actions, blockedBy }: AttemptResult): string[] {
  return [
    ...warnings,
    ...(idle === 'timed_out' ? ['the network did not become idle'] : []),
    ...(actions.some(({ status }) => status === 'skipped') ? ['some actions were skipped'] : []),
    ...(blockedBy?.confidence === 'low' ? [`the page may be a block page (${blockedBy.signal})`] : []),
  ]
}

/** One entry of `attempts` in an answer without calls. */
export function pageAttempt(result: AttemptResult, facts: Omit<ReportFacts, 'calls'>): Attempt {
  const { rung, error, blockedBy, idle, actions } = result
  return {
    index: facts.index,
    strategy: strategyOf(rung.tier),
    engine: rung.engine,
    proxy_tier: rung.tier,
    geolocation: facts.geolocation,
    started_at: new Date(result.startedAtMs).toISOString(),
    elapsed_ms: tenths(result.elapsedMs),
    http_status: result.httpStatus,
    success: succeeded(result),
    outcome: result.outcome,
    ...(error === null ? {} : { error }),
    ...(blockedBy === null ? {} : { blocked_by: blockedBy }),
    timings_ms: roundedTimings(result, facts.queueMs),
    ...(idle === null ? {} : { idle: idleNames[idle] }),
    ...(actions.length === 0 ? {} : { actions }),
    ...attemptCounters(result.recording, proxyKnowledge(result)),
  }
}

/** One entry of `attempts` in the answer of a capture. */
export function attemptReport(result: AttemptResult, facts: ReportFacts): CaptureAttempt {
  return {
    ...pageAttempt(result, facts),
    network_calls: facts.calls.calls,
    network_calls_total: facts.calls.total,
    network_calls_truncated: facts.calls.truncated,
  }
}

/** Builds the record of one HTTP attempt, with the same counters as attempts in a browser. Pure. */
import { requestTypes, type AttemptCounters, type Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import type { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import type { Tier } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { headerBytes } from '@seine/shared/pages/header-size.ts'
import { tenths } from '@seine/shared/pages/tenths.ts'
import { outcomeOfEgressError, type PageFault } from '@seine/shared/pages/page-faults.ts'

/** What is known about an attempt before it starts. */
export interface AttemptStart {
  index: number
  tier: Tier
  geolocation: string | null
  /** Epoch milliseconds. */
  startedAtMs: number
  /** A value of `performance.now()`. */
  beganMs: number
  /** Bytes of the request: the headers and the body that the caller or this service set. */
  sentBytes: number
}

/** `http_basic`, `http_premium` and so on; a direct connection is the cheapest strategy, `http_basic`. */
const strategyOf = (tier: Tier): string => `http_${tier === 'none' ? 'basic' : tier}`

type Ending = 'finished' | 'failed' | 'blocked'

const documents = (count: number): AttemptCounters['requests_by_type'] => ({
  ...(Object.fromEntries(requestTypes.map((type) => [type, 0])) as AttemptCounters['requests_by_type']),
  document: count,
})

function counters(
  redirected: number,
  last: Ending | null,
  bytes: { received: number; decoded: number; sent: number },
): AttemptCounters {
  const total = redirected + (last === null ? 0 : 1)
  return {
    requests_total: total,
    requests_finished: redirected + Number(last === 'finished'),
    requests_failed: Number(last === 'failed'),
    requests_blocked: Number(last === 'blocked'),
    requests_canceled: 0,
    requests_pending: 0,
    requests_untracked: 0,
    requests_redirected: redirected,
    requests_from_cache: 0,
    requests_from_service_worker: 0,
    requests_by_type: documents(total),
    bytes_received: bytes.received,
    bytes_decoded: bytes.decoded,
    bytes_sent: bytes.sent,
    bytes_by_type: documents(bytes.received),
    websocket_frames_sent: 0,
    websocket_frames_received: 0,
  }
}

function attempt(start: AttemptStart, facts: Pick<Attempt, 'http_status' | 'outcome'>, counted: AttemptCounters) {
  const elapsed = tenths(performance.now() - start.beganMs)
  return {
    index: start.index,
    strategy: strategyOf(start.tier),
    engine: 'http' as const,
    proxy_tier: start.tier,
    geolocation: start.geolocation,
    started_at: new Date(start.startedAtMs).toISOString(),
    elapsed_ms: elapsed,
    ...facts,
    timings_ms: { queue: 0, acquire: 0, navigate: elapsed, wait: 0, actions: 0, settle: 0, collect: 0 },
    ...counted,
  }
}

/** The record of an attempt that got this answer: a success unless a later check finds a fault. */
export function answeredAttempt(start: AttemptStart, response: EgressResponse): Attempt {
  const { status, headers, redirects, stoppedAt, wireBytes, body } = response
  const head = Object.entries(headers).reduce((sum, [name, value]) => sum + headerBytes(name, value), 0)
  // A redirect that was not followed is itself the last answer.
  const followed = redirects.length - Number(stoppedAt !== null)
  const bytes = { received: head + wireBytes, decoded: body.byteLength, sent: start.sentBytes }
  const facts = { http_status: status, outcome: 'success' as const }
  return { ...attempt(start, facts, counters(followed, 'finished', bytes)), success: true }
}

/**
 * Errors after which no request reached the last redirect's target, or the target itself when there was no
 * redirect.
 */
const unsent: Partial<Record<EgressError['code'], Ending | null>> = {
  unsafe_target: 'blocked',
  invalid_url: null,
  invalid_request: null,
  too_many_redirects: null,
}

/**
 * The record of an attempt without an answer.
 * @param fault what callers see of it.
 */
export function unansweredAttempt(start: AttemptStart, error: EgressError, fault: PageFault): Attempt {
  const { code, redirects } = error
  const ending = unsent[code] === undefined ? 'failed' : unsent[code]
  const bytes = { received: 0, decoded: 0, sent: ending === 'failed' ? start.sentBytes : 0 }
  return {
    ...attempt(
      start,
      { http_status: null, outcome: outcomeOfEgressError(code) },
      counters(redirects.length, ending, bytes),
    ),
    success: false,
    error: { code: fault.code, message: fault.message },
  }
}

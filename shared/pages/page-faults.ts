/**
 * What a fault of a page means for the page: final, worth another attempt, or to be asked again
 * when its host has rested. And what an attempt says of the host. Pure; the table follows RFC 9110
 * for Retry-After and common practice for transient statuses.
 */
import type { PageMethod } from '../tasks/job-input.ts'
import { frontierLimits } from '../config/frontier-limits.ts'
import type { EgressErrorCode } from '../egress/connections/egress-error.ts'
import type { HostSign } from './host-sign.ts'
import type { AttemptOutcome } from './slice-shapes.ts'

/** Why a page was not scraped, in words a caller may see. */
export interface PageFault {
  code: string
  message: string
  /** When another try makes sense, milliseconds from now, where the fault itself knows; absent or null = it does not. */
  retryAfterMs?: number | null
}

/** The time for a page was over before its answer was there. */
export const budgetSpent: PageFault = { code: 'budget_exceeded', message: 'the time for the page ran out' }

/** What to do about a fault. */
export type Remedy =
  | { kind: 'final' }
  /** Another attempt after a pause, charged to the page. */
  | { kind: 'retry'; delayMs: number }
  /** The host has asked for rest; the page is not charged. */
  | { kind: 'rest' }

/** What an attempt at a page came to. */
export interface Attempt {
  method: PageMethod
  fault: PageFault | null
  /** Of the answer; null when there was none. */
  status: number | null
  /** Of the answer, names in lower case. */
  headers: Record<string, string>
  /** True when a redirect was answered on the way, by the page's host at least. */
  redirected: boolean
  /** True when the answer, or its absence, is of another host than the page's. */
  elsewhere: boolean
}

const final: Remedy = { kind: 'final' }

/** Statuses that often pass: the origin or something between was overloaded or restarting. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524])

const transientErrors = new Set<string>(['connect_error', 'connection_reset', 'timeout'] satisfies EgressErrorCode[])

/** Faults of the browser, which say nothing of the host. */
const browserErrors = new Set<string>(['browser_crashed'])

/** Errors of an exchange before any byte of the request was sent. */
const unsentErrors = new Set(['connect_error', 'dns_failure'])

/** Errors that come of an answer, if not of one that is of use. */
const answeredErrors = new Set<string>([
  'too_many_redirects',
  'body_too_large',
  'decode_error',
  'invalid_response',
] satisfies EgressErrorCode[])

/**
 * Chooses the remedy.
 * @param charged attempts charged to the page before this one.
 * @param jitter 0 to 1: spreads the pause either way.
 */
export function remedyFor(attempt: Attempt, charged: number, jitter: number, nowMs: number): Remedy {
  const { fault, status } = attempt
  if (fault === null) return final
  const asksForRest = throttleOf(attempt, nowMs) !== null
  if (!isRepeatable(attempt, asksForRest)) return final
  if (asksForRest) return { kind: 'rest' }
  if (fault.code === 'dns_failure') {
    return charged === 0 ? { kind: 'retry', delayMs: spread(frontierLimits.dnsRetryBackoffMs, jitter) } : final
  }
  const transient =
    fault.code === 'http_status'
      ? transientStatuses.has(status ?? 0)
      : transientErrors.has(fault.code) || browserErrors.has(fault.code)
  if (!transient || charged + 1 >= frontierLimits.pageAttemptsMax) return final
  const { retryBackoffMs } = frontierLimits
  return { kind: 'retry', delayMs: spread(retryBackoffMs[charged] ?? retryBackoffMs[0], jitter) }
}

/** What the attempt says of the page's host. A pause that another host asks for is kept here: it is asked by this one. */
export function hostSignOf(attempt: Attempt, nowMs: number): HostSign {
  const { fault, status, elsewhere } = attempt
  const throttle = throttleOf(attempt, nowMs)
  if (throttle !== null) return { kind: 'throttled', ...throttle }
  if (elsewhere) return { kind: 'answered' }
  if (status === 503) return { kind: 'overloaded' }
  if (status !== null) return { kind: 'answered' }
  const code = fault?.code ?? ''
  if (transientErrors.has(code)) return { kind: 'unreachable' }
  return answeredErrors.has(code) ? { kind: 'answered' } : { kind: 'none' }
}

/** The rest an answer asks for: 429, or 503 with Retry-After. */
function throttleOf({ status, headers }: Attempt, nowMs: number): { retryAfterMs: number | null } | null {
  if (status !== 429 && status !== 503) return null
  const afterMs = retryAfterMs(headers['retry-after'], nowMs)
  if (status === 503 && afterMs === null) return null
  // "At once" of a host that refuses is no time anyone could go by.
  return { retryAfterMs: afterMs === 0 ? null : afterMs }
}

/**
 * Anything but GET is repeated only where no server can have acted on it (RFC 9110, section 9.2.2).
 * Who answers with a redirect has taken the request.
 */
const isRepeatable = ({ method, fault, redirected }: Attempt, asksForRest: boolean): boolean =>
  method === 'GET' || (!redirected && (asksForRest || unsentErrors.has(fault?.code ?? '')))

const spread = (delayMs: number, jitter: number): number =>
  Math.round(delayMs * (1 + frontierLimits.retryJitterShare * (2 * jitter - 1)))

/**
 * Reads Retry-After in both forms (RFC 9110, section 10.2.3), capped.
 * @returns milliseconds from `nowMs`, or null when absent or unreadable.
 */
export function retryAfterMs(
  value: string | undefined,
  nowMs: number,
  maxMs: number = frontierLimits.retryAfterMaxMs,
): number | null {
  if (value === undefined) return null
  const text = value.trim()
  // A header that came twice is joined by a comma; every form of a date begins with the name of its day.
  const seconds = /^\d+(?=\s*(?:,|$))/.exec(text)?.[0]
  const ms =
    seconds !== undefined ? Number(seconds) * 1_000 : /^[a-z]/i.test(text) ? httpDateMs(text) - nowMs : Number.NaN
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxMs)
}

/** Epoch milliseconds of a date; the oldest of its three forms names no zone and means UTC all the same. */
const httpDateMs = (text: string): number => Date.parse(/[a-z]$/i.test(text) ? text : `${text} GMT`)

/** The outcome an attempt record shows for an exchange without an answer. */
export function outcomeOfEgressError(code: EgressErrorCode): AttemptOutcome {
  if (
    code === 'timeout' ||
    code === 'dns_error' ||
    code === 'tls_error' ||
    code === 'proxy_error' ||
    code === 'unsafe_target'
  )
    return code
  return 'network_error'
}

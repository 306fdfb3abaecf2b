/**
 * Decides how a page continues after a fault: final failure, another attempt, or a retry after the pause that its host
 * asks for. Also derives what an attempt shows about its host. Pure; the table follows RFC 9110 for Retry-After and
 * common practice for transient statuses.
 */
import type { PageMethod } from '../tasks/job-input.ts'
import { frontierLimits } from '../config/frontier-limits.ts'
import type { EgressErrorCode } from '../egress/connections/egress-error.ts'
import type { HostSign } from './host-sign.ts'
import { asksForPause } from './pause-request.ts'
import type { AttemptOutcome } from './slice-shapes.ts'

/** Why a page was not scraped, in words that a caller may see. */
export interface PageFault {
  code: string
  message: string
  /** When another try is sensible, milliseconds from now, if the fault determines it; absent or null otherwise. */
  retryAfterMs?: number | null
}

/** The time for a page ended before its answer arrived. */
export const budgetSpent: PageFault = { code: 'budget_exceeded', message: 'the time for the page ran out' }

/** The fault of an answer whose status is not that of a page. */
export const httpStatusFault = (status: number): PageFault => ({
  code: 'http_status',
  message: `the site answered ${status}`,
})

/** How to continue after a fault. */
export type Remedy =
  | { kind: 'final' }
  /** Another attempt after a pause, charged to the page. */
  | { kind: 'retry'; delayMs: number }
  /** The host has requested a pause; the page is not charged. */
  | { kind: 'pause' }

/** Result of a scrape of a page, however many attempts it took. */
export interface PageEnding {
  method: PageMethod
  fault: PageFault | null
  /** Status of the answer; null without an answer. */
  status: number | null
  /** Headers of the answer, names in lower case. */
  headers: Record<string, string>
  /** True when a redirect was answered on the way, at least by the page's host. */
  redirected: boolean
  /** True when the answer, or its absence, comes from another host than the page's. */
  elsewhere: boolean
}

const final: Remedy = { kind: 'final' }

/** Statuses that are often temporary: the origin or an intermediary was overloaded or restarting. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524])

const transientErrors = new Set<string>(['connect_error', 'connection_reset', 'timeout'] satisfies EgressErrorCode[])

/** Faults of the browser, which show nothing about the host. */
const browserErrors = new Set<string>(['browser_crashed'])

/** Errors of an exchange before any byte of the request was sent. */
const unsentErrors = new Set(['connect_error', 'dns_failure'])

/** Errors that are based on an answer, although an unusable one. */
const answeredErrors = new Set<string>([
  'too_many_redirects',
  'body_too_large',
  'decode_error',
  'invalid_response',
] satisfies EgressErrorCode[])

/**
 * Chooses the remedy.
 * @param charged attempts charged to the page before this one.
 * @param jitter 0 to 1: varies the pause in both directions.
 */
export function remedyFor(ending: PageEnding, charged: number, jitter: number): Remedy {
  const { fault, status } = ending
  if (fault === null) return final
  if (!isRepeatable(ending)) return final
  if (asksForPause(ending)) return { kind: 'pause' }
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

/**
 * Returns what the attempt shows about the page's host. A pause requested by another host, to which the page led, is
 * applied to the page's host.
 */
export function hostSignOf(ending: PageEnding, nowMs: number): HostSign {
  const { fault, status, elsewhere } = ending
  if (asksForPause(ending)) return { kind: 'throttled', retryAfterMs: usablePauseMs(ending, nowMs) }
  if (elsewhere) return { kind: 'answered' }
  if (status === 503) return { kind: 'overloaded' }
  if (status !== null) return { kind: 'answered' }
  const code = fault?.code ?? ''
  if (transientErrors.has(code)) return { kind: 'unreachable' }
  return answeredErrors.has(code) ? { kind: 'answered' } : { kind: 'none' }
}

/** Returns the length of the pause that an answer requests, milliseconds; null when it gives no usable one, or 0. */
function usablePauseMs({ headers }: PageEnding, nowMs: number): number | null {
  const afterMs = retryAfterMs(headers['retry-after'], nowMs)
  return afterMs === 0 ? null : afterMs
}

/**
 * Methods other than GET are repeated only when no server can have acted on the request (RFC 9110, section 9.2.2). A
 * server that answers with a redirect has accepted the request.
 */
const isRepeatable = (ending: PageEnding): boolean =>
  ending.method === 'GET' ||
  (!ending.redirected && (asksForPause(ending) || unsentErrors.has(ending.fault?.code ?? '')))

const spread = (delayMs: number, jitter: number): number =>
  Math.round(delayMs * (1 + frontierLimits.retryJitterShare * (2 * jitter - 1)))

/**
 * Parses Retry-After in both forms (RFC 9110, section 10.2.3), capped.
 * @returns milliseconds from `nowMs`; null when absent or unreadable.
 */
export function retryAfterMs(
  value: string | undefined,
  nowMs: number,
  maxMs: number = frontierLimits.retryAfterMaxMs,
): number | null {
  if (value === undefined) return null
  const text = value.trim()
  // A repeated header is joined by a comma; every date format begins with the name of its day.
  const seconds = /^\d+(?=\s*(?:,|$))/.exec(text)?.[0]
  const ms =
    seconds !== undefined ? Number(seconds) * 1_000 : /^[a-z]/i.test(text) ? httpDateMs(text) - nowMs : Number.NaN
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxMs)
}

/** Returns epoch milliseconds of a date; the oldest of its three formats names no time zone but also means UTC. */
const httpDateMs = (text: string): number => Date.parse(/[a-z]$/i.test(text) ? text : `${text} GMT`)

/** Returns the outcome in an attempt record for an exchange without an answer. */
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

/**
 * What a fault of a page means: final, worth another attempt, or a request of the host to wait.
 * Pure; the table follows RFC 9110 for Retry-After and common practice for transient statuses.
 */
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { EgressErrorCode } from '@seine/shared/egress/contract.ts'
import type { AttemptOutcome, Throttle } from './slice-shapes.ts'

/** Why a page was not scraped, in words a caller may see. */
export interface PageFault {
  code: string
  message: string
}

/** What to do about a fault. */
export type Remedy =
  | { kind: 'final' }
  /** Another attempt after a pause, charged to the page. */
  | { kind: 'retry'; delayMs: number }
  /** The host is asked to rest; the page is not charged. */
  | { kind: 'throttled'; throttle: Throttle }

const final: Remedy = { kind: 'final' }

/** Statuses that often pass: the origin or something between was overloaded or restarting. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524])

const transientErrors = new Set<string>(['connect_error', 'connection_reset', 'timeout'] satisfies EgressErrorCode[])

/**
 * Chooses the remedy.
 * @param attempt attempts charged to the page before this one.
 * @param headers of the answer, names in lower case.
 */
export function remedyFor(
  fault: PageFault,
  status: number | null,
  headers: Record<string, string>,
  attempt: number,
  nowMs: number,
): Remedy {
  const retryAfter = retryAfterMs(headers['retry-after'], nowMs)
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    return { kind: 'throttled', throttle: { retryAfterMs: retryAfter } }
  }
  if (fault.code === 'dns_error') {
    return attempt === 0 ? { kind: 'retry', delayMs: frontierLimits.dnsRetryBackoffMs } : final
  }
  const transient = fault.code === 'http_status' ? transientStatuses.has(status ?? 0) : transientErrors.has(fault.code)
  if (!transient || attempt + 1 >= frontierLimits.pageAttemptsMax) return final
  return { kind: 'retry', delayMs: frontierLimits.retryBackoffMs[attempt] ?? frontierLimits.retryBackoffMs[0] }
}

/**
 * Reads Retry-After in both forms (RFC 9110, section 10.2.3), capped.
 * @returns milliseconds from `nowMs`, or null when absent or unreadable.
 */
export function retryAfterMs(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null
  const text = value.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), frontierLimits.retryAfterMaxMs)
}

/** The outcome an attempt record shows for an exchange without an answer. */
export function outcomeOfEgressError(code: EgressErrorCode): AttemptOutcome {
  if (code === 'timeout' || code === 'dns_error' || code === 'tls_error' || code === 'unsafe_target') return code
  return 'network_error'
}

/** Why a page could not be scraped, in the codes of the API. Pure. */
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { BrowserUnavailableError, PageScrape } from '@seine/shared/pages/page.ts'
import { retryAfterMs, type PageFault } from '@seine/shared/pages/page-faults.ts'

type ProblemCode = ScrapeProblem['code']

/** Faults that say by themselves what the matter is. */
const namedFaults: Readonly<Record<string, ProblemCode>> = {
  target_blocked: 'target_blocked',
  unsafe_target: 'unsafe_target',
  budget_exceeded: 'budget_exceeded',
  proxy_not_configured: 'proxy_not_configured',
  browser_unavailable: 'browser_unavailable',
}

/** What it is called when every attempt ended the same way. */
const sharedOutcomes: Readonly<Partial<Record<PageAttempt['outcome'], ProblemCode>>> = {
  dns_error: 'dns_failure',
  tls_error: 'tls_failure',
  proxy_error: 'proxy_failure',
}

function codeOf(fault: PageFault, attempts: readonly PageAttempt[]): ProblemCode {
  const named = Object.hasOwn(namedFaults, fault.code) ? namedFaults[fault.code] : undefined
  if (named !== undefined) return named
  const outcomes = new Set(attempts.map(({ outcome }) => outcome))
  const [only] = outcomes
  return (outcomes.size === 1 && only !== undefined ? sharedOutcomes[only] : undefined) ?? 'all_attempts_failed'
}

/**
 * The problem that a fault is for the caller.
 * @param nowMs what a date in the target's Retry-After is compared with.
 */
export function problemOf(
  { answer, attempts }: Pick<PageScrape, 'answer' | 'attempts'>,
  fault: PageFault,
  nowMs: number,
): ScrapeProblem {
  const code = codeOf(fault, attempts)
  const told = code === 'target_blocked' ? retryAfterMs(answer?.headers['retry-after'], nowMs) : null
  const waitMs = fault.retryAfterMs ?? told
  return {
    kind: 'problem',
    code,
    detail: fault.message,
    attempts,
    ...(waitMs === null ? {} : { retryAfterSecs: Math.ceil(waitMs / 1_000) }),
  }
}

/** The problem for a caller whose page needs a browser when there is none, or none that is free. */
export function problemOfUnavailable({ code, message, cause }: BrowserUnavailableError): ScrapeProblem {
  const toldSecs = cause instanceof WorkerCallError ? cause.retryAfterSecs : null
  return {
    kind: 'problem',
    code,
    detail: message,
    attempts: [],
    ...(code === 'concurrency_limit_reached' ? { retryAfterSecs: toldSecs ?? scrapeCallLimits.retryAfterSecs } : {}),
  }
}

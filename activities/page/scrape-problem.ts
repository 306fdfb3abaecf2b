/** Maps the fault of a page to a problem of the API. Pure. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { WorkerCallError } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { BrowserUnavailableError, PageScrape } from '@seine/shared/pages/page.ts'
import { retryAfterMs, type PageFault } from '@seine/shared/pages/page-faults.ts'

type ProblemCode = ScrapeProblem['code']

/** Faults whose code is the code of the problem as well. */
const namedFaults: Readonly<Record<string, ProblemCode>> = {
  target_blocked: 'target_blocked',
  unsafe_target: 'unsafe_target',
  budget_exceeded: 'budget_exceeded',
  proxy_not_configured: 'proxy_not_configured',
  browser_unavailable: 'browser_unavailable',
}

/** Problem codes for pages on which every attempt ended with the same outcome. */
const sharedOutcomes: Readonly<Partial<Record<Attempt['outcome'], ProblemCode>>> = {
  dns_error: 'dns_failure',
  tls_error: 'tls_failure',
  proxy_error: 'proxy_failure',
}

function problemCode(fault: PageFault, attempts: readonly Attempt[]): ProblemCode {
  const named = Object.hasOwn(namedFaults, fault.code) ? namedFaults[fault.code] : undefined
  if (named !== undefined) return named
  const outcomes = new Set(attempts.map(({ outcome }) => outcome))
  const [only] = outcomes
  return (outcomes.size === 1 && only !== undefined ? sharedOutcomes[only] : undefined) ?? 'all_attempts_failed'
}

/**
 * Returns the problem that callers get for a fault.
 * @param nowMs current time, epoch milliseconds, for a date in the target's Retry-After.
 */
export function problemOf(
  { answer, attempts }: Pick<PageScrape, 'answer' | 'attempts'>,
  fault: PageFault,
  nowMs: number,
): ScrapeProblem {
  const code = problemCode(fault, attempts)
  const headerWaitMs = code === 'target_blocked' ? retryAfterMs(answer?.headers['retry-after'], nowMs) : null
  const waitMs = fault.retryAfterMs ?? headerWaitMs
  return {
    kind: 'problem',
    code,
    detail: fault.message,
    attempts,
    ...(waitMs === null ? {} : { retryAfterSecs: Math.ceil(waitMs / 1_000) }),
  }
}

/** Returns the problem for a page that needs a browser if no browser is available or free. */
export function problemOfUnavailable({ code, message, cause }: BrowserUnavailableError): ScrapeProblem {
  const workerRetrySecs = cause instanceof WorkerCallError ? cause.retryAfterSecs : null
  return {
    kind: 'problem',
    code,
    detail: message,
    attempts: [],
    ...(code === 'concurrency_limit_reached'
      ? { retryAfterSecs: workerRetrySecs ?? scrapeCallLimits.retryAfterSecs }
      : {}),
  }
}

/** Why a site could not be mapped, in the codes of the API. */
import type { PageAttempt } from '@seine/shared/api/attempt-schema.ts'
import type { ScrapeProblem } from '@seine/shared/api/worker-reply.ts'
import type { PageFault } from '../page/page-faults.ts'

const codes: Readonly<Record<string, ScrapeProblem['code']>> = {
  dns_error: 'dns_failure',
  tls_error: 'tls_failure',
  proxy_error: 'proxy_failure',
  proxy_not_configured: 'proxy_not_configured',
  unsafe_target: 'unsafe_target',
  blocked: 'target_blocked',
  target_blocked: 'target_blocked',
  timeout: 'budget_exceeded',
  browser_unavailable: 'browser_unavailable',
  concurrency_limit_reached: 'concurrency_limit_reached',
}

/**
 * @param fault of the start page, where nothing else was found.
 * @param attempts at the start page.
 */
export const mapProblem = ({ code, message }: PageFault, attempts: PageAttempt[]): ScrapeProblem => ({
  kind: 'problem',
  code: codes[code] ?? 'all_attempts_failed',
  detail: `nothing of the site could be read: ${message}`,
  attempts,
})

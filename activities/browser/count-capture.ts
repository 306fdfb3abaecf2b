/** Counts the usage of captures: once for each, whatever its answer is. */
import { countUsage } from '@seine/shared/observability/tenant-usage.ts'
import { countAttempts } from '@seine/shared/pages/count-attempts.ts'
import { tenths } from '@seine/shared/pages/tenths.ts'
import { proxyKnowledge, strategyOf } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import { attemptCounters } from './report/counters.ts'

/**
 * Counts the attempts of a capture, and its page, bytes and browser time for its tenant.
 * @param tenant absent in tasks of older processes; usage is then not counted.
 */
export function countCapture(tenant: string | undefined, attempts: readonly AttemptResult[]): void {
  const used = attempts.map((attempt) => ({
    strategy: strategyOf(attempt.rung.tier),
    outcome: attempt.outcome,
    elapsed_ms: tenths(attempt.elapsedMs),
    bytes_received: attemptCounters(attempt.recording, proxyKnowledge(attempt)).bytes_received,
  }))
  countAttempts(used)
  if (tenant !== undefined) countUsage(tenant, used)
}

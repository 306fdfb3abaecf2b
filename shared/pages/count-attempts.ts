/** Counts each attempt at a page once, in the process that creates the answer with the attempt. */
import type { Attempt } from '../api/schemas/attempt-schema.ts'
import { metrics } from '../observability/metrics.ts'

/** @param attempts the attempts of the answer that have not been counted before. */
export function countAttempts(
  attempts: readonly Pick<Attempt, 'strategy' | 'outcome' | 'elapsed_ms' | 'bytes_received'>[],
): void {
  for (const { strategy, outcome, elapsed_ms: elapsedMs, bytes_received: bytes } of attempts) {
    metrics.attempts.inc({ strategy, outcome })
    // A worker of another release may omit values; missing values are not counted and do not fail the page.
    if (elapsedMs >= 0) metrics.attemptSeconds.observe({ strategy }, elapsedMs / 1_000)
    if (bytes > 0) metrics.attemptBytes.inc({ strategy }, bytes)
  }
}

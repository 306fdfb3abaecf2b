/** Counts attempts at pages, once each: where the answer that tells of them is made. */
import type { PageAttempt } from '../api/schemas/attempt-schema.ts'
import { metrics } from '../observability/metrics.ts'

type CountedAttempt = Pick<PageAttempt, 'strategy' | 'outcome' | 'elapsed_ms' | 'bytes_received'>

/** @param attempts those of the answer that nobody has counted before. */
export function countAttempts(attempts: readonly CountedAttempt[]): void {
  for (const { strategy, outcome, elapsed_ms: elapsedMs, bytes_received: bytes } of attempts) {
    metrics.attempts.inc({ strategy, outcome })
    // A worker of another release may tell less; what is not told is not counted, and costs the page nothing.
    if (elapsedMs >= 0) metrics.attemptSeconds.observe({ strategy }, elapsedMs / 1_000)
    if (bytes > 0) metrics.attemptBytes.inc({ strategy }, bytes)
  }
}

/** An attempt as segments and manifests store it: without its counters, since a job may have thousands of attempts. */
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { AttemptRecord } from '@seine/shared/pages/slice-shapes.ts'

/** Keeps only the fields that distinguish one attempt from another. */
export const attemptRecord = ({ index, strategy, engine, blocked_by, ...attempt }: PageAttempt): AttemptRecord => ({
  index,
  strategy,
  engine,
  proxy_tier: attempt.proxy_tier,
  started_at: attempt.started_at,
  elapsed_ms: attempt.elapsed_ms,
  http_status: attempt.http_status,
  success: attempt.success,
  outcome: attempt.outcome,
  error: attempt.error ?? null,
  bytes_received: attempt.bytes_received,
  ...(engine === 'http' ? {} : { requests_total: attempt.requests_total }),
  ...(blocked_by === undefined ? {} : { blocked_by }),
})

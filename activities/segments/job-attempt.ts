/** An attempt as segments and manifests store it: without its counters, since a job may have thousands of attempts. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'

/** Keeps only the fields that distinguish one attempt from another. */
export const jobAttempt = ({ index, strategy, engine, blocked_by, ...attempt }: Attempt): JobAttempt => ({
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

/** `finaliseJob` as Temporal calls it: the job gets its record even when assembling its results keeps failing. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { finalisingBegins } from '@seine/shared/observability/metrics.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import { despiteFaults } from '../faults/repeated-fault.ts'
import { finaliseJob, type FinaliseDeps, type FinaliseWay } from './finalise-job.ts'

const next: Record<FinaliseWay, FinaliseWay | null> = { whole: 'salvaged', salvaged: 'bare', bare: null }

/**
 * Ends a job using whatever can be read of it.
 * @throws StoreUnavailableError; JobInputLostError; ApplicationFailure (non-retryable) when not even a record can be
 *   written.
 */
export async function finaliseDespiteFaults(
  deps: FinaliseDeps & { logger: Pick<Logger, 'warn'> },
  call: FinaliseInput,
  pausesMs?: readonly number[],
): Promise<FinaliseResult> {
  const ended = finalisingBegins()
  const ending = despiteFaults<FinaliseResult, FinaliseWay>('whole', (way) => finaliseJob(deps, call, way), {
    activity: 'finaliseJob',
    instead: (_, way) => next[way],
    report: (error, way) =>
      deps.logger.warn({ jobId: call.jobId, way, err: error }, 'finalising a job fails repeatedly'),
    pausesMs,
  })
  return await ending.finally(ended)
}

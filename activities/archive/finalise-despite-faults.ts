/** `finaliseJob` as Temporal calls it: the job gets its record even when assembling its results keeps failing. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import { finalisingBegins } from '@seine/shared/observability/metrics.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import { wayAfter } from '../faults/counted-attempts.ts'
import { despiteFaults, type ActivityAttemptOptions } from '../faults/repeated-fault.ts'
import { finaliseJob, type FinaliseDeps, type FinaliseWay } from './finalise-job.ts'

const ways: readonly FinaliseWay[] = ['whole', 'salvaged', 'bare']
const next: Record<FinaliseWay, FinaliseWay | null> = { whole: 'salvaged', salvaged: 'bare', bare: null }

/**
 * Ends a job using whatever can be read of it.
 * @param options `faults`: earlier attempts that killed their worker or failed for an unknown reason; the
 *   others: see `despiteFaults`.
 * @throws StoreUnavailableError; JobInputLostError; ApplicationFailure (non-retryable) when not even a record can be
 *   written; any other error, which counts as a fault of the attempt.
 */
export async function finaliseDespiteFaults(
  deps: FinaliseDeps & { logger: Pick<Logger, 'warn'> },
  call: FinaliseInput,
  { faults = 0, ...options }: { faults?: number } & ActivityAttemptOptions = {},
): Promise<FinaliseResult> {
  const first = wayAfter(faults, ways, 'finaliseJob')
  if (faults > 0) deps.logger.warn({ jobId: call.jobId, way: first, faults }, 'finalising a job has failed before')
  const ended = finalisingBegins()
  const ending = despiteFaults<FinaliseResult, FinaliseWay>(first, (way) => finaliseJob(deps, call, way), {
    activity: 'finaliseJob',
    instead: (_, way) => next[way],
    report: (error, way) =>
      deps.logger.warn({ jobId: call.jobId, way, err: error }, 'finalising a job fails repeatedly'),
    ...options,
  })
  return await ending.finally(ended)
}

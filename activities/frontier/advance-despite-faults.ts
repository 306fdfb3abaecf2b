/** `advanceFrontier` as Temporal calls it: quarantines and logs what makes it fail repeatedly. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { wayAfter } from '../faults/counted-attempts.ts'
import { despiteFaults, PoisonedSliceError } from '../faults/repeated-fault.ts'
import { advanceFrontier, type AdvanceDeps } from './advance-frontier.ts'
import { Quarantine } from './quarantine.ts'

/**
 * Advances the frontier by one generation. A slice that cannot be merged is replaced by its segments, then by failed
 * pages, with a warning. The same happens to all finished slices when attempts killed their worker.
 * @param options `faults`: earlier attempts that killed their worker or failed for an unknown reason; `pausesMs`: see
 *   `despiteFaults`.
 * @throws ApplicationFailure, non-retryable, when nothing can be left out: `FrontierLostError` when a generation is
 * missing or cannot be read; StoreUnavailableError; any other error, which counts as a fault of the attempt.
 */
export async function advanceDespiteFaults(
  deps: AdvanceDeps & { logger: Pick<Logger, 'warn'> },
  call: AdvanceInput,
  { faults = 0, pausesMs }: { faults?: number; pausesMs?: readonly number[] } = {},
): Promise<AdvanceResult> {
  const { jobId, generation } = call
  const first = wayAfter(faults, Quarantine.waysOf(call.finished), 'advanceFrontier')
  if (faults > 0) deps.logger.warn({ jobId, generation, faults }, 'advancing a frontier has failed before')
  return await despiteFaults(first, (quarantine) => advanceFrontier(deps, call, quarantine), {
    activity: 'advanceFrontier',
    instead: (error, quarantine) => (error instanceof PoisonedSliceError ? quarantine.with(error.slice) : null),
    report: (error) => deps.logger.warn({ jobId, generation, err: error }, 'the frontier fails repeatedly'),
    pausesMs,
  })
}

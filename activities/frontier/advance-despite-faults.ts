/** `advanceFrontier` as Temporal calls it: quarantines and logs what makes it fail repeatedly. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { despiteFaults, PoisonedSliceError } from '../faults/repeated-fault.ts'
import { advanceFrontier, type AdvanceDeps } from './advance-frontier.ts'
import { nothingQuarantined } from './quarantine.ts'

/**
 * Advances the frontier by one generation. A slice that cannot be merged is replaced by its segments, then by failed
 * pages, with a warning.
 * @throws ApplicationFailure, non-retryable, when nothing can be left out: `FrontierLostError` when a generation is
 * missing or cannot be read; StoreUnavailableError.
 */
export async function advanceDespiteFaults(
  deps: AdvanceDeps & { logger: Pick<Logger, 'warn'> },
  call: AdvanceInput,
  pausesMs?: readonly number[],
): Promise<AdvanceResult> {
  const { jobId, generation } = call
  return await despiteFaults(nothingQuarantined, (quarantine) => advanceFrontier(deps, call, quarantine), {
    activity: 'advanceFrontier',
    instead: (error, quarantine) => (error instanceof PoisonedSliceError ? quarantine.with(error.slice) : null),
    report: (error) => deps.logger.warn({ jobId, generation, err: error }, 'the frontier fails repeatedly'),
    pausesMs,
  })
}

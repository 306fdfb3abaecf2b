/** `advanceFrontier` as Temporal calls it: quarantines and logs what makes it fail repeatedly. */
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { AdvanceInput, AdvanceResult } from '@seine/shared/temporal/shapes.ts'
import { jobOf } from '@seine/shared/storage/job-ref.ts'
import { StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { MergeMarks } from '../faults/merge-marks.ts'
import { despiteFaults, PoisonedSliceError, type ActivityAttemptOptions } from '../faults/repeated-fault.ts'
import { advanceFrontier, type AdvanceDeps } from './advance-frontier.ts'
import { Quarantine } from './quarantine.ts'

/**
 * Advances the frontier by one generation. A slice that cannot be merged is replaced by its segments, then by failed
 * pages, with a warning; the others are merged as they are. So is a slice whose merge has killed workers.
 * @param options `faults`: earlier attempts that killed their worker or failed for an unknown reason; the
 *   others: see `despiteFaults`.
 * @throws ApplicationFailure, non-retryable, when nothing can be left out: `FrontierLostError` when a generation is
 * missing or cannot be read; StoreUnavailableError; any other error, which counts as a fault of the attempt.
 */
export async function advanceDespiteFaults(
  deps: AdvanceDeps & { logger: Pick<Logger, 'warn'> },
  call: AdvanceInput,
  { faults = 0, ...options }: { faults?: number } & ActivityAttemptOptions = {},
): Promise<AdvanceResult> {
  const { jobId, generation } = call
  const marks = faults === 0 ? null : new MergeMarks(deps.store, jobOf(call), generation + 1)
  const first = Quarantine.after(call.finished, faults, (await marks?.deaths()) ?? new Map())
  if (faults > 0) deps.logger.warn({ jobId, generation, faults }, 'advancing a frontier has failed before')
  const advancing = despiteFaults(first, (quarantine) => advanceFrontier(deps, call, { quarantine, marks }), {
    activity: 'advanceFrontier',
    instead: (error, quarantine) => (error instanceof PoisonedSliceError ? quarantine.with(error.slice) : null),
    report: (error) => deps.logger.warn({ jobId, generation, err: error }, 'the frontier fails repeatedly'),
    ...options,
  })
  return await advancing.catch(async (error: unknown) => {
    // The slice that was being merged is not the reason.
    if (error instanceof StoreUnavailableError) await marks?.end().catch(() => undefined)
    throw error
  })
}

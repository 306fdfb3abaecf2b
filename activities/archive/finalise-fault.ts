/** Which faults of `finaliseJob` are worth another try. */
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { JobInputLostError } from '../job-inputs.ts'

/**
 * What is thrown for a fault: the fault itself, which is tried again, or the end of all tries where the store
 * has lost the job. A store that is just being restored gets a moment.
 * @param attempt of the activity, from 1 on.
 */
export function finaliseFault(error: unknown, attempt: number): unknown {
  if (!(error instanceof JobInputLostError) || attempt < temporalLimits.finaliseLostAttemptsMax) return error
  return ApplicationFailure.create({ type: error.name, message: error.message, nonRetryable: true })
}

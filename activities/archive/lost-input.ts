/** What becomes of the end of a job whose input the store does not have. */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { JobInputLostError } from '@seine/shared/jobs/job-inputs.ts'

interface LostInputPatience {
  lostInputPatienceMs: number
  lostInputPollMs: number
}

/**
 * Does the work again and again while the input is missing: a store that is just being restored gets some time.
 * @param signal ends the waiting. @throws ApplicationFailure that is not tried again, when the time is over; every
 *   other fault of the work at once.
 */
export async function despiteLostInput<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  { lostInputPatienceMs, lostInputPollMs }: LostInputPatience = temporalLimits,
): Promise<T> {
  const endsAtMs = performance.now() + lostInputPatienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof JobInputLostError)) throw error
      if (performance.now() >= endsAtMs) {
        throw ApplicationFailure.create({ type: error.name, message: error.message, nonRetryable: true })
      }
      await sleep(lostInputPollMs, undefined, { signal })
    }
  }
}

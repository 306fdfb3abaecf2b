/** Ends a job whose input is missing from the store. */
import { setTimeout as sleep } from 'node:timers/promises'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { JobInputLostError } from '@seine/shared/jobs/job-inputs.ts'

interface LostInputPatience {
  lostInputPatienceMs: number
  lostInputPollMs: number
}

/**
 * Repeats the work while the input is missing, so that a store that is being restored gets some time.
 * @param signal ends the waiting.
 * @throws ApplicationFailure (non-retryable) when the time is over; every other error of the work immediately.
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

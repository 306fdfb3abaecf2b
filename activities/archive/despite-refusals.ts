/** The end of a job in a store that answers and refuses what is asked of it: it comes in minutes, without a record. */
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { isSilence, StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { ApplicationFailure } from '@temporalio/activity'

/**
 * Does the work, again after pauses while the store refuses it. A store that does not answer, be
 * it to a ping or to the call itself, is no refusal: Temporal repeats the activity until it is back.
 * @param pausesMs between tries, milliseconds; one try more than pauses.
 * @throws ApplicationFailure that is not tried again, after the last try; StoreUnavailableError while the store does
 *   not answer; every other fault of the work at once.
 */
export async function despiteRefusals<T>(
  store: Pick<Store, 'ping'>,
  work: () => Promise<T>,
  signal: AbortSignal,
  pausesMs: readonly number[] = archiveLimits.refusalPausesMs,
): Promise<T> {
  for (let refusals = 0; ; refusals += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || isSilence(error)) throw error
      await store.ping()
      const pauseMs = pausesMs[refusals]
      if (pauseMs === undefined) {
        metrics.repeatedFaults.inc({ activity: 'finaliseJob' })
        const message = `the store answers and refuses the end of the job: ${error.message}`
        throw ApplicationFailure.create({ type: 'StoreRefusesError', message, nonRetryable: true })
      }
      await sleep(pauseMs, undefined, { signal })
    }
  }
}

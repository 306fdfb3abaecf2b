/** Ends a job whose store answers but refuses requests: the end comes within minutes, without a record. */
import { setTimeout as sleep } from 'node:timers/promises'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { isSilence, StoreUnavailableError } from '@seine/shared/storage/store-errors.ts'
import { ApplicationFailure } from '@temporalio/activity'

/**
 * Runs the work and repeats it after pauses while the store refuses requests. A store that does not answer, whether to
 * a ping or to the call itself, does not count as a refusal: Temporal repeats the activity until the store is back.
 * @param pausesMs pauses between tries, milliseconds; there is one more try than pauses.
 * @throws ApplicationFailure (non-retryable) after the last try; StoreUnavailableError while the store does not answer;
 *   every other error of the work immediately.
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
        const message = `the object store answers but refuses the writes that end the job: ${error.message}`
        throw ApplicationFailure.create({ type: 'StoreRefusesError', message, nonRetryable: true })
      }
      await sleep(pauseMs, undefined, { signal })
    }
  }
}

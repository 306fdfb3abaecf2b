/**
 * `finaliseJob` as a local activity, for jobs of one page. It is tried once; the workflow passes the job to the queue of
 * archives after any failure. That queue bounds archives, repeats what a worker has not finished and counts attempts.
 *
 * Temporal records nothing of a local activity that kills its worker: the next worker would run it again, for ever. So a
 * process ends only jobs whose last advance it has made itself, as the first worker to begin that advance. The next
 * worker does not know the job, or repeats its advance first, and then knows that another one may have died.
 */
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { finalisingBegins } from '@seine/shared/observability/metrics.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { finaliseJob, type FinaliseDeps } from './finalise-job.ts'

const { localEndsInFlight, localEndsKnownMax } = archiveLimits

const nameOf = ({ tenant, id }: JobRef): string => `${tenant}/${id}`

/** The local ends of a process. */
export class LocalEnds {
  #running = 0
  /** Jobs that may end here, oldest first. */
  readonly #known = new Set<string>()

  /** Allows a job to end here, until the process knows many younger ones. */
  admit(job: JobRef): void {
    const name = nameOf(job)
    this.#known.delete(name)
    this.#known.add(name)
    if (this.#known.size <= localEndsKnownMax) return
    for (const oldest of this.#known) {
      this.#known.delete(oldest)
      return
    }
  }

  /**
   * Ends a job, once.
   * @throws ApplicationFailure `NotEndedLocally` when the process must not end it or ends enough others; errors of
   *   `finaliseJob`.
   */
  async finalise(deps: FinaliseDeps, call: FinaliseInput): Promise<FinaliseResult> {
    const isKnown = this.#known.delete(nameOf(jobOf(call)))
    if (!isKnown || this.#running >= localEndsInFlight) {
      const message = isKnown ? 'other jobs end in this process' : 'another worker may have begun to end the job'
      throw ApplicationFailure.create({ type: 'NotEndedLocally', message, nonRetryable: true, category: 'BENIGN' })
    }
    this.#running += 1
    const ended = finalisingBegins()
    try {
      return await finaliseJob(deps, call)
    } finally {
      ended()
      this.#running -= 1
    }
  }
}

/**
 * `finaliseJob` as a local activity, for jobs of one page. It is tried once; the workflow passes the job to the queue of
 * archives after any failure. That queue bounds archives, repeats what a worker has not finished and counts attempts.
 *
 * Temporal records nothing of a local activity that kills its worker: the next worker would run it again, for ever. So a
 * process ends only jobs whose last advance it has made itself, as the first worker to begin that advance. The next
 * worker does not know the job, or repeats its advance first, and then knows that another one may have died.
 */
import { archiveLimits, temporalLimits } from '@seine/shared/config/limits.ts'
import { finalisingBegins } from '@seine/shared/observability/metrics.ts'
import { jobOf, type JobRef } from '@seine/shared/storage/job-ref.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FinaliseInput, FinaliseResult } from '@seine/shared/temporal/shapes.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { ApplicationFailure } from '@temporalio/activity'
import { LRUCache } from 'lru-cache'
import type { EndPermits } from '../frontier/advance-locally.ts'
import { finaliseJob, type FinaliseDeps } from './finalise-job.ts'

const { localEndsInFlight, localEndsKnownMax } = archiveLimits

const nameOf = ({ tenant, id }: JobRef): string => `${tenant}/${id}`

const writes = new Set<string | symbol>(['put', 'putIfAbsent', 'delete'] satisfies (keyof Store)[])

/**
 * Returns an object whose methods of these names fail when it is too late.
 * @param replaced members in place of those of the object.
 */
function inTime<T extends object>(
  target: T,
  isGuarded: (name: string | symbol) => boolean,
  isLate: () => boolean,
  replaced: Partial<T> = {},
): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = name in replaced ? Reflect.get(replaced, name) : Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown =>
        isGuarded(name) && isLate()
          ? Promise.reject(new Error('the time of a local end is over'))
          : Reflect.apply(member, target, given)
    },
  })
}

/**
 * Returns a store that refuses to write when it is too late. A process that stood still meanwhile must not replace what
 * the queue of archives has written in its place.
 */
function writingInTime(store: Store, isLate: () => boolean): Store {
  const uploads = inTime(store.uploads, () => true, isLate)
  return inTime(store, (name) => writes.has(name), isLate, { uploads })
}

/** The local ends of a process. */
export class LocalEnds implements EndPermits {
  #running = 0
  /** Jobs that may end here; of many, the youngest. */
  readonly #known = new LRUCache<string, true>({ max: localEndsKnownMax })

  forget(job: JobRef): void {
    this.#known.delete(nameOf(job))
  }

  admit(job: JobRef): void {
    this.#known.set(nameOf(job), true)
  }

  /**
   * Ends a job, once.
   * @param signal aborts when the workflow no longer waits.
   * @throws ApplicationFailure `NotEndedLocally` when the process must not end it or ends enough others; errors of
   *   `finaliseJob`.
   */
  async finalise(deps: FinaliseDeps, call: FinaliseInput, signal: AbortSignal): Promise<FinaliseResult> {
    const isKnown = this.#known.delete(nameOf(jobOf(call)))
    if (!isKnown || this.#running >= localEndsInFlight) {
      const message = isKnown ? 'other jobs end in this process' : 'another worker may have begun to end the job'
      throw ApplicationFailure.create({ type: 'NotEndedLocally', message, nonRetryable: true, category: 'BENIGN' })
    }
    this.#running += 1
    const ended = finalisingBegins()
    const endsAtMs = monotonicNow() + temporalLimits.localEndMs
    const isLate = (): boolean => signal.aborted || monotonicNow() > endsAtMs
    try {
      return await finaliseJob({ ...deps, store: writingInTime(deps.store, isLate) }, call)
    } finally {
      ended()
      this.#running -= 1
    }
  }
}

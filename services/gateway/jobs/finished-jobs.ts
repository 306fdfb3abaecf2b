/**
 * Caches the status of finished jobs. The result of a job never changes, so that a job that is read repeatedly costs
 * the workflow service and the store one read per cache period; its links are as old as the cached status.
 */
import { LRUCache } from 'lru-cache'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { JobView } from './status-body.ts'

export class FinishedJobs {
  readonly #kept: LRUCache<string, JobView>

  /** @param now monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#kept = new LRUCache({
      max: gatewayLimits.finishedKeptJobs,
      ttl: gatewayLimits.finishedKeptMs,
      ttlResolution: 0,
      perf: { now },
    })
  }

  /** Returns the cached status of a finished job; null when it must be read. */
  recent(job: JobRef): JobView | null {
    return this.#kept.get(jobPrefix(job)) ?? null
  }

  /** Caches the status of a finished job. */
  keep(job: JobRef, view: JobView): void {
    this.#kept.set(jobPrefix(job), view)
  }
}

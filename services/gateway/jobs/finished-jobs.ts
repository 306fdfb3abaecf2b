/**
 * Caches the status of finished jobs. The result of a job never changes, so that a job that is read repeatedly costs
 * the workflow service and the store one read per cache period; its links are as old as the cached status. Lists have no
 * links, so that their entries are kept for longer.
 */
import { LRUCache } from 'lru-cache'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { JobView } from './status-body.ts'

export class FinishedJobs {
  readonly #kept: LRUCache<string, JobView>
  readonly #listed: LRUCache<string, JobView>

  /** @param now monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    const { finishedKeptJobs, finishedKeptMs, listedKeptJobs, listedKeptMs } = gatewayLimits
    const options = { ttlResolution: 0, perf: { now } }
    this.#kept = new LRUCache({ max: finishedKeptJobs, ttl: finishedKeptMs, ...options })
    this.#listed = new LRUCache({ max: listedKeptJobs, ttl: listedKeptMs, ...options })
  }

  /** Returns the cached status of a finished job; null when it must be read. */
  recent(job: JobRef): JobView | null {
    return this.#kept.get(jobPrefix(job)) ?? null
  }

  /**
   * Returns the status of a finished job for a list, without links; null when it must be read. It may be minutes old,
   * but the retention of the job has not passed.
   * @param nowMs epoch milliseconds.
   */
  listed(job: JobRef, nowMs: number = Date.now()): JobView | null {
    const view = this.#listed.get(jobPrefix(job)) ?? null
    const { expiresAt = null } = view ?? {}
    return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? null : view
  }

  /** Caches the status of a finished job. @param final whether nothing of it can change any more. */
  keep(job: JobRef, view: JobView, final: boolean): void {
    const key = jobPrefix(job)
    this.#kept.set(key, view)
    if (final) this.#listed.set(key, { ...view, s3PresignedUrls: null, partialS3PresignedUrls: null })
    else this.#listed.delete(key)
  }
}

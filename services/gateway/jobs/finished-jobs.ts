/**
 * Caches the status of finished jobs. The result of a job never changes, so that a job that is read repeatedly costs
 * the workflow service and the store one read per cache period; its links are as old as the cached status.
 */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { ToldStatus } from './status-body.ts'

interface Kept {
  told: ToldStatus
  /** When the entry expires, milliseconds of the monotonic clock. */
  untilMs: number
}

export class FinishedJobs {
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  /** @param now monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns the cached status of a finished job; null when it must be read. */
  recent(job: JobRef): ToldStatus | null {
    const kept = this.#kept.get(jobPrefix(job))
    return kept === undefined || kept.untilMs <= this.#now() ? null : kept.told
  }

  /** Caches the status of a finished job. */
  keep(job: JobRef, told: ToldStatus): void {
    const key = jobPrefix(job)
    this.#kept.delete(key)
    this.#kept.set(key, { told, untilMs: this.#now() + gatewayLimits.finishedKeptMs })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= gatewayLimits.finishedKeptJobs) break
      this.#kept.delete(oldest)
    }
  }
}

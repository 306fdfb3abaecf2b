/**
 * Finished jobs as they were last told. What they came to never changes, so that one which is read
 * again and again costs the workflow service and the store a look in a while; links are as old as
 * what is kept.
 */
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import type { ToldStatus } from './status-body.ts'

interface Kept {
  told: ToldStatus
  /** On the monotonic clock, milliseconds. */
  untilMs: number
}

export class FinishedJobs {
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  /** @param now monotonic clock, milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** How a job ended, if that was told a moment ago; null = it has to be looked at. */
  recent(job: JobRef): ToldStatus | null {
    const kept = this.#kept.get(jobPrefix(job))
    return kept === undefined || kept.untilMs <= this.#now() ? null : kept.told
  }

  /** Remembers what is told of a finished job. */
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

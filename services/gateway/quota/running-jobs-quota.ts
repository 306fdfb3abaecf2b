/**
 * The quota of running jobs of a key, across all gateways. Of two starts at the limit at least one sees the ticket of
 * the other, so that the quota is never exceeded; when both back off, a random pause decides which comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { ApiError } from '../http/api-error.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import { PlacesOfKeys } from '@seine/shared/jobs/places-of-keys.ts'
import type { Caller } from '../http/request-context.ts'
import type { RunningTickets } from '@seine/shared/jobs/running-tickets.ts'

export interface RunningJobsPorts {
  tickets: RunningTickets
  engine: Pick<JobEngine, 'describe'>
  /** Limit for keys without a quota `concurrent_jobs`. */
  defaultMax: number
  /** Waits for the given number of milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/** The caller that starts a job. */
export type JobStarter = Pick<Caller, 'tenant' | 'keyId' | 'quotas'>

/** The place of a job among the running jobs. */
export interface RunningTicket {
  /** Frees the place of a job that was not started, unless the engine reports that it runs. Never rejects. */
  giveBack(): Promise<void>
}

const refused = (max: number, holder: string): ApiError =>
  new ApiError('concurrency_limit_reached', `${holder} may have ${max} jobs running at a time`, {
    retryAfterSecs: apiLimits.concurrencyRetryAfterSecs,
  })

/** The quotas of running jobs of all keys, for starts in this process. */
export class RunningJobs {
  readonly #ports: RunningJobsPorts
  readonly #places: PlacesOfKeys

  constructor(ports: RunningJobsPorts) {
    this.#ports = ports
    this.#places = new PlacesOfKeys(ports)
  }

  /**
   * Takes a place for a job that is about to start; repeated calls for the same job take only one.
   * @param starter the caller under whose key the job counts.
   * @param holder what the key is called in an answer that refuses the job.
   * @throws ApiError `concurrency_limit_reached`; StoreUnavailableError.
   */
  async take(starter: JobStarter, jobId: string, holder = 'this API key'): Promise<RunningTicket> {
    const max = starter.quotas.concurrent_jobs ?? this.#ports.defaultMax
    if (max === 0) throw refused(max, holder)
    const places = this.#places.of(starter)
    for (const pauseMs of [...apiLimits.quotaRetryPausesMs, null]) {
      const verdict = await places.take(jobId, max)
      if (verdict === 'in') return { giveBack: () => places.giveBack(jobId) }
      if (verdict === 'full' || pauseMs === null) break
      await (this.#ports.pause ?? sleep)(Math.random() * pauseMs)
    }
    throw refused(max, holder)
  }

  /**
   * Returns how many jobs may run under a key at a time, and how many have a place. A run of a watch that was not begun
   * leaves a place behind, which is freed here.
   * @throws StoreUnavailableError
   */
  async standing(starter: JobStarter): Promise<{ limit: number; used: number }> {
    const used = await this.#places.of(starter).used()
    return { limit: starter.quotas.concurrent_jobs ?? this.#ports.defaultMax, used }
  }
}

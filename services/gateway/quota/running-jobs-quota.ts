/**
 * The quota of running jobs of a key, over all gateways. Of two starts at the boundary at least one sees
 * the ticket of the other, so that never more than the quota run; when both give way, chance says
 * which comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { ApiError } from '../http/api-error.ts'
import type { JobEngine } from '../engine/job-engine.ts'
import { KeyPlaces } from './key-places.ts'
import type { Caller } from '../http/request-context.ts'
import type { RunningTickets } from './running-tickets.ts'
import { StaleTickets } from './stale-tickets.ts'

export interface RunningJobsPorts {
  tickets: RunningTickets
  engine: Pick<JobEngine, 'describe'>
  /** For keys without a quota `concurrent_jobs`. */
  defaultMax: number
  /** Waits so many milliseconds. */
  pause?: (ms: number) => Promise<unknown>
}

/** Who starts a job. */
export type JobStarter = Pick<Caller, 'tenant' | 'keyId' | 'quotas'>

/** The place of a job among those that run. */
export interface RunningTicket {
  /** The job was not started after all: its place is free again, unless the engine knows that it runs. Never rejects. */
  giveBack(): Promise<void>
}

const refused = (max: number): ApiError =>
  new ApiError('concurrency_limit_reached', `this API key may have ${max} jobs running at a time`, {
    retryAfterSecs: apiLimits.concurrencyRetryAfterSecs,
  })

/** The running jobs of every key, as far as this process starts them. */
export class RunningJobs {
  readonly #ports: RunningJobsPorts
  readonly #places = new Map<string, KeyPlaces>()

  constructor(ports: RunningJobsPorts) {
    this.#ports = ports
  }

  /**
   * Takes the place of a job that is about to start; once, however often it is asked for the same job.
   * @param starter under whose key the job is counted.
   * @throws ApiError `concurrency_limit_reached`; StoreUnavailableError.
   */
  async take(starter: JobStarter, jobId: string): Promise<RunningTicket> {
    const max = starter.quotas.concurrent_jobs ?? this.#ports.defaultMax
    if (max === 0) throw refused(max)
    const places = this.#placesOf(starter)
    for (const pauseMs of [...apiLimits.quotaRetryPausesMs, null]) {
      const verdict = await places.take(jobId, max)
      if (verdict === 'in') return { giveBack: () => places.giveBack(jobId) }
      if (verdict === 'full' || pauseMs === null) break
      await (this.#ports.pause ?? sleep)(Math.random() * pauseMs)
    }
    throw refused(max)
  }

  #placesOf({ tenant, keyId }: JobStarter): KeyPlaces {
    const name = `${tenant}/${keyId}`
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const { tickets, engine } = this.#ports
    const places = new KeyPlaces({ holder: { tenant, keyId }, tickets, stale: new StaleTickets(engine) })
    this.#places.set(name, places)
    return places
  }
}

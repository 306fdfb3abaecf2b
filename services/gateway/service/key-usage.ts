/** What the key of a caller may use, and what it uses. */
import type { DefinitionStore } from '@seine/activities/watches/definition-store.ts'
import { watchLimits } from '@seine/shared/config/watch-limits.ts'
import type { KeyReport } from '@seine/shared/api/schemas/service-schema.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import type { OpenStreams } from '../events/open-streams.ts'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../http/request-context.ts'
import type { RateLimits } from '../quota/rate-limits.ts'
import { watchesOfKey } from '../watches/watch-index.ts'
import { serviceLimits } from './service-limits.ts'
import type { RunningJobs } from '../quota/running-jobs-quota.ts'

export interface KeyUsagePorts {
  rates: Pick<RateLimits, 'standing'>
  running: Pick<RunningJobs, 'standing'>
  streams: Pick<OpenStreams, 'standing'>
  watches: { definitions: Pick<DefinitionStore, 'index'> }
}

type KeyNumbers = Pick<KeyReport, 'quotas' | 'usage'>

/** Numbers of a key that cost listings of the store. */
interface ListedNumbers {
  jobs: { limit: number; used: number }
  watches: number
}

/** Reads what keys may use and use; what costs a listing of the store is used again for a moment. */
export class KeyUsage {
  readonly #ports: KeyUsagePorts
  readonly #listed = new LRUCache<string, Promise<ListedNumbers>>({
    max: serviceLimits.keysKept,
    ttl: serviceLimits.keyFreshMs,
  })

  constructor(ports: KeyUsagePorts) {
    this.#ports = ports
  }

  /**
   * Returns the quotas of a key and their use; the request that asks counts as a read.
   * @throws StoreUnavailableError
   */
  async of(caller: Caller): Promise<KeyNumbers> {
    const [rates, { jobs, watches }] = await Promise.all([this.#ports.rates.standing(caller), this.#listedOf(caller)])
    const ofWatches = { limit: watchLimits.perKeyMax, used: watches }
    const streams = this.#ports.streams.standing(caller)
    const standings = { ...rates, concurrent_jobs: jobs, streams, watches: ofWatches }
    const numbers = (of: 'limit' | 'used'): KeyReport['quotas'] => ({
      starts_per_minute: standings.starts_per_minute[of],
      reads_per_minute: standings.reads_per_minute[of],
      calls_per_minute: standings.calls_per_minute[of],
      concurrent_jobs: standings.concurrent_jobs[of],
      streams: standings.streams[of],
      watches: standings.watches[of],
    })
    return { quotas: numbers('limit'), usage: numbers('used') }
  }

  #listedOf(caller: Caller): Promise<ListedNumbers> {
    const name = `${caller.tenant}/${caller.keyId}`
    const known = this.#listed.get(name)
    if (known !== undefined) return known
    const listed = this.#list(caller)
    this.#listed.set(name, listed)
    // A failure is not used again.
    listed.catch(() => this.#listed.delete(name))
    return listed
  }

  async #list(caller: Caller): Promise<ListedNumbers> {
    const { running, watches } = this.#ports
    const [jobs, index] = await Promise.all([
      running.standing(caller),
      withinDeadline('listing watches', watches.definitions.index(caller.tenant, null, Infinity)),
    ])
    return { jobs, watches: watchesOfKey(index, caller.keyId) }
  }
}

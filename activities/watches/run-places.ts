/**
 * The places of runs of watches among the running jobs of their keys. The gateway hands out the places of jobs that are
 * started by calls; both write tickets in the store, so that all jobs of a key count together.
 */
import { PlacesOfKeys, type PlacesOfKeysPorts } from '@seine/shared/jobs/places-of-keys.ts'
import type { ApiKeyEntry } from '@seine/shared/api/keys/api-keys-file.ts'
import type { WatchDefinition } from '@seine/shared/watches/definition.ts'
import type { KeySource } from '../notify/webhook-secrets.ts'

/**
 * `full`: the key has no room for another running job now. `none_allowed`: its quota is 0. `no_key`: its tenant has no
 * key any more, so that its watches can neither be seen nor deleted.
 */
export type RunVerdict = 'in' | 'full' | 'none_allowed' | 'no_key'

export interface RunPlacesPorts extends PlacesOfKeysPorts {
  /** The keys; null when this worker has no file of keys. */
  keys: KeySource | null
  /** Limit for keys without a quota `concurrent_jobs`. */
  defaultMax: number
}

/** The places of the runs that begin in this process. */
export class RunPlaces {
  readonly #ports: RunPlacesPorts
  readonly #places: PlacesOfKeys

  constructor(ports: RunPlacesPorts) {
    this.#ports = ports
    this.#places = new PlacesOfKeys(ports)
  }

  /**
   * Takes a place for the job of a run; repeated calls for the same job take only one.
   * @param hasBegun whether an earlier attempt has begun the run: then it keeps its place.
   * @throws StoreUnavailableError
   */
  async take(
    { tenant, keyId }: Pick<WatchDefinition, 'tenant' | 'keyId'>,
    jobId: string,
    hasBegun: boolean,
  ): Promise<RunVerdict> {
    if (hasBegun) {
      await this.#ports.tickets.put({ tenant, keyId }, jobId)
      return 'in'
    }
    const own = (await this.#entries())?.filter((entry) => entry.tenant === tenant)
    if (own?.length === 0) return 'no_key'
    // The setting counts for a key that was replaced by another one of its tenant.
    const max = own?.find(({ id }) => id === keyId)?.quotas?.concurrent_jobs ?? this.#ports.defaultMax
    if (max === 0) return 'none_allowed'
    return (await this.#places.of({ tenant, keyId }).take(jobId, max)) === 'in' ? 'in' : 'full'
  }

  /** Returns all keys; null when they are not known here. A file that cannot be read stops no watches. */
  async #entries(): Promise<readonly ApiKeyEntry[] | null> {
    return (await this.#ports.keys?.entries().catch(() => null)) ?? null
  }
}

/** A digest of everything that the results of a job are built from; it changes when any of that changes. */
import { createHash } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { batchUrlsKey, frontierPrefix, pagesPrefix, slicesPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import manifest from '../package.json' with { type: 'json' }

/** Computes the digest of a job's result sources. */
export interface ResultSources {
  /**
   * Returns a value that stays the same as long as another build gives the same results. @throws StoreUnavailableError
   */
  of(job: JobRef): Promise<string>
}

/**
 * Creates the digest from a store: it covers the names, sizes and times of all objects that a build reads, and the
 * release that builds. An object that is restored, even with the same size, changes the digest.
 */
export const createResultSources = (store: Pick<Store, 'listObjects'>): ResultSources => ({
  async of(job) {
    const sum = createHash('sha256').update(manifest.version)
    for (const prefix of [batchUrlsKey(job), frontierPrefix(job), slicesPrefix(job), pagesPrefix(job)]) {
      for (const { key, bytes, lastModifiedMs } of await store.listObjects(prefix)) {
        sum.update(`\n${key} ${bytes} ${lastModifiedMs}`)
      }
    }
    return sum.digest('hex')
  },
})

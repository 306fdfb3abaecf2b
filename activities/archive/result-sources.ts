/** What the results of a job are built from, as one text that changes when any of it does. */
import { createHash } from 'node:crypto'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { batchUrlsKey, frontierPrefix, pagesPrefix, slicesPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import manifest from '../package.json' with { type: 'json' }

/** Reads what results are built from. */
export interface ResultSources {
  /** The same as long as building again gives the same. @throws StoreUnavailableError */
  of(job: JobRef): Promise<string>
}

/**
 * The sources in a store: the names, sizes and times of all objects that building reads, and the release that builds.
 * An object that is put back, also one of the same size, makes another text.
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

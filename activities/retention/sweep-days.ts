/**
 * Sweeps folders named by day: cached pages and sites, screenshots that responses link to, unused sessions, mail
 * tickets, marks of started jobs and of deleted watches.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { retentionLimits, storeLimits } from '@seine/shared/config/limits.ts'
import {
  cachePrefix,
  dayOf,
  implicitSessionsPrefix,
  mailsPrefix,
  screenshotsPrefix,
  startedPrefix,
} from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import {
  deletedWatchesPrefix,
  deletedWatchOf,
  definitionsPrefix,
  packCreationOf,
  packsPrefix,
  watchPrefix,
} from '@seine/shared/watches/watch-keys.ts'

/** Folders that are kept as long as a job may run and be kept. */
const ofJobs: ReadonlySet<string> = new Set([startedPrefix, deletedWatchesPrefix])

/**
 * Deletes all that is left of deleted watches: stored pages to which their jobs referred, and what a deletion that
 * failed has left. A watch that was created again under the same id keeps everything while it exists, and prunes old
 * pages itself; when it was deleted too, its own pages are kept for its own mark.
 * @param marks keys that name the watches.
 */
async function deleteWatches(store: Store, marks: readonly string[]): Promise<void> {
  for (const mark of marks) {
    const { watch, createdAtMs } = deletedWatchOf(mark)
    const keys = await store.list(watchPrefix(watch))
    if (keys.some((key) => key.startsWith(definitionsPrefix(watch)))) continue
    const isKept = (key: string): boolean =>
      key.startsWith(packsPrefix(watch)) && packCreationOf(watch, key) > createdAtMs
    await store.delete(keys.filter((key) => !isKept(key)))
  }
}

/**
 * Deletes the objects of days that are over.
 * @param nowMs epoch milliseconds.
 * @param jobDays days for which the marks of started jobs and deleted watches are kept: as long as a job may run and
 *   be kept.
 * @returns how many were deleted, and whether there are more.
 * @throws StoreUnavailableError; calling again continues.
 */
export async function sweepDays(
  store: Store,
  nowMs: number,
  jobDays: number,
): Promise<{ deleted: number; more: boolean }> {
  const oldestDay = dayOf(nowMs - retentionLimits.dayFoldersKept * dayMs)
  const oldestStart = dayOf(nowMs - jobDays * dayMs)
  let deleted = 0
  for (const prefix of [cachePrefix, screenshotsPrefix, implicitSessionsPrefix, mailsPrefix, ...ofJobs]) {
    for (const folder of await store.listFolders(prefix)) {
      if (folder.slice(prefix.length, -1) >= (ofJobs.has(prefix) ? oldestStart : oldestDay)) continue
      const keys = await store.list(folder, { max: storeLimits.keysPerCall })
      if (prefix === deletedWatchesPrefix) await deleteWatches(store, keys)
      await store.delete(keys)
      deleted += keys.length
      if (keys.length === storeLimits.keysPerCall) return { deleted, more: true }
    }
  }
  return { deleted, more: false }
}

/**
 * Sweeps folders named by day: cached pages and sites, screenshots that responses link to, unused sessions, mail
 * tickets.
 */
import { retentionLimits, storeLimits } from '@seine/shared/config/limits.ts'
import {
  cachePrefix,
  dayOf,
  implicitSessionsPrefix,
  mailsPrefix,
  screenshotsPrefix,
} from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

/**
 * Deletes the objects of days that are over.
 * @param nowMs epoch milliseconds.
 * @returns how many were deleted, and whether there are more.
 * @throws StoreUnavailableError; calling again continues.
 */
export async function sweepDays(store: Store, nowMs: number): Promise<{ deleted: number; more: boolean }> {
  const oldestDay = dayOf(nowMs - retentionLimits.dayFoldersKept * 86_400_000)
  let deleted = 0
  for (const prefix of [cachePrefix, screenshotsPrefix, implicitSessionsPrefix, mailsPrefix]) {
    for (const folder of await store.listFolders(prefix)) {
      if (folder.slice(prefix.length, -1) >= oldestDay) continue
      const keys = await store.list(folder, { max: storeLimits.keysPerCall })
      await store.delete(keys)
      deleted += keys.length
      if (keys.length === storeLimits.keysPerCall) return { deleted, more: true }
    }
  }
  return { deleted, more: false }
}

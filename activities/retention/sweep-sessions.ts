/**
 * Deletes leftovers of sessions that no longer exist: their creator died half-way, or wrote after they were deleted.
 */
import { retentionLimits } from '@seine/shared/config/limits.ts'
import type { SessionClient } from '@seine/shared/sessions/session-client.ts'
import { sessionOfFolder, sessionsPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { countTrue } from './count-true.ts'
import { foldersOfTenants } from './job-folders.ts'

export type SessionsAlive = Pick<SessionClient, 'facts'>

/**
 * Deletes the folders of sessions that have no entity. A recently written folder is kept: the entity starts after its
 * playbook is written.
 * @param after the position the previous call returned; null: from the first one.
 * @param nowMs epoch milliseconds.
 * @returns how many folders were deleted, and where to continue; null when there are no more.
 * @throws StoreUnavailableError, SessionsUnavailableError, SessionsRefusedError; calling again continues.
 */
export async function sweepSessions(
  store: Store,
  sessions: SessionsAlive,
  after: string | null,
  nowMs: number,
): Promise<{ deleted: number; after: string | null }> {
  const max = retentionLimits.foldersPerCallMax
  const found = await foldersOfTenants(store, { prefix: sessionsPrefix, beginnings: [''] }, after, max)
  const left: string[] = []
  await countTrue(found.folders, async (folder) => {
    left.push(...(await leftIn(store, sessions, folder, nowMs)))
    return true
  })
  for (const folder of left) await store.delete(await store.list(folder))
  return { deleted: left.length, after: found.after }
}

/** Returns the folders of an id that belong to no existing session. */
async function leftIn(store: Store, sessions: SessionsAlive, folder: string, nowMs: number): Promise<string[]> {
  const ref = sessionOfFolder(folder)
  if (ref === null) return []
  const settled: string[] = []
  // List the folders before asking for the entity: a session that starts later has also written later.
  for (const incarnation of await store.listFolders(folder)) {
    const objects = await store.listObjects(incarnation)
    const lastMs = Math.max(...objects.map(({ lastModifiedMs }) => lastModifiedMs))
    if (lastMs < nowMs - retentionLimits.sessionSettleMs) settled.push(incarnation)
  }
  if (settled.length === 0) return []
  const alive = await sessions.facts(ref)
  return settled.filter((incarnation) => alive === null || incarnation !== `${folder}${alive.incarnation}/`)
}

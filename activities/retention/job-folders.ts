/** The folders of all jobs, or of all sessions: those of one tenant after those of another. */
import { jobsPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'

/** Folders of jobs; see `foldersOfTenants`. */
export const jobFolders = async (store: Store, after: string | null, max: number): Promise<string[]> =>
  await foldersOfTenants(store, jobsPrefix, after, max)

/**
 * Folders of the second level, in the order of tenants, then of ids.
 * @param prefix below which every tenant has a folder.
 * @param after the last folder that is known; null = from the first on.
 * @param max most folders. Fewer mean that there are no more.
 * @throws StoreUnavailableError
 */
export async function foldersOfTenants(
  store: Store,
  prefix: string,
  after: string | null,
  max: number,
): Promise<string[]> {
  const [known] = after?.slice(prefix.length).split('/', 1) ?? []
  const folders: string[] = []
  const take = async (tenant: string, range: { after?: string }): Promise<void> => {
    folders.push(...(await store.listFolders(tenant, { ...range, max: max - folders.length })))
  }
  let place: { after?: string } = {}
  if (after !== null && known !== undefined) {
    const tenant = `${prefix}${known}/`
    await take(tenant, { after })
    place = { after: tenant }
  }
  if (folders.length >= max) return folders
  // Each tenant has one at least: so many are enough.
  for (const tenant of await store.listFolders(prefix, { ...place, max })) {
    await take(tenant, {})
    if (folders.length >= max) break
  }
  return folders
}

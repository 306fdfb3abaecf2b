/** The folders of jobs and of sessions: those of one tenant after those of another. */
import { jobsPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { jobKinds } from '@seine/shared/temporal/names.ts'

/** A job is in the group that the first hexadecimal digits of its id name. */
const groupDigits = 2

/** Into how many groups the jobs of a store are divided. */
export const jobGroups = 16 ** groupDigits

/** Some folders, and where to go on; null when there are no more. */
export interface FoundFolders {
  folders: string[]
  after: string | null
}

/**
 * Folders of the jobs of one group, in the order of tenants, then of ids. Takes two listings for each tenant,
 * however many jobs there are in other groups.
 * @param group 0 to `jobGroups` - 1.
 * @param after what the call before gave; null = from the first on.
 * @param max folders, and tenants, that one call looks at at most.
 * @throws StoreUnavailableError
 */
export async function jobFolders(
  store: Store,
  group: number,
  after: string | null,
  max: number,
): Promise<FoundFolders> {
  const digits = group.toString(16).padStart(groupDigits, '0')
  const folders: string[] = []
  const take = async (tenant: string, range: { after?: string }): Promise<void> => {
    for (const kind of jobKinds.toSorted()) {
      if (folders.length >= max) return
      folders.push(...(await store.listFolders(`${tenant}${kind}-${digits}`, { ...range, max: max - folders.length })))
    }
  }
  const [known = '', id = ''] = after?.slice(jobsPrefix.length).split('/') ?? []
  const tenantOfAfter = `${jobsPrefix}${known}/`
  if (after !== null && id !== '') await take(tenantOfAfter, { after })
  if (folders.length >= max) return { folders, after: folders.at(-1)! }
  const tenants = await store.listFolders(jobsPrefix, { ...(after === null ? {} : { after: tenantOfAfter }), max })
  for (const tenant of tenants) {
    await take(tenant, {})
    if (folders.length >= max) return { folders, after: folders.at(-1)! }
  }
  return { folders, after: tenants.length < max ? null : tenants.at(-1)! }
}

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

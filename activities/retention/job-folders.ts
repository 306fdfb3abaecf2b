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

/** Which folders are wanted. */
export interface WantedFolders {
  /** Below which every tenant has a folder. */
  prefix: string
  /** How names of wanted folders of a tenant begin, in the order of names. */
  beginnings: readonly string[]
}

/**
 * Folders of the second level, in the order of tenants, then of ids. Takes one listing for each tenant and beginning,
 * however many other folders there are.
 * @param after what the call before gave; null = from the first on.
 * @param max folders, and tenants, that one call looks at at most.
 * @throws StoreUnavailableError
 */
export async function foldersOfTenants(
  store: Store,
  { prefix, beginnings }: WantedFolders,
  after: string | null,
  max: number,
): Promise<FoundFolders> {
  const folders: string[] = []
  const take = async (tenant: string, range: { after?: string }): Promise<void> => {
    for (const beginning of beginnings) {
      if (folders.length >= max) return
      folders.push(...(await store.listFolders(`${tenant}${beginning}`, { ...range, max: max - folders.length })))
    }
  }
  const [known = '', id = ''] = after?.slice(prefix.length).split('/') ?? []
  const tenantOfAfter = `${prefix}${known}/`
  if (after !== null && id !== '') await take(tenantOfAfter, { after })
  if (folders.length >= max) return { folders, after: folders.at(-1)! }
  const tenants = await store.listFolders(prefix, { ...(after === null ? {} : { after: tenantOfAfter }), max })
  for (const tenant of tenants) {
    await take(tenant, {})
    if (folders.length >= max) return { folders, after: folders.at(-1)! }
  }
  return { folders, after: tenants.length < max ? null : tenants.at(-1)! }
}

/** The folders of the jobs of one group. @param group 0 to `jobGroups` - 1. */
export function foldersOfGroup(group: number): WantedFolders {
  const digits = group.toString(16).padStart(groupDigits, '0')
  return { prefix: jobsPrefix, beginnings: jobKinds.toSorted().map((kind) => `${kind}-${digits}`) }
}

/** Lists the folders of jobs and of sessions, tenant by tenant. */
import { jobsPrefix } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { jobKinds } from '@seine/shared/temporal/names.ts'

/** Number of leading hexadecimal digits of a job id that name its group. */
const groupDigits = 2

/** Number of groups into which the jobs of a store are divided. */
export const jobGroups = 16 ** groupDigits

/** Some folders, and where to continue; null when there are no more. */
export interface FoundFolders {
  folders: string[]
  after: string | null
}

/** Selects folders. */
export interface WantedFolders {
  /** Prefix below which every tenant has a folder. */
  prefix: string
  /** Name prefixes of a tenant's wanted folders, in name order. */
  beginnings: readonly string[]
}

/**
 * Returns folders of the second level, ordered by tenant, then by id. Needs one listing per tenant and name prefix,
 * however many other folders there are.
 * @param after the position the previous call returned; null: from the first one.
 * @param max maximum number of folders, and of tenants, that one call looks at.
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

/** Returns the selection of job folders of one group. @param group 0 to `jobGroups` - 1. */
export function foldersOfGroup(group: number): WantedFolders {
  const digits = group.toString(16).padStart(groupDigits, '0')
  return { prefix: jobsPrefix, beginnings: jobKinds.toSorted().map((kind) => `${kind}-${digits}`) }
}

/** Reads the list of sitemap URLs for the frontier from the store. */
import { DamagedObjectError } from '@seine/shared/storage/damaged-object.ts'
import type { JobRef } from '@seine/shared/storage/job-ref.ts'
import { discoveryKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { DiscoveryList } from './discover-sitemaps.ts'
import { readAgain, type Reading } from '../faults/read-again.ts'

type Listed = Pick<DiscoveryList, 'urls' | 'warnings'>

/**
 * Reads the list. A damaged list is read again after pauses, then replaced by a warning: the crawl continues with the
 * links of its pages.
 * @throws StoreUnavailableError when the object store does not answer.
 */
export async function discoveryList(store: Pick<Store, 'getJson'>, job: JobRef): Promise<Listed> {
  const reading = await readAgain(async () => await readList(store, job))
  if (reading.kind === 'read') return reading.value
  const warning = `the URLs of the sitemaps cannot be read (${reading.why}) and are crawled only where pages link to them`
  return { urls: [], warnings: [warning] }
}

async function readList(store: Pick<Store, 'getJson'>, job: JobRef): Promise<Reading<Listed>> {
  try {
    const list = await store.getJson<unknown>(discoveryKey(job))
    if (list === null) return { kind: 'read', value: { urls: [], warnings: [] } }
    return isList(list) ? { kind: 'read', value: list } : { kind: 'fault', why: 'it is not a list of URLs' }
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
    return { kind: 'fault', why: error.why }
  }
}

function isList(value: unknown): value is Listed {
  if (typeof value !== 'object' || value === null) return false
  const { urls, warnings } = value as Partial<Record<keyof Listed, unknown>>
  return Array.isArray(urls) && urls.every(isUrl) && Array.isArray(warnings)
}

const isUrl = (url: unknown): boolean => typeof url === 'string' && URL.canParse(url)

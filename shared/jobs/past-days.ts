/**
 * A short-lived cache of the listings of started jobs by past day. No job is added to a past day, so a client that reads
 * the list of jobs repeatedly, as the console does, costs one listing of the store instead of one for each day of the
 * retention.
 */
import { LRUCache } from 'lru-cache'
import { gatewayLimits } from '../config/limits.ts'
import { startedListLimits } from './started-list-limits.ts'
import { dayOf, startedPrefix } from '../storage/object-keys.ts'
import type { Store } from '../storage/object-store.ts'

type Listing = Pick<Store, 'list' | 'listFolders'>

/**
 * Creates a view of the store that keeps listings of past days. A mark that expires meanwhile is still listed; readers
 * of the list leave out jobs that are gone.
 * @param store of which only marks of started jobs are listed.
 * @param now returns epoch milliseconds.
 */
export function keepPastDays(store: Listing, now: () => number = Date.now): Listing {
  const keys = new LRUCache<string, string[]>({
    maxSize: startedListLimits.keysKept,
    sizeCalculation: (listed) => listed.length + 1,
    ttl: startedListLimits.keptMs,
    ttlResolution: 0,
    perf: { now },
  })
  let folders: { atMs: number; names: string[] } | null = null

  /** The days in which jobs may be started now, by clocks that are not quite the same. */
  const openDays = (): string[] => {
    const { clockSkewMs } = startedListLimits
    return [...new Set([dayOf(now() - clockSkewMs), dayOf(now()), dayOf(now() + clockSkewMs)])]
  }

  return {
    async list(prefix, range = {}) {
      const day = prefix.slice(startedPrefix.length).split('/')[0] ?? ''
      if (openDays().some((open) => open <= day)) return await store.list(prefix, range)
      // The same listing however many of its keys are wanted, because that depends on the days that are not kept.
      const wanted = { ...range, max: Math.max(range.max ?? 0, gatewayLimits.jobListReadsMax) }
      const name = JSON.stringify([prefix, wanted])
      const known = keys.get(name)
      const listed = known ?? (await store.list(prefix, wanted))
      if (known === undefined) keys.set(name, listed)
      return listed.slice(0, range.max)
    },
    async listFolders(prefix, range = {}) {
      if (folders === null || now() - folders.atMs >= startedListLimits.keptMs) {
        const atMs = now()
        folders = { atMs, names: await store.listFolders(prefix, range) }
      }
      return [...new Set([...folders.names, ...openDays().map((day) => `${prefix}${day}/`)])].toSorted()
    },
  }
}

/**
 * The cache of recently loaded pages, in the object store. Pages are stored in one folder per day, so that
 * pages too old for every request are deleted a folder at a time.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { createHash } from 'node:crypto'
import { pageCacheLimits } from './page-cache-limits.ts'
import { cachedPageKey, dayOf } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { CacheKey, KeptPage, PageCache } from '@seine/shared/pages/page.ts'

const lineFeed = 0x0a

/** First line of an object; the bytes of the content follow it. */
type Head = Omit<KeptPage, 'content'> & { version: 1; content: Omit<KeptPage['content'], 'bytes'> }

/** Returns the name of an object. Pages without a chosen proxy have the names that older versions gave them. */
const hashOf = ({ url, lane, geolocation, proxy, waits }: CacheKey): string =>
  createHash('sha256')
    .update(JSON.stringify([url, lane, geolocation, waits, ...(proxy === 'auto' ? [] : [proxy])]))
    .digest('hex')

function pack({ answer, content: { bytes, contentType, url }, attempt, loadedAt }: KeptPage): Uint8Array {
  const head: Head = { version: 1, answer, attempt, loadedAt, content: { contentType, url } }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes])
}

/** @returns null for an object that another version wrote. */
function unpack(object: Uint8Array): KeptPage | null {
  const end = object.indexOf(lineFeed)
  const { version, content, ...head } = JSON.parse(new TextDecoder().decode(object.subarray(0, end))) as Head
  // The bytes are copied, because extraction may transfer them to a thread.
  return version === 1 ? { ...head, content: { ...content, bytes: new Uint8Array(object.subarray(end + 1)) } } : null
}

/** The folders that can contain a page of at most that age, newest first. */
function daysOf(maxAgeSecs: number, nowMs: number): string[] {
  const days: string[] = []
  const oldest = dayOf(nowMs - maxAgeSecs * 1_000)
  for (let atMs = nowMs; ; atMs -= dayMs) {
    const day = dayOf(atMs)
    if (day < oldest) return days
    days.push(day)
  }
}

/**
 * Creates the cache. Pages of more than `pageCacheLimits.pageMaxBytes` are not cached; an unavailable store
 * counts as an empty one.
 * @param now returns the time, epoch milliseconds.
 */
export function createPageCache(store: Pick<Store, 'get' | 'put'>, now: () => number = Date.now): PageCache {
  const readDay = async (day: string, tenant: string, hash: string): Promise<KeptPage | null> => {
    try {
      const object = await store.get(cachedPageKey(day, tenant, hash))
      return object === null ? null : unpack(object)
    } catch {
      return null
    }
  }
  return {
    async read(key, maxAgeSecs) {
      const nowMs = now()
      const hash = hashOf(key)
      const [today, ...earlier] = daysOf(maxAgeSecs, nowMs)
      if (today === undefined) return null
      const isRecent = (page: KeptPage | null): page is KeptPage =>
        page !== null && nowMs - Date.parse(page.loadedAt) <= maxAgeSecs * 1_000
      const newest = await readDay(today, key.tenant, hash)
      if (isRecent(newest)) return newest
      return (await Promise.all(earlier.map((day) => readDay(day, key.tenant, hash)))).find(isRecent) ?? null
    },

    async write(key, page) {
      if (page.content.bytes.byteLength > pageCacheLimits.pageMaxBytes) return
      try {
        await store.put(cachedPageKey(dayOf(Date.parse(page.loadedAt)), key.tenant, hashOf(key)), pack(page))
      } catch {
        // The scrape has succeeded; a page that could not be cached is only loaded again next time.
      }
    },
  }
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import { pageCacheLimits } from './page-cache-limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { CacheKey, KeptPage } from '@seine/shared/pages/page.ts'
import { createPageCache } from './page-cache.ts'

const key: CacheKey = {
  tenant: 'a',
  url: 'http://site.test/',
  lane: 'http',
  geolocation: null,
  proxy: 'auto',
  waits: '',
}
const loadedAtMs = Date.parse('2026-03-01T23:50:00Z')
const page = (text: string | Uint8Array<ArrayBuffer>): KeptPage => ({
  answer: { finalUrl: key.url, status: 200, headers: { etag: '"x"' }, truncated: false },
  content: {
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    contentType: 'text/html',
    url: key.url,
  },
  attempt: { index: 2 } as Attempt,
  loadedAt: new Date(loadedAtMs).toISOString(),
})

/** A cache whose clock is this many seconds after the page was loaded. */
const cacheAt = (store: MemoryStore, afterSecs: number) => createPageCache(store, () => loadedAtMs + afterSecs * 1_000)

describe('the cache of pages', () => {
  it('gives a page back as it was, for as long as it is young enough', async () => {
    const store = new MemoryStore()
    await cacheAt(store, 0).write(key, page('two\nlines'))
    assert.deepEqual(
      [...store.objects.keys()].map((name) => name.slice(0, 25)),
      ['cache/2026-03-01/a/pages/'],
    )
    // After midnight: the page is in the folder of the day before.
    assert.deepEqual(await cacheAt(store, 900).read(key, 3_600), page('two\nlines'))
    assert.equal(await cacheAt(store, 900).read(key, 800), null)
    assert.notEqual(await cacheAt(store, 6 * 86_400).read(key, 7 * 86_400), null)
  })

  it('finds pages without a chosen proxy where older versions stored them', async () => {
    const store = new MemoryStore()
    await cacheAt(store, 0).write(key, page('words'))
    const name = createHash('sha256').update('["http://site.test/","http",null,""]').digest('hex')
    assert.ok([...store.objects.keys()][0]?.includes(name))
  })

  it('keeps pages apart by whatever makes them differ', async () => {
    const store = new MemoryStore()
    const cache = cacheAt(store, 1)
    await cache.write(key, page('words'))
    const others: Partial<CacheKey>[] = [
      { tenant: 'b' },
      { url: 'http://site.test/b' },
      { lane: 'browser' },
      { geolocation: 'DE' },
      { proxy: 'premium' },
      { waits: 'x' },
    ]
    for (const other of others) assert.equal(await cache.read({ ...key, ...other }, 60), null)
  })

  it('keeps no page that is too long', async () => {
    const store = new MemoryStore()
    await cacheAt(store, 0).write(key, page(new Uint8Array(pageCacheLimits.pageMaxBytes + 1)))
    assert.equal(store.objects.size, 0)
  })

  it('returns and stores nothing while the store is unavailable, or when an object cannot be read', async () => {
    const store = new MemoryStore()
    const cache = cacheAt(store, 1)
    await cache.write(key, page('words'))
    for (const name of store.objects.keys()) await store.put(name, 'garbage')
    assert.equal(await cache.read(key, 60), null)
    store.down = true
    assert.equal(await cache.read(key, 60), null)
    await cache.write(key, page('words'))
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { MapPorts } from './contract.ts'
import { keepMap, readKeptMap, type KeptMap } from './kept-maps.ts'

const task: MapTask = {
  url: 'https://e.com/a',
  tenant: 't',
  sitemap: 'include',
  includeSubdomains: true,
  ignoreQueryParameters: true,
  ignoreCache: false,
  limit: 10,
  timeoutMs: 1_000,
  search: null,
}
const noon = Date.parse('2026-11-22T12:00:00Z')
const hourMs = 3_600_000
const map: KeptMap = {
  lookedAtMs: noon,
  endedAt: null,
  warnings: ['no_sitemap'],
  links: [{ url: 'u', source: 'page' }],
}

/** A store, and the ports of a reader at a given time. */
function lab() {
  const store = new MemoryStore()
  const at = (nowMs: number): MapPorts => ({ store, now: () => nowMs }) as unknown as MapPorts
  return { store, at }
}

describe('a map that is kept', () => {
  it('is there for a day, across midnight, in the folder of its own day and tenant', async () => {
    const { store, at } = lab()
    await keepMap(task, map, at(noon))
    assert.match([...store.objects.keys()].join(), /^cache\/2026-11-22\/t\/maps\/[0-9a-f]{64}\.zst$/)
    for (const hours of [0, 11, 13, 23]) assert.deepEqual(await readKeptMap(task, 1, at(noon + hours * hourMs)), map)
    for (const hours of [24, 25, 48]) assert.equal(await readKeptMap(task, 1, at(noon + hours * hourMs)), null)
  })

  it('yields to a newer one', async () => {
    const { at } = lab()
    await keepMap(task, map, at(noon))
    const newer = { ...map, lookedAtMs: noon + 13 * hourMs, links: [] }
    await keepMap(task, newer, at(noon))
    assert.deepEqual(await readKeptMap(task, 1, at(noon + 14 * hourMs)), newer)
  })

  it('that ended at its limit of links is not used for a request that wants more', async () => {
    const { at } = lab()
    await keepMap(task, { ...map, endedAt: 5 }, at(noon))
    assert.equal((await readKeptMap(task, 5, at(noon)))?.endedAt, 5)
    assert.equal(await readKeptMap(task, 6, at(noon)), null)
  })

  it('is that of its page where the links of the page count', async () => {
    const { at } = lab()
    await keepMap(task, map, at(noon))
    assert.notEqual(await readKeptMap({ ...task, url: 'http://www.e.com/a' }, 1, at(noon)), null)
    assert.equal(await readKeptMap({ ...task, url: 'https://e.com/b' }, 1, at(noon)), null)
    await keepMap({ ...task, sitemap: 'only' }, map, at(noon))
    assert.notEqual(await readKeptMap({ ...task, sitemap: 'only', url: 'https://e.com/b' }, 1, at(noon)), null)
  })

  it('comes back whole when it is long', async () => {
    const { at } = lab()
    const links = Array.from({ length: 3 * mapLimits.linksPerLine + 1 }, (_, index) => ({
      url: `https://e.com/${index}\n`,
      source: 'sitemap' as const,
    }))
    await keepMap(task, { ...map, links }, at(noon))
    assert.deepEqual((await readKeptMap(task, 1, at(noon)))?.links, links)
  })

  it('that is damaged, or of another version, is not used', async () => {
    const { store, at } = lab()
    await keepMap(task, map, at(noon))
    const [key = ''] = store.objects.keys()
    for (const text of ['', 'x', '{"version":1', '{"version":2,"lookedAtMs":1}\n', '[]\n[]\n', 'null\n']) {
      await store.put(key, text)
      assert.equal(await readKeptMap(task, 1, at(noon)), null, text)
    }
  })
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDocsSite } from './docs-site.ts'

const site = await startDocsSite(12)
after(async () => await site.close())
const at = (path: string) => new URL(path, site.url)

test('a site counts its answers, and can be reset', async () => {
  assert.equal((await fetch(site.url)).status, 200)
  for (const path of ['/docs64/1', '/docs64/1', '/docs64/11']) await (await fetch(at(path))).arrayBuffer()
  assert.equal((await fetch(at('/docs64/12'))).status, 404)
  const { counts, cpuMs } = await site.report()
  assert.equal(counts.requests, 5)
  assert.deepEqual([counts.pages, counts.repeats, counts.notFound], [3, 1, 1])
  assert.ok(cpuMs > 0)
  await site.reset()
  assert.equal((await site.report()).counts.requests, 0)
})

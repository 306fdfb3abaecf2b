/** Silent sites in a browser: a navigation without an answer is repeated, a wait requested by the caller is not. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSilentSite, type SilentSite } from '../site/silent-site.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('a rendered job of a silent site', () => {
  let t: TestStack
  const sites: SilentSite[] = []
  before(async () => {
    sites.push(await startSilentSite({ pages: 1, held: 1 }), await startSilentSite({ pages: 1 }))
    const egressAllow = sites.map(({ url }) => `127.0.0.1/32:${new URL(url).port}`)
    t = await startTestStack({ browser: true, egressAllow })
  })
  after(async () => {
    await t?.close()
    for (const site of sites) await site.close()
  })

  const rendered = async (site: SilentSite, more: Record<string, unknown> = {}) =>
    await t.api.watch(
      await t.api.startBatch({
        urls: [site.url],
        jsRender: true,
        heartbeatTimeoutSecs: 2,
        output: ['markdown'],
        ...more,
      }),
    )

  it('is complete, with the stall counted', async () => {
    const final = await rendered(sites[0]!)
    assert.deepEqual([final.status, final.completed, final['stalls']], ['completed', 1, 1])
  })

  it('does not cut a page that waits for what the caller requested', async () => {
    const final = await rendered(sites[1]!, { waitMs: 6_000 })
    assert.deepEqual([final.status, final.completed, final['stalls']], ['completed', 1, 0])
    assert.equal(sites[1]!.requests.filter(({ path }) => path === '/').length, 1)
  })
})

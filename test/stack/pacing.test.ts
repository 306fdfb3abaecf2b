import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { expectedCrawl } from '../site/truth.ts'
import { download } from './api-client.ts'
import { startManyHosts, type ManyHosts } from './many-hosts.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

describe('a site that limits its callers', () => {
  let t: TestStack
  before(async () => {
    // Low enough that even a slow machine sends more requests.
    t = await startTestStack({ site: { requestsPerSecond: 10, slowFactor: 0 } })
  })
  after(async () => await t?.close())

  it('loses no page', async () => {
    const options = { sitemap: 'skip', maxDiscoveryDepth: 2, excludePaths: ['^/many/', '^/reference/'] } as const
    const id = await t.api.start({ url: t.site.url, ...options })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
    const truth = expectedCrawl({ start: '/', ...options })
    const expected = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
    assert.deepEqual(manifest.pages.map(({ url }) => url.slice(t.site.origin.length)).toSorted(), expected)
    assert.ok(!manifest.failed.some(({ code }) => code === 'rate_limited'))
    assert.ok(
      t.site.requests.some(({ status }) => status === 429),
      'the limit was never reached',
    )
  })
})

describe('a host that refuses everything', () => {
  let t: TestStack
  let hosts: ManyHosts
  before(async () => {
    hosts = await startManyHosts()
    t = await startTestStack({
      egressAllow: [`127.0.0.0/8:${hosts.port}`],
      environment: { SEINE_HOST_STALL_SECS: '12' },
    })
  })
  after(async () => {
    await t?.close()
    await hosts?.close()
  })

  it('is abandoned after the stall budget; other hosts are not held up', async () => {
    const others = Array.from({ length: 20 }, (_, at) => hosts.url(at + 1, '/a'))
    const refusing = ['/refused/1', '/refused/2', '/refused/3'].map((path) => hosts.url(0, path))
    const id = await t.api.startBatch({ urls: [...refusing, ...others] })
    const early = await t.api.watch(id, ({ completed }) => completed === others.length)
    assert.equal(early.failed, 0, 'the others are done before the first is given up')
    const final = await t.api.watch(id)
    assert.deepEqual([final.status, final.completed, final.failed], ['completed', others.length, refusing.length])
    const failed = await t.api.ledger(id, { state: 'failed' })
    assert.deepEqual(
      failed.map(({ reason }) => reason),
      refusing.map(() => 'rate_limited'),
    )
    assert.match(final.warnings.join('\n'), /was given up/)
  })
})

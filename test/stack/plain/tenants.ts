/** Ownership of jobs: keys of two tenants, and what one can find out about the jobs of the other. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiClient, type Answer } from '../api-client.ts'
import type { TestStack } from '../test-stack.ts'

let t: TestStack
let others: ApiClient

const otherKey = 'seine_other_0123456789abcdef0123456789abcdef'

/** Adds a key to the key file of a running stack, as an operator does. */
async function addKey(entry: Record<string, unknown>): Promise<void> {
  const keys = JSON.parse(await readFile(t.keysFile, 'utf8')) as unknown[]
  await writeFile(t.keysFile, JSON.stringify([...keys, entry]))
}

/** Waits until the gateway accepts the key: it reads its key file periodically. */
async function untilKnown(client: ApiClient): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if ((await client.request('GET', '/crawl/active')).status === 200) return
    await sleep(50)
  }
  assert.fail('the key is not known')
}

const digest = (key: string): string => createHash('sha256').update(key).digest('hex')

/** An answer without the parts that differ between any two answers. */
const plain = ({ status, body }: Answer) => {
  const { request_id: _request, instance: _instance, ...rest } = body
  return { ...rest, status }
}

export function testTenants(shared: () => TestStack): void {
  describe('tenants', () => {
    before(() => {
      t = shared()
      others = new ApiClient(t.stack.file.gateway, otherKey)
    })

    it('a new key is known without a restart', async () => {
      assert.equal((await others.request('GET', '/crawl/active')).status, 401)
      await addKey({ id: 'other', tenant: 'other', sha256: digest(otherKey) })
      await untilKnown(others)
    })

    it('the job of another tenant answers as one that does not exist, on every route', async () => {
      const crawl = await t.api.start({ url: t.site.url, limit: 5 })
      const batch = await t.api.startBatch({ urls: [t.site.url] })
      await t.api.watch(crawl)
      await t.api.watch(batch)
      const running = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
      const unknown = 'ffffffff-ffff-4fff-8fff-ffffffffffff'
      const kinds = [
        { path: '/crawl', ids: [crawl, running], none: `crawl-${unknown}` },
        { path: '/batch/scrape', ids: [batch], none: `batch-${unknown}` },
      ]
      const routes = [
        ['GET', ''],
        ['DELETE', ''],
        ['GET', '/urls'],
        ['GET', '/events'],
        ['GET', '/webhooks'],
      ] as const
      for (const { path, ids, none } of kinds) {
        for (const id of ids) {
          for (const [method, rest] of routes) {
            const foreign = plain(await others.request(method, `${path}/${id}${rest}`))
            assert.equal(foreign.status, 404, `${method} ${path}/{id}${rest}`)
            assert.deepEqual(foreign, plain(await others.request(method, `${path}/${none}${rest}`)))
          }
          const redeliver = (of: string) => `${path}/${of}/webhooks/evt_${of}_1/redeliver`
          const foreign = plain(await others.request('POST', redeliver(id)))
          assert.equal(foreign.status, 404)
          assert.deepEqual(foreign, plain(await others.request('POST', redeliver(none))))
        }
      }
      assert.equal((await t.api.status(running)).status, 'crawling')
      assert.deepEqual((await others.request('GET', '/crawl/active')).body['data'], [])
      await t.api.cancel(running)
    })

    it('have their jobs, tickets and notes apart in the store, and on every workflow', async () => {
      const { body } = await others.request('POST', '/crawl', { url: t.site.url, limit: 3 })
      await others.watch(body.id)
      const own = (await t.store.list('')).filter((key) => key.includes(body.id))
      assert.ok(own.length > 5)
      for (const key of own) assert.match(key, /^(?:jobs|running|(?:expiry|started)\/[^/]+)\/other\//)
      const lists = { lifecycle: body.id, run: `${body.id}/run` }
      for (const [name, id] of Object.entries(lists)) {
        const { typedSearchAttributes } = await t.temporal.workflow.getHandle(id).describe()
        const tenant = typedSearchAttributes.getAll().find(({ key }) => key.name === 'Tenant')
        assert.equal(tenant?.value, 'other', name)
      }
    })

    it('may have several keys, each of which sees the jobs of all', async () => {
      const key = 'seine_second_0123456789abcdef0123456789abcdef'
      await addKey({ id: 'second', tenant: 'default', sha256: digest(key) })
      const second = new ApiClient(t.stack.file.gateway, key)
      await untilKnown(second)
      const id = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
      assert.equal((await second.status(id)).id, id)
      assert.equal((await second.request('GET', `/crawl/${id}/urls`)).status, 200)
      await second.cancel(id)
      assert.equal((await t.api.watch(id)).status, 'cancelled')
    })

    it('each have their own idempotency keys', async () => {
      const asked = { url: t.site.url, limit: 1 }
      const headers = { 'idempotency-key': 'same' }
      const mine = await t.api.request('POST', '/crawl', asked, headers)
      const theirs = await others.request('POST', '/crawl', asked, headers)
      assert.notEqual(mine.body.id, theirs.body.id)
      assert.equal(theirs.headers.get('idempotent-replayed'), null)
    })

    it('a key with quotas is held to them alone', async () => {
      const key = 'seine_small_0123456789abcdef0123456789abcdef'
      const rareKey = 'seine_rare_0123456789abcdef0123456789abcdef'
      // The start quota refills over time: with more than one a minute, it could be refilled before the last start.
      await addKey({ id: 'small', tenant: 'other', sha256: digest(key), quotas: { concurrent_jobs: 1 } })
      await addKey({ id: 'rare', tenant: 'other', sha256: digest(rareKey), quotas: { starts_per_minute: 1 } })
      const small = new ApiClient(t.stack.file.gateway, key)
      const rare = new ApiClient(t.stack.file.gateway, rareKey)
      await untilKnown(small)
      await untilKnown(rare)
      const slow = { url: new URL('/many/?n=2000', t.site.url).href }
      const first = await small.request('POST', '/crawl', slow)
      assert.equal(first.status, 202, JSON.stringify(first.body))
      const second = await small.request('POST', '/crawl', slow)
      assert.equal(second.status, 429)
      assert.equal(second.body.code, 'concurrency_limit_reached')
      assert.ok(Number(second.headers.get('retry-after')) >= 1)
      await small.cancel(first.body.id)
      await small.watch(first.body.id)
      const third = await small.request('POST', '/crawl', { url: t.site.url, limit: 1 })
      assert.equal(third.status, 202, JSON.stringify(third.body))
      const one = { url: t.site.url, limit: 1 }
      assert.equal((await rare.request('POST', '/crawl', one)).status, 202)
      const tooSoon = await rare.request('POST', '/crawl', one)
      assert.deepEqual([tooSoon.status, tooSoon.body.code], [429, 'rate_limited'])
      assert.equal((await others.request('POST', '/crawl', { url: t.site.url, limit: 1 })).status, 202)
    })
  })
}

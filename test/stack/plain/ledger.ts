import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { expiryKey, expiryPrefix, jobPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import { download } from '../api-client.ts'
import { storedJob, type TestStack } from '../test-stack.ts'

export function testLedger(shared: () => TestStack): void {
  let t: TestStack
  before(() => void (t = shared()))

  describe('the ledger of a job', () => {
    it('can be read while the job runs, and says in the end what the archive says', async () => {
      const id = await t.api.start({ url: t.site.url, limit: 150 })
      await t.api.watch(id, ({ completed }) => completed >= 40)
      const live = await t.api.ledger(id)
      assert.ok(live.some(({ state }) => state === 'scraped'))
      assert.ok(live.every(({ url }) => url.startsWith('http')))
      const final = await t.api.watch(id)
      const { ledger, manifest } = await download(final.s3PresignedUrls?.['markdown'])
      const entries = await t.api.ledger(id, { limit: 37 })
      assert.deepEqual(
        entries.map(({ url, state }) => ({ url, state })),
        ledger.map(({ url, state }) => ({ url, state })),
      )
      for (const [state, count] of Object.entries(manifest.ledger)) {
        assert.equal((await t.api.ledger(id, { state })).length, count, state)
      }
      const bad = await t.api.request('GET', `/crawl/${id}/urls?state=odd&limit=0&cursor=%20`)
      assert.equal(bad.status, 422)
      assert.ok((bad.body.errors ?? []).length >= 2)
      assert.equal((await t.api.request('GET', `/batch/scrape/${id}/urls`)).status, 404)
    })

    it('lists running jobs and forgets them when they end', async () => {
      const id = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href })
      const active = async () => {
        const { status, body } = await t.api.request('GET', '/crawl/active')
        assert.equal(status, 200)
        return (body['data'] as { id: string }[]).map((job) => job.id)
      }
      const until = async (listed: boolean) => {
        for (let tries = 0; (await active()).includes(id) !== listed; tries += 1) {
          assert.ok(tries < 600, `the job is${listed ? ' not' : ' still'} listed`)
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
      }
      await until(true)
      await t.api.cancel(id)
      await t.api.watch(id)
      await until(false)
    })
  })

  describe('a job whose time has come', () => {
    it('is removed with everything it stored', async () => {
      const id = await t.api.start({ url: t.site.url, limit: 3 })
      const final = await t.api.watch(id)
      assert.ok(Date.parse(String(final['expiresAt'])) > Date.now())
      const marks = (await t.store.list(expiryPrefix)).filter((key) => key.includes(id))
      assert.equal(marks.length, 1)
      // As if the job had ended long ago.
      const expiresAt = '2020-01-01T00:00:00.000Z'
      const record = await t.store.getJson<FinalStatus>(statusKey(storedJob(id)))
      await t.store.put(statusKey(storedJob(id)), JSON.stringify({ ...record, expiresAt }))
      await t.store.put(expiryKey(storedJob(id), expiresAt), '')
      await t.store.delete(marks)
      await t.temporal.schedule.getHandle('seine-retention').trigger()
      for (let tries = 0; (await t.store.list(jobPrefix(storedJob(id)))).length > 0; tries += 1) {
        assert.ok(tries < 600, 'the job is still there')
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      const marksLeft = async () => (await t.store.list(expiryPrefix)).filter((key) => key.includes(id)).length
      for (let tries = 0; (await marksLeft()) > 0; tries += 1) {
        assert.ok(tries < 600, 'its mark is still there')
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      // A gateway may serve a finished job from memory for a moment.
      await new Promise((resolve) => setTimeout(resolve, gatewayLimits.finishedKeptMs))
      assert.equal((await t.api.request('GET', `/crawl/${id}`)).status, 404)
    })
  })
}

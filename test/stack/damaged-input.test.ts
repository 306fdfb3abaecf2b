/** Jobs whose stored request is damaged, or whose key is lost, while they run: how they end, and which webhook events are sent. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { inputCopyKey, inputKey } from '@seine/shared/storage/object-keys.ts'
import { emailDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { hasEnded, nameOf } from '../receiver/job-events.ts'
import { startMailServer, type MailServer } from '../receiver/mail-server.ts'
import { startReceiver, type Receiver } from '../receiver/receiver.ts'
import { closedWorkflow, startTestStack, storedJob, type TestStack } from './test-stack.ts'

/** Time within which a job without a readable request must end, milliseconds. */
const endMaxMs = 120_000

describe('a job whose request is damaged while it runs', () => {
  let t: TestStack
  let receiver: Receiver
  let mails: MailServer
  before(async () => {
    receiver = await startReceiver()
    mails = await startMailServer()
    t = await startTestStack({
      site: { latencyMs: 200 },
      egressAllow: [`127.0.0.1/32:${receiver.port}`],
      environment: { SEINE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`, SEINE_MAIL_FROM: 'seine@example.org' },
    })
    receiver.expect([t.stack.file.webhookSecret])
  })
  after(async () => {
    await t?.close()
    await receiver?.close()
    await mails?.close()
  })

  /** Seals the secrets of a running job with a key that no process has, in both copies of its request. */
  async function loseKey(id: string): Promise<void> {
    const lost = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })!
    const input = await t.store.getJson<CrawlJobInput>(inputKey(storedJob(id)))
    assert.ok(input?.sealed !== undefined)
    const text = JSON.stringify({ ...input, sealed: lost.seal('{}', id) })
    for (const key of [inputKey, inputCopyKey]) await t.store.put(key(storedJob(id)), text)
  }

  /** Damages objects of a running job and clears the cache of the worker. */
  async function damagedCrawl(...keys: (typeof inputKey)[]): Promise<string> {
    const webhook = { url: receiver.url, events: ['completed', 'failed'] }
    const id = await t.api.start({ url: t.site.url, limit: 20, sitemap: 'skip', webhook, email: 'who@example.org' })
    assert.equal((await t.api.request('POST', `/crawl/${id}/pause`)).status, 200)
    for (const key of keys) await t.store.put(key(storedJob(id)), '{"id":')
    await t.stack.part('scrapeWorker').restart()
    assert.equal((await t.api.request('POST', `/crawl/${id}/resume`)).status, 200)
    return id
  }

  it('continues from the copy, and reports its end by webhook and mail', { timeout: 300_000 }, async () => {
    const id = await damagedCrawl(inputKey)
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    await receiver.until(hasEnded(id))
    assert.equal(nameOf(receiver.accepted(id).at(-1)!), 'completed')
    await closedWorkflow(t, emailDeliveryIdOf(id))
    assert.equal(mails.about(id).length, 1)
  })

  it('fails within minutes when the copy is damaged as well', { timeout: 300_000 }, async () => {
    const id = await damagedCrawl(inputKey, inputCopyKey)
    const damagedAtMs = performance.now()
    const final = await t.api.watch(id, undefined, endMaxMs)
    assert.equal(final.status, 'failed')
    assert.ok(performance.now() - damagedAtMs < endMaxMs)
  })

  it('fails within minutes with its results when the key of its secrets is lost', { timeout: 300_000 }, async () => {
    const id = await t.api.start({ url: t.site.url, limit: 20, email: 'who@example.org' })
    await t.api.watch(id, ({ completed }) => completed > 0)
    assert.equal((await t.api.request('POST', `/crawl/${id}/pause`)).status, 200)
    await loseKey(id)
    await t.stack.part('scrapeWorker').restart()
    assert.equal((await t.api.request('POST', `/crawl/${id}/resume`)).status, 200)
    const final = await t.api.watch(id, undefined, endMaxMs)
    assert.equal(final.status, 'failed')
    assert.match(final.error ?? '', /no longer has the key/)
    assert.ok(final.completed > 0 && final.partialS3PresignedUrls?.['markdown'] !== undefined)
  })
})

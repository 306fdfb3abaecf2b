import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { emailDeliveryIdOf } from '@seine/shared/temporal/names.ts'
import { startMailServer, type MailServer } from '../receiver/mail-server.ts'
import { startTestStack, type TestStack } from './test-stack.ts'

const address = 'someone@example.org'

describe('the mail about a job', () => {
  let t: TestStack
  let mails: MailServer
  before(async () => {
    mails = await startMailServer()
    t = await startTestStack({
      environment: {
        SEINE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        SEINE_MAIL_FROM: 'seine@example.org',
        SEINE_PUBLIC_URL: 'https://seine.example.org',
      },
    })
  })
  after(async () => {
    await t?.close()
    await mails?.close()
  })

  // The status of a job is final shortly before its lifecycle has sent its notifications.
  const told = async (id: string): Promise<void> => {
    await t.temporal.workflow
      .getHandle(id)
      .result()
      .catch(() => undefined)
  }
  const handedOver = async (id: string): Promise<unknown> => {
    await told(id)
    return await t.temporal.workflow.getHandle(emailDeliveryIdOf(id)).result()
  }

  it('comes once, with counts and the way to the status, and nothing of the site', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 4, email: address })
    const final = await t.api.watch(id)
    assert.equal(await handedOver(id), 'sent')
    const [mail, ...more] = mails.about(id)
    assert.deepEqual(more, [])
    assert.deepEqual(mail?.to, [address])
    assert.match(mail?.text ?? '', new RegExp(`Subject: .*${id} completed`))
    assert.match(mail?.text ?? '', new RegExp(`completed: ${final.completed}`))
    assert.ok(mail?.text.replaceAll('=\r\n', '').includes(`https://seine.example.org/crawl/${id}`))
    assert.ok(!mail?.text.includes(t.site.origin))
  })

  it('comes of a job that failed, and not of one that was cancelled', async () => {
    const failed = await t.api.start({ url: new URL('/private/', t.site.url).href, email: address })
    const cancelled = await t.api.start({ url: new URL('/many/?n=2000', t.site.url).href, email: address })
    await t.api.watch(cancelled, ({ completed }) => completed >= 20)
    await t.api.cancel(cancelled)
    await t.api.watch(cancelled)
    await t.api.watch(failed)
    assert.equal(await handedOver(failed), 'sent')
    assert.equal(mails.about(failed).length, 1)
    await told(cancelled)
    await assert.rejects(t.temporal.workflow.getHandle(emailDeliveryIdOf(cancelled)).describe())
    assert.deepEqual(mails.about(cancelled), [])
  })

  it('waits for a server that has no time', async () => {
    mails.refuse(451, 1)
    const id = await t.api.start({ url: t.site.url, limit: 1, email: address })
    await t.api.watch(id)
    assert.equal(await handedOver(id), 'sent')
    assert.equal(mails.about(id).length, 1)
  })

  it('is let be when the server refuses it for good', async () => {
    mails.refuse(550, 1)
    const id = await t.api.start({ url: t.site.url, limit: 1, email: address })
    assert.equal((await t.api.watch(id)).status, 'completed')
    assert.match(String(await handedOver(id)), /^not sent: .*550/)
    assert.deepEqual(mails.about(id), [])
  })

  it('comes once although the worker is killed while it hands it over', { timeout: 600_000 }, async () => {
    const held = mails.holdNext()
    const id = await t.api.start({ url: t.site.url, limit: 1, email: address })
    await t.api.watch(id)
    await held
    await t.stack.part('scrapeWorker').kill('SIGKILL')
    assert.equal(await handedOver(id), 'sent')
    assert.equal(mails.about(id).length, 1)
  })
})

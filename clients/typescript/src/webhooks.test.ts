import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { webhookHeaders } from '@seine/activities/notify/webhook-sender.ts'
import { verifyWebhook } from './webhooks.ts'

const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`
const [secret, other] = [secretOf('a'), secretOf('b')]
const body = JSON.stringify({ type: 'crawl.page', data: { url: 'https://shop.example/ä?q="1"' } })
const nowMs = 1_795_000_000_000

/** The headers with which the service sends the body. */
const signed = (secrets: string[], atMs = nowMs) =>
  webhookHeaders({ headers: {}, eventId: 'evt_crawl-1_2', body, secrets }, atMs)

describe('a webhook call', () => {
  test('as the service signs it is verified and returned, from text and from bytes', async () => {
    const event = await verifyWebhook(body, signed([secret]), secret, { nowMs })
    assert.equal(event.type, 'crawl.page')
    assert.deepEqual(await verifyWebhook(Buffer.from(body), new Headers(signed([secret])), [secret], { nowMs }), event)
  })

  test('is verified while one secret replaces another, on both sides', async () => {
    await verifyWebhook(body, signed([other, secret]), secret, { nowMs })
    await verifyWebhook(body, signed([secret]), [other, secret], { nowMs })
  })

  test('names of headers may be in any case', async () => {
    const upper = Object.fromEntries(
      Object.entries(signed([secret])).map(([name, value]) => [name.toUpperCase(), value]),
    )
    await verifyWebhook(body, upper, secret, { nowMs })
  })

  const refused: [about: string, text: string, headers: Record<string, string>, secrets: string | string[]][] = [
    ['a changed body', body.replace('page', 'pale'), signed([secret]), secret],
    ['a changed id', body, { ...signed([secret]), 'webhook-id': 'evt_crawl-1_3' }, secret],
    ['another secret', body, signed([secret]), other],
    ['an old call', body, signed([secret], nowMs - 301_000), secret],
    ['a call from the future', body, signed([secret], nowMs + 302_000), secret],
    ['a timestamp that is none', body, { ...signed([secret]), 'webhook-timestamp': '1e9' }, secret],
    ['no signature', body, signed([]), secret],
    [
      'a signature of another version',
      body,
      { ...signed([secret]), 'webhook-signature': signed([secret])['webhook-signature']!.replace('v1,', 'v2,') },
      secret,
    ],
    ['a signature that is no Base64', body, { ...signed([secret]), 'webhook-signature': 'v1,%%' }, secret],
  ]
  for (const [about, text, headers, secrets] of refused) {
    test(`is refused: ${about}`, async () => {
      await assert.rejects(verifyWebhook(text, headers, secrets, { nowMs }), { name: 'WebhookVerificationError' })
    })
  }

  test('an invalid secret is a fault of the receiver', async () => {
    for (const bad of ['whsec_', 'whsec_%', []]) {
      await assert.rejects(verifyWebhook(body, signed([secret]), bad, { nowMs }), TypeError)
    }
  })
})

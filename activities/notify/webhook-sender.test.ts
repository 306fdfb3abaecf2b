import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { AllowList } from '@seine/shared/egress/policy/allow-list.ts'
import { DenyList } from '@seine/shared/egress/policy/deny-list.ts'
import {
  clientFor,
  namesFrom,
  startSentinel,
  startSite,
  type Fixture,
} from '@seine/shared/egress/testing/fixture-server.ts'
import { createWebhookSender, webhookHeaders, type WebhookCall, type WebhookSender } from './webhook-sender.ts'

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`
const signal = new AbortController().signal

const callOf = (url: string, patch: Partial<WebhookCall> = {}): WebhookCall => ({
  url,
  headers: { 'X-Own': 'yes', Authorization: 'Bearer canary' },
  eventId: 'evt_crawl-1_4',
  body: '{"sequence":4,"text":"Ünïcode €"}',
  secrets: [secretOf('one')],
  ...patch,
})

interface Received {
  headers: IncomingMessage['headers']
  method: string | undefined
  body: string
}

/** Starts a receiver and a sender that may reach it, and records the requests. */
async function receiver(
  context: TestContext,
  answer: RequestListener,
  options: { timeoutMs?: number } = {},
): Promise<{ site: Fixture; received: Received[]; sender: WebhookSender }> {
  const received: Received[] = []
  const site = await startSite(context, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, method: request.method, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  const egress = clientFor(context, [site], { resolve: namesFrom({ 'receiver.test.example': ['93.184.216.34'] }) })
  const sender = createWebhookSender({ egress, timeoutMs: options.timeoutMs ?? 60_000, now: Date.now })
  return { site, received, sender }
}

const answers =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end('thanks')
  }

describe('a webhook call', () => {
  it('is a signed POST that the standard library verifies', async (context) => {
    const { site, received, sender } = await receiver(context, answers(204))
    const call = callOf(`${site.origin}/hook?token=1`)
    const reply = await sender.send(call, signal)
    assert.deepEqual([reply.outcome, reply.status, reply.error], [{ kind: 'delivered' }, 204, null])
    const { headers, method, body } = received[0]!
    assert.equal(method, 'POST')
    assert.equal(body, call.body)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['x-own'], 'yes')
    assert.equal(headers['authorization'], 'Bearer canary')
    assert.equal(headers['cookie'], undefined)
    assert.match(headers['user-agent'] ?? '', /^Seine-Webhooks/)
    new Webhook(call.secrets[0]!).verify(body, headers as Record<string, string>)
    assert.throws(() => new Webhook(secretOf('other')).verify(body, headers as Record<string, string>))
  })

  it('has a signature of each secret while they are being exchanged, and none without a secret', () => {
    const secrets = [secretOf('old'), secretOf('new').slice('whsec_'.length)]
    const call = callOf('https://x.example/', { secrets })
    const headers = webhookHeaders(call, Date.now())
    assert.equal(headers['webhook-signature']?.split(' ').length, 2)
    for (const secret of secrets) new Webhook(secret).verify(call.body, headers)
    const bare = webhookHeaders({ ...call, secrets: [] }, 1_700_000_000_999)
    assert.equal(bare['webhook-signature'], undefined)
    assert.equal(bare['webhook-id'], 'evt_crawl-1_4')
    assert.equal(bare['webhook-timestamp'], '1700000000')
  })

  it('has the signature of the form of its body as well, made with the newest secret', () => {
    const secrets = [secretOf('new'), secretOf('old')]
    const given = { 'X-Firecrawl-Signature': 'sha256=forged' }
    const call = callOf('https://x.example/', { secrets, form: 'firecrawl', headers: given })
    const headers = webhookHeaders(call, Date.now())
    const expected = createHmac('sha256', secrets[0]!).update(call.body).digest('hex')
    assert.equal(headers['x-firecrawl-signature'], `sha256=${expected}`)
    for (const secret of secrets) new Webhook(secret).verify(call.body, headers)
    assert.equal(webhookHeaders({ ...call, secrets: [] }, 0)['x-firecrawl-signature'], undefined)
    const { form: _, ...own } = call
    assert.equal(webhookHeaders(own, 0)['x-firecrawl-signature'], 'sha256=forged', 'a header like any other')
  })

  it('takes no header of ours from the caller, in any case', () => {
    const headers = { 'Webhook-Signature': 'v1,x', 'CONTENT-TYPE': 'text/plain', 'User-Agent': 'own' }
    const made = webhookHeaders(callOf('https://x.example/', { headers, secrets: [] }), 0)
    assert.equal(made['webhook-signature'], undefined)
    assert.equal(made['content-type'], 'application/json')
    assert.equal(made['user-agent'], 'own')
  })

  it('fails with every status but 2xx', async (context) => {
    let status = 0
    const { site, sender } = await receiver(context, (request, response) => answers(status)(request, response))
    for (status of [200, 201, 202, 299]) {
      assert.equal((await sender.send(callOf(site.origin), signal)).outcome.kind, 'delivered', String(status))
    }
    for (status of [304, 400, 401, 404, 500, 503]) {
      const { outcome, status: told, error } = await sender.send(callOf(site.origin), signal)
      assert.deepEqual([outcome, told], [{ kind: 'failed', retryAfterMs: null }, status])
      assert.doesNotMatch(JSON.stringify(error), /thanks|127\.0\.0\.1/)
    }
    status = 410
    assert.equal((await sender.send(callOf(site.origin), signal)).outcome.kind, 'gone')
  })

  it('follows no redirect, wherever it leads', async (context) => {
    const sentinel = await startSentinel(context)
    for (const location of [
      `${sentinel.origin}/x`,
      'https://receiver.test.example/',
      '/again',
      'http://10.0.0.1/',
      '',
    ]) {
      const { site, received, sender } = await receiver(context, answers(307, { location }))
      const { outcome, status, error } = await sender.send(callOf(site.origin), signal)
      assert.deepEqual([outcome.kind, status, error?.code], ['failed', 307, 'redirect'], location)
      assert.equal(received.length, 1)
    }
    assert.equal(sentinel.connections(), 0)
  })

  it('reads what 429 and 503 ask for, in both forms, and nothing of other answers', async (context) => {
    let status = 429
    let retryAfter = '7'
    const { site, sender } = await receiver(context, (request, response) =>
      answers(status, { 'retry-after': retryAfter })(request, response),
    )
    const asked = async (): Promise<number | null> => {
      const { outcome } = await sender.send(callOf(site.origin), signal)
      return outcome.kind === 'failed' ? outcome.retryAfterMs : null
    }
    assert.equal(await asked(), 7_000)
    status = 503
    retryAfter = '999999999'
    assert.equal(await asked(), 86_400_000)
    retryAfter = new Date(Date.now() + 60_000).toUTCString()
    const untilDate = (await asked()) ?? 0
    assert.ok(untilDate > 50_000 && untilDate <= 60_000)
    retryAfter = new Date(Date.now() - 86_400_000).toUTCString()
    assert.equal(await asked(), 0)
    retryAfter = '9'.repeat(400)
    assert.equal(await asked(), 86_400_000)
    retryAfter = '-5'
    assert.equal(await asked(), null)
    retryAfter = 'soon'
    assert.equal(await asked(), null)
    status = 500
    retryAfter = '7'
    assert.equal(await asked(), null)
  })

  it('gives a receiver that hangs so long and no longer', async (context) => {
    const { site, sender } = await receiver(context, () => undefined, { timeoutMs: 200 })
    const { outcome, error, status } = await sender.send(callOf(site.origin), signal)
    assert.deepEqual([outcome.kind, error?.code, status], ['failed', 'timeout', null])
  })

  it('reads no more of an answer than it may', async (context) => {
    const { site, sender } = await receiver(context, (_request, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    assert.equal((await sender.send(callOf(site.origin), signal)).outcome.kind, 'delivered')
  })

  it('succeeds by the status of the answer, whether or not its body can be read', async (context) => {
    const bodies: RequestListener[] = [
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('a bit')
      },
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
      },
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 }).write('a bit', () => response.destroy())
      },
    ]
    for (const answer of bodies) {
      const { site, sender } = await receiver(context, answer, { timeoutMs: 2_000 })
      const { outcome, status } = await sender.send(callOf(site.origin), signal)
      assert.deepEqual([outcome.kind, status], ['delivered', 200])
    }
  })

  it('calls a private address only where the operator allows it, and nothing public over http', async (context) => {
    const { sender } = await receiver(context, answers(204))
    const sentinel = await startSentinel(context)
    for (const url of [
      `${sentinel.origin}/`,
      'https://10.1.2.3/',
      'http://receiver.test.example/',
      'http://8.8.8.8/',
    ]) {
      const { outcome, error } = await sender.send(callOf(url), signal)
      assert.deepEqual([outcome.kind, error?.code], ['failed', 'unsafe_target'], url)
    }
    assert.equal(sentinel.connections(), 0)
  })

  it('calls no name that stands for a private address by the time of the call', async (context) => {
    const sentinel = await startSentinel(context)
    const names = namesFrom({
      'a.test.example': ['127.0.0.1'],
      'b.test.example': ['93.184.216.34', '10.0.0.1'],
      'c.test.example': ['::ffff:169.254.169.254'],
    })
    const egress = clientFor(context, [], { resolve: names })
    const sender = createWebhookSender({ egress, timeoutMs: 60_000, now: Date.now })
    for (const name of ['a', 'b', 'c']) {
      const { outcome, error } = await sender.send(callOf(`https://${name}.test.example/`), signal)
      assert.deepEqual([outcome.kind, error?.code], ['failed', 'unsafe_target'], name)
    }
    assert.equal(sentinel.connections(), 0)
  })

  it('calls no receiver that the operator denies, whatever was allowed when the job began', async (context) => {
    const site = await startSite(context, (_request, response) => response.end())
    for (const denied of [`:${site.port}`, '127.0.0.0/8']) {
      const allowList = new AllowList({ entries: `127.0.0.1/32:${site.port}`, denied: new DenyList(denied) })
      const sender = createWebhookSender({
        egress: clientFor(context, [], { allowList }),
        timeoutMs: 60_000,
        now: Date.now,
      })
      const { outcome, error } = await sender.send(callOf(`${site.origin}/hook`), signal)
      assert.deepEqual([outcome.kind, error?.code], ['failed', 'unsafe_target'], denied)
    }
    assert.equal(site.connections(), 0)
  })

  it('signs what it sends, whatever is in it', async (context) => {
    const { site, received, sender } = await receiver(context, answers(204))
    const odd = String.raw`{"lone":"\ud800","pair":"\ud83d\ude00","nul":"\u0000","__proto__":{"a":1},"sep":"\u2028"}`
    for (const metadata of [JSON.parse(odd) as unknown, '\u{10ffff}\ufeff'.repeat(50_000)]) {
      const call = callOf(site.origin, { body: JSON.stringify({ metadata }) })
      assert.equal((await sender.send(call, signal)).outcome.kind, 'delivered')
      const { headers, body } = received.at(-1)!
      assert.equal(body, call.body)
      assert.deepEqual(JSON.parse(body), { metadata })
      new Webhook(call.secrets[0]!).verify(body, headers as Record<string, string>)
    }
  })

  it('ends with the signal and returns no result then', async (context) => {
    const controller = new AbortController()
    const { site, sender } = await receiver(context, () => controller.abort(new Error('leaving')))
    await assert.rejects(sender.send(callOf(site.origin), controller.signal), /leaving/)
  })
})

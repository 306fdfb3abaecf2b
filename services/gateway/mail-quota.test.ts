import assert from 'node:assert/strict'
import { test } from 'node:test'
import { injectionAddresses } from '@seine/shared/api/testing/injection-addresses.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { testGateway } from './testing/test-gateway.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 1).toString('base64') })
const crawl = (email: string): object => ({ url: 'https://93.184.216.34/', email })

test('a job beyond the daily mail quota is not started, and the answer has the time until which', async (t) => {
  const gateway = await testGateway(t, { sealing, mailsPerDay: 2 })
  for (const email of ['a@reader.example', 'b@reader.example']) {
    assert.equal((await gateway.start(crawl(email))).status, 202)
  }
  const refused = await gateway.start(crawl('a@reader.example'))
  assert.deepEqual([refused.status, refused.body['code']], [429, 'mail_quota_reached'])
  assert.match(String(refused.body['detail']), /2 mails a day: leave `email` out/)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 86_400, String(wait))
  assert.equal(gateway.engine.started.length, 2)
  // A job without a mail starts, and another tenant has a separate mail quota.
  assert.equal((await gateway.start({ url: 'https://93.184.216.34/' })).status, 202)
  assert.equal((await gateway.start(crawl('a@reader.example'), { key: 'other-key' })).status, 202)
})

test('different recipients of a day are bounded', async (t) => {
  const gateway = await testGateway(t, { sealing, recipientsPerDay: 1 })
  assert.equal((await gateway.start(crawl('a@reader.example'))).status, 202)
  assert.equal((await gateway.start(crawl('a@reader.example'))).status, 202)
  assert.equal((await gateway.start(crawl('b@reader.example'))).body['code'], 'mail_quota_reached')
  const batch = { urls: ['https://93.184.216.34/'], email: 'b@reader.example' }
  assert.equal((await gateway.startBatch(batch)).body['code'], 'mail_quota_reached')
})

test('a repeat under the same idempotency key is no further mail', async (t) => {
  const gateway = await testGateway(t, { sealing, mailsPerDay: 1 })
  const headers = { 'idempotency-key': 'one' }
  const answers = [1, 2, 3].map(async () => (await gateway.start(crawl('a@reader.example'), { headers })).status)
  assert.deepEqual(await Promise.all(answers), [202, 202, 202])
  assert.equal((await gateway.start(crawl('a@reader.example'), { headers })).status, 202)
  assert.equal(gateway.engine.started.length, 1)
  assert.equal((await gateway.start(crawl('a@reader.example'))).status, 429)
})

test('a job that could not be started gives its mail back', async (t) => {
  const gateway = await testGateway(t, { sealing, mailsPerDay: 1 })
  const { store } = gateway
  const put = store.put.bind(store)
  store.put = async () => await Promise.reject(new Error('canary'))
  assert.equal((await gateway.start(crawl('a@reader.example'))).status, 500)
  store.put = put
  assert.equal((await gateway.start(crawl('a@reader.example'))).status, 202)
})

test('an address that is more than one recipient is refused', async (t) => {
  const gateway = await testGateway(t, { sealing })
  for (const email of injectionAddresses) {
    const { status, body } = await gateway.start(crawl(email))
    assert.deepEqual([status, (body['errors'] as { pointer: string }[])[0]?.pointer], [422, '/email'], email)
  }
  assert.equal(injectionAddresses.length, 30)
  assert.equal(gateway.engine.started.length, 0)
})

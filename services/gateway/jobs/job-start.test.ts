import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { inputOf } from '../testing/fake-ports.ts'
import { testGateway } from '../testing/test-gateway.ts'

const canary = 'c4n4ry'
const webhook = {
  url: `https://h.com/${canary}`,
  headers: { Authorization: canary },
  metadata: { mine: [null, canary] },
  events: ['completed'],
}
const body = { url: 'https://e.com/', webhook, email: `${canary}@e.com` }
const plan = { started: false, page: false, completed: true, failed: false }

test('receivers of a job are stored sealed, and workers open them', async (t) => {
  const sealing = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })
  const { start, engine, store, log } = await testGateway(t, { sealing })
  const answer = await start(body)
  assert.equal(answer.status, 202, answer.text)
  const job = { tenant: 'acme', id: String(answer.body['id']) }
  const stored = inputOf(store, job.id)
  assert.deepEqual(stored.notifyPlan, { webhook: plan, email: true })
  assert.deepEqual([stored.notify, stored.keyId], [undefined, 'id-acme-key'])
  for (const told of [stored, engine.started, log]) assert.ok(!JSON.stringify(told).includes(canary))

  const objects = new MemoryStore()
  await objects.put(inputKey(job), JSON.stringify(stored))
  const opened = await new JobInputs(objects, sealing).get(job)
  assert.deepEqual(opened.notify, { webhook: { ...webhook, events: plan }, email: body.email })
})

test('without a sealing key a job with receivers is refused', async (t) => {
  const { start, engine, store } = await testGateway(t)
  for (const fields of [{ webhook }, { email: body.email }]) {
    const answer = await start({ url: body.url, ...fields })
    assert.deepEqual([answer.status, answer.body['code']], [503, 'not_configured'])
    assert.match(String(answer.body['detail']), /SEINE_SEALING_KEY/)
    assert.ok(!answer.text.includes(canary))
  }
  assert.deepEqual(engine.started, [])
  assert.equal(store.objects.size, 0)
})

test('without a mail server a job with an e-mail address is refused at once, one with a webhook is not', async (t) => {
  const sealing = readSealing({ SEINE_SEALING_KEY: randomBytes(32).toString('base64') })
  const { start, startBatch, engine } = await testGateway(t, { sealing, mail: false })
  for (const answer of [await start(body), await startBatch({ urls: ['https://e.com/'], email: 'a@e.com' })]) {
    assert.deepEqual([answer.status, answer.body['code']], [503, 'not_configured'])
    assert.equal(answer.body['retryable'], false)
    assert.equal(answer.headers.get('retry-after'), null)
    assert.match(String(answer.body['detail']), /SEINE_SMTP_URL/)
  }
  assert.equal((await start({ ...body, email: 'no' })).status, 422)
  assert.deepEqual(engine.started, [])
  assert.equal((await start({ url: body.url, webhook })).status, 202)
})

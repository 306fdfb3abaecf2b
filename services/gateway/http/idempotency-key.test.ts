import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { idempotencyKeyOf, jobIdOfKey, openRequestHash, requestHashOf } from './idempotency-key.ts'
import { JobEngineUnavailableError } from '../engine/job-engine.ts'
import { inputOf, putRecord } from '../testing/fake-ports.ts'
import { testGateway, type Answer, type TestGateway } from '../testing/test-gateway.ts'

const body = { url: 'https://e.com/', limit: 5 }
const under = (key: string) => ({ headers: { 'idempotency-key': key } })
const withoutRequestId = ({ body: { request_id: _id, ...rest } }: Answer) => rest

test('the id of a key is a UUID of version 8, one per tenant and key', () => {
  const id = jobIdOfKey('crawl', 'acme', 'k')
  assert.ok(isJobId('crawl', id))
  assert.match(id, /^crawl-.{8}-.{4}-8.{3}-[89ab].{3}-.{12}$/)
  const ids = [
    id,
    jobIdOfKey('crawl', 'acme', 'k2'),
    jobIdOfKey('crawl', 'other', 'k'),
    jobIdOfKey('crawl', 'acm', 'ek'),
  ]
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(jobIdOfKey('crawl', 'acme', 'k'), id)
})

const keyOf = (headers: Record<string, string>) =>
  idempotencyKeyOf({ get: (name: string) => headers[name] } as unknown as Parameters<typeof idempotencyKeyOf>[0])

test('either header carries the key, both may when they agree', () => {
  assert.deepEqual(keyOf({}), { ok: true, key: null })
  assert.deepEqual(keyOf({ 'idempotency-key': 'a' }), { ok: true, key: 'a' })
  assert.deepEqual(keyOf({ 'x-idempotency-key': '~'.repeat(255) }), { ok: true, key: '~'.repeat(255) })
  assert.deepEqual(keyOf({ 'idempotency-key': 'a', 'x-idempotency-key': 'a' }), { ok: true, key: 'a' })
})

test('a key that is empty, too long, not visible or contradicted is refused by header name', async (t) => {
  const { start, engine, store } = await testGateway(t)
  for (const headers of [
    { 'idempotency-key': '' },
    { 'idempotency-key': 'a b' },
    { 'idempotency-key': 'ä' },
    { 'x-idempotency-key': 'a'.repeat(256) },
    { 'idempotency-key': 'a', 'x-idempotency-key': 'b' },
  ]) {
    const answer = await start({ ...body, limit: 0 }, { headers })
    assert.equal(answer.status, 422, answer.text)
    const [problem, ...rest] = answer.body['errors'] as { pointer: string; message: string }[]
    assert.equal(problem?.pointer, '')
    const name = 'idempotency-key' in headers ? /`Idempotency-Key`/ : /`X-Idempotency-Key`/
    assert.match(problem?.message ?? '', name)
    assert.deepEqual(
      rest.map(({ pointer }) => pointer),
      ['/limit'],
    )
  }
  assert.deepEqual(engine.started, [])
  assert.equal(store.objects.size, 0)
})

test('a repeated request is answered as the first was, and starts nothing', async (t) => {
  const { start, engine } = await testGateway(t)
  const first = await start(body, under('k'))
  assert.equal(first.status, 202, first.text)
  assert.equal(first.headers.get('idempotent-replayed'), null)
  // An equivalent request: defaults spelled out, another member order, the alias header.
  const again = await start(
    { sitemap: 'include', limit: 5, url: 'https://e.com/#top' },
    { headers: { 'x-idempotency-key': 'k', 'x-request-id': 'second' } },
  )
  assert.equal(again.status, 202, again.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body['request_id'], 'second')
  assert.deepEqual(withoutRequestId(again), withoutRequestId(first))
  assert.equal(engine.started.length, 1)
})

test('another request under the same key is refused', async (t) => {
  const { start, engine } = await testGateway(t)
  await start(body, under('k'))
  const other = await start({ ...body, limit: 6 }, under('k'))
  assert.equal(other.status, 422)
  assert.equal(other.body['code'], 'idempotency_key_reused')
  assert.equal(engine.started.length, 1)
})

test('the hash of a request with secrets is sealed with them, and a repeated request is still compared', async (t) => {
  const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })!
  const { start, engine, store } = await testGateway(t, { sealing })
  const secret = { ...body, scrape: { override_parameter: { headers: { 'X-Pin': '1234' } } } }
  const id = String((await start(secret, under('k'))).body['id'])
  const written = inputOf(store, id) as CrawlJobInput
  assert.equal(written.requestHash, undefined)
  assert.equal(engine.workflows.get(id)?.memo['requestHash'], undefined)
  const requestHash = openRequestHash(sealing, written.sealedRequestHash!, id)
  assert.match(requestHash ?? '', /^[0-9a-f]{64}$/)
  assert.doesNotMatch([...store.objects.values()].map(String).join(), new RegExp(requestHash!))

  const other = { ...body, scrape: { override_parameter: { headers: { 'X-Pin': '1235' } } } }
  const ask = async () => [
    (await start(secret, under('k'))).headers.get('idempotent-replayed'),
    (await start(other, under('k'))).body['code'],
  ]
  assert.deepEqual(await ask(), ['true', 'idempotency_key_reused'])
  // The workflow has been forgotten: the stored input answers.
  putRecord(store, id)
  engine.workflows.clear()
  assert.deepEqual(await ask(), ['true', 'idempotency_key_reused'])

  // Stored by an earlier release, in clear.
  const { sealedRequestHash: _, ...others } = written
  store.objects.set(inputKey(written), JSON.stringify({ ...others, requestHash }))
  assert.deepEqual(await ask(), ['true', 'idempotency_key_reused'])
})

test('the request of a job is compared after its stored objects have expired', async (t) => {
  const keys = [5, 6].map((byte) => Buffer.alloc(32, byte).toString('base64'))
  const sealing = readSealing({ SEINE_SEALING_KEY: keys[0]! })!
  const first = await testGateway(t, { sealing })
  const bodyOf = (pin: string) => ({ ...body, scrape: { override_parameter: { headers: { 'X-Pin': pin } } } })
  const id = String((await first.start(bodyOf('1234'), under('k'))).body['id'])
  first.store.objects.clear()
  const askAt = async ({ start }: TestGateway) => [
    (await start(bodyOf('1234'), under('k'))).headers.get('idempotent-replayed'),
    (await start(bodyOf('1235'), under('k'))).body['code'],
  ]
  assert.deepEqual(await askAt(first), ['true', 'idempotency_key_reused'])
  // The next key seals, the last one still opens; then the last one is gone, and no request is known to be the same.
  for (const [config, replayed] of [
    [`${keys[1]},${keys[0]}`, 'true'],
    [keys[1]!, null],
  ] as const) {
    const later = await testGateway(t, { sealing: readSealing({ SEINE_SEALING_KEY: config })! })
    later.engine.workflows.set(id, first.engine.workflows.get(id)!)
    assert.deepEqual(await askAt(later), [replayed, 'idempotency_key_reused'])
    assert.equal(later.engine.started.length, 0)
  }
})

test('keys of tenants do not meet, and requests without a key are never the same', async (t) => {
  const { start, engine } = await testGateway(t)
  const answers = [
    await start(body, under('k')),
    await start(body, { ...under('k'), key: 'other-key' }),
    await start(body),
    await start(body),
  ]
  assert.equal(new Set(answers.map((answer) => answer.body['id'])).size, 4)
  assert.equal(engine.started.length, 4)
  assert.equal(engine.started[2]?.requestHash, undefined)
})

test('requests at once under one key are one job', async (t) => {
  const { start, engine } = await testGateway(t)
  const answers = await Promise.all(Array.from({ length: 8 }, () => start(body, under('k'))))
  for (const answer of answers) {
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.body['runId'], answers[0]?.body['runId'])
  }
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null).length, 1)
  assert.equal(engine.started.length, 1)
})

test('a request that died before the workflow started is completed by its repeat, with the first input', async (t) => {
  const { start, engine, store } = await testGateway(t)
  const run = engine.start.bind(engine)
  engine.start = async () => {
    throw new JobEngineUnavailableError('away')
  }
  assert.equal((await start(body, { headers: { 'idempotency-key': 'k', 'x-request-id': 'first' } })).status, 503)
  engine.start = run
  const again = await start(body, under('k'))
  assert.equal(again.status, 202, again.text)
  assert.equal(again.headers.get('idempotent-replayed'), null)
  const written = inputOf(store, again.body['id']) as CrawlJobInput
  assert.equal(written.requestId, 'first')
  assert.deepEqual(engine.started, [written])
})

test('what a key stands for does not depend on which key of the tenant asks', () => {
  const input = crawlJobInput()
  assert.equal(requestHashOf({ ...input, keyId: 'a' }), requestHashOf({ ...input, keyId: 'b' }))
  const notify = { webhook: null, email: 'a@e.com' }
  assert.notEqual(requestHashOf({ ...input, notify }), requestHashOf(input))
})

test('a finished job that the engine has forgotten does not run again', async (t) => {
  const { start, engine, store } = await testGateway(t)
  const id = String((await start(body, under('k'))).body['id'])
  putRecord(store, id)
  engine.workflows.clear()
  const again = await start(body, under('k'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body['id'], id)
  assert.equal(again.body['runId'], '')
  assert.equal(engine.started.length, 1)
})

test('an input that is being written by another process is a reason to retry', async (t) => {
  const { start, store, engine } = await testGateway(t)
  store.putIfAbsent = async () => false
  const answer = await start(body, under('k'))
  assert.equal(answer.body['code'], 'result_store_unavailable')
  assert.equal(answer.body['retryable'], true)
  assert.deepEqual(engine.started, [])
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import { batchUrlsKey, inputKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { inputOf, lifecycleView, newJobId, putJob, putRecord, runView } from '../testing/fake-ports.ts'
import { testGateway } from '../testing/test-gateway.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 7).toString('base64') })
const line = (url: string, reason: string) => ({ url, state: 'failed' as const, depth: 2, parent: null, reason })
const failedLines = [line('https://e.com/a', 'http_status'), line('https://e.com/b', 'timeout')]

/** Creates a finished crawl of tenant `acme` with two failed pages and sealed headers. */
async function setUp(t: TestContext) {
  const gateway = await testGateway(t, { sealing })
  const id = newJobId()
  const plain = crawlJobInput()
  const given = { ...plain, id, tenant: 'acme', url: 'https://e.com/', limit: 50, requestHash: 'old', tag: ['x'] }
  const browser = { ...given.page.browser, headers: { 'X-Secret': 'hush' } }
  const { input, secrets } = takeSecrets({ ...given, page: { ...given.page, browser } })
  const stored = { ...input, sealed: sealing!.seal(JSON.stringify(secrets), id) }
  gateway.store.objects.set(inputKey(stored), JSON.stringify(stored))
  putRecord(gateway.store, id, { scopeUrl: 'https://www.e.com/' })
  gateway.ledger.answer = { lines: failedLines, nextCursor: null }
  return { ...gateway, id }
}

test('the failed pages of a finished job become a new one with the same options', async (t) => {
  const { call, store, engine, id, ledger } = await setUp(t)
  const { status, body, headers } = await call('POST', `/crawl/${id}/retry`)
  const made = String(body['id'])
  assert.deepEqual([status, body['retryOf'], body['url']], [202, id, `/crawl/${made}`])
  assert.equal(headers.get('location'), `/crawl/${made}`)
  assert.equal(ledger.asked[0]?.[1].state, 'failed')
  const input = inputOf(store, made)
  assert.deepEqual(input.retry, { of: id, codes: null, scopeUrl: 'https://www.e.com/', pages: 2 })
  assert.deepEqual([input.limit, input.tag, input.requestHash], [50, ['x'], undefined])
  const pages = JSON.parse(store.objects.get(batchUrlsKey({ tenant: 'acme', id: made })) ?? '') as unknown
  assert.deepEqual(pages, [
    { url: 'https://e.com/a', depth: 2 },
    { url: 'https://e.com/b', depth: 2 },
  ])
  // Sealed again for the new job and stored nowhere in clear text.
  assert.ok(!JSON.stringify(input).includes('hush'))
  assert.match(sealing!.open(input.sealed ?? '', made), /hush/)
  assert.equal(engine.started.length, 1)
})

test('codes narrow it; a code that no page can have is refused', async (t) => {
  const { call, store, id } = await setUp(t)
  const { body } = await call('POST', `/crawl/${id}/retry?codes=timeout,dns_failure`)
  assert.equal(inputOf(store, body['id']).retry?.pages, 1)
  const refused = await call('POST', `/crawl/${id}/retry?codes=timeout,timeuot`)
  assert.deepEqual([refused.status, refused.body['code']], [422, 'validation_failed'])
  assert.deepEqual(refused.body['errors'], [
    {
      pointer: '/query/codes',
      code: 'validation_failed',
      message: '`query.codes` contains values that are not error codes of pages: timeuot',
    },
  ])
  const none = await call('POST', `/crawl/${id}/retry?codes=tls_failure`)
  assert.deepEqual([none.status, none.body['code']], [409, 'nothing_to_retry'])
})

test('a repeat under the same idempotency key is the same job, another wish under it is not', async (t) => {
  const { call, id } = await setUp(t)
  const key = { headers: { 'idempotency-key': 'k' } }
  const first = await call('POST', `/crawl/${id}/retry`, key)
  const again = await call('POST', `/crawl/${id}/retry`, key)
  assert.deepEqual([again.status, again.body['id']], [202, first.body['id']])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await call('POST', `/crawl/${id}/retry?codes=timeout`, key)
  assert.deepEqual([other.status, other.body['code']], [422, 'idempotency_key_reused'])
})

test('a job that runs, one without failed pages and one that is not there cannot be retried', async (t) => {
  const { call, engine, store, ledger, id } = await setUp(t)
  const running = newJobId()
  store.objects.set(inputKey({ tenant: 'acme', id: running }), JSON.stringify({ ...crawlJobInput(), id: running }))
  putJob(engine, running, lifecycleView(), runView({ total: 1, completed: 0, failed: 1, pending: 0 }))
  const early = await call('POST', `/crawl/${running}/retry`)
  assert.deepEqual([early.status, early.body['code']], [409, 'job_not_finished'])
  for (const path of [`/crawl/${newJobId()}`, `/batch/scrape/${id}`, '/crawl/none']) {
    const { status, body } = await call('POST', `${path}/retry`)
    assert.deepEqual([status, body['code']], [404, 'job_not_found'], path)
  }
  ledger.answer = { lines: [], nextCursor: null }
  const none = await call('POST', `/crawl/${id}/retry`)
  assert.deepEqual([none.status, none.body['code']], [409, 'nothing_to_retry'])
})

test('a finished job that nothing says the failed pages of names what is missing', async (t) => {
  const { call, engine, store, id } = await setUp(t)
  putRecord(store, id, { status: 'failed', incomplete: true, ledgerChunks: 0 })
  const bare = await call('POST', `/crawl/${id}/retry`)
  assert.deepEqual([bare.status, bare.body['code']], [409, 'nothing_to_retry'])
  assert.match(
    String(bare.body['detail']),
    /^the job has no ledger that lists the failed pages; POST …\/finalise builds/,
  )
  store.objects.set(statusKey({ tenant: 'acme', id }), '{"id":')
  putJob(engine, id, lifecycleView({ state: 'completed', closedAt: new Date() }), null)
  const damaged = await call('POST', `/crawl/${id}/retry`)
  assert.deepEqual([damaged.status, damaged.body['code']], [409, 'nothing_to_retry'])
  assert.match(String(damaged.body['detail']), /has no record that lists the failed pages; POST …\/finalise builds/)
})

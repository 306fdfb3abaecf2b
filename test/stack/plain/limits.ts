/** Limits of a key on a whole stack: quotas apply from the key file on, without a restart. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiKeyEntry, KeyQuotas } from '@seine/shared/api/keys/api-keys-file.ts'
import { allowTarget } from '@seine/tools/stack/egress-allow.ts'
import { html, startFixture, type Fixture } from '../../browser/fixture-server.ts'
import type { Answer } from '../api-client.ts'
import type { TestStack } from '../test-stack.ts'

let it: TestStack
let held: Fixture
/** Releases the answer for the page of `held`. */
const page = Promise.withResolvers<void>()

/** Sets these quotas for the development key and waits until the gateway applies them. */
async function setQuotas(quotas: KeyQuotas): Promise<void> {
  const entries = JSON.parse(await readFile(it.keysFile, 'utf8')) as ApiKeyEntry[]
  await writeFile(it.keysFile, JSON.stringify(entries.map((entry) => ({ ...entry, quotas }))))
  const wanted = String(quotas.reads_per_minute)
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await it.api.request('GET', '/crawl/active')).headers.get('ratelimit-limit') === wanted) return
    await sleep(100)
  }
  assert.fail('the gateway does not go by the new quotas')
}

const start = (url = `${it.site.origin}/`): Promise<Answer> => it.api.request('POST', '/crawl', { url, limit: 1 })

async function untilEnded(ids: readonly string[]): Promise<void> {
  for (const id of ids) await it.api.watch(id)
}

/** Must come last: it uses up the quotas of the key. */
export function testLimits(shared: () => TestStack): void {
  before(async () => {
    held = await startFixture({
      '/': (request, response) => void page.promise.then(() => html('<title>Late</title><p>Here.')(request, response)),
    })
    it = shared()
    await allowTarget(it.stack.file.egressAllowFile, 'limits', held.origin)
  })
  after(async () => {
    await held?.close()
  })

  test('of starts at once as many run as the quota says, and when those have ended there is room again', async () => {
    await setQuotas({ reads_per_minute: 10_001, concurrent_jobs: 2 })
    // Its jobs run until the page is answered: none may end and free its slot while the others are started.
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(`${held.origin}/`)))
    const accepted = answers.filter(({ status }) => status === 202).map(({ body }) => body.id)
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(accepted.length, 2)
    assert.equal(refused.length, 4)
    for (const { headers, body } of refused) {
      assert.equal(body.code, 'concurrency_limit_reached')
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    page.resolve()
    await untilEnded(accepted)
    const again = await start()
    assert.equal(again.status, 202)
    await untilEnded([again.body.id])
  })

  test('a cancelled job makes room as well', async () => {
    await setQuotas({ reads_per_minute: 10_002, concurrent_jobs: 1 })
    const { body } = await start(new URL('/many/?n=2000', it.site.url).href)
    await it.api.request('DELETE', `/crawl/${body.id}`)
    const again = await start()
    assert.equal(again.status, 202)
    await untilEnded([again.body.id])
  })

  test('a repeat takes no place: neither while its job is the only one that may run nor when it has ended', async () => {
    await setQuotas({ reads_per_minute: 10_004, concurrent_jobs: 1 })
    const body = { url: new URL('/many/?n=2000', it.site.url).href }
    const repeat = (): Promise<Answer> => it.api.request('POST', '/crawl', body, { 'idempotency-key': 'place' })
    const first = await repeat()
    assert.equal(first.status, 202)
    const replays = async () => {
      for (const answer of await Promise.all([repeat(), repeat(), repeat()])) {
        assert.equal(answer.body.id, first.body.id)
        assert.equal(answer.headers.get('idempotent-replayed'), 'true')
      }
    }
    await replays()
    assert.equal((await start()).body.code, 'concurrency_limit_reached')
    await it.api.cancel(first.body.id)
    await it.api.watch(first.body.id)
    await replays()
    for (let tries = 0; (await it.store.list('running/')).length > 0; tries += 1) {
      assert.ok(tries < 600, 'there are places of jobs that are over')
      await sleep(100)
    }
    const next = await start()
    assert.equal(next.status, 202)
    await untilEnded([next.body.id])
  })

  test('a key that has used up its starts may still read', async () => {
    await setQuotas({ reads_per_minute: 10_003, starts_per_minute: 0 })
    const refused = await start()
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'rate_limited')
    assert.equal(refused.headers.get('ratelimit-policy'), '0;w=60')
    assert.equal((await it.api.request('GET', '/crawl/active')).status, 200)
  })
}

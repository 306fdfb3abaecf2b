import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSecrets } from '@seine/activities/watches/definition-store.ts'
import { readSealing } from '@seine/shared/storage/sealing.ts'
import { definitionKey } from '@seine/shared/watches/watch-keys.ts'
import { testGateway, type TestGateway } from '../testing/test-gateway.ts'

const sealing = readSealing({ SEINE_SEALING_KEY: Buffer.alloc(32, 5).toString('base64') })
const watch = { name: 'Shop', crawl: { url: 'https://example.com/shop/' }, schedule: { every_seconds: 3_600 } }

const send = async (gateway: TestGateway, method: string, path: string, body: unknown, headers = {}) =>
  await gateway.call(method, path, {
    key: 'acme-key',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('the hashes of a watch with secrets are sealed with them, and are compared as before', async (t) => {
  const gateway = await testGateway(t, { sealing })
  const key = { 'idempotency-key': 'once' }
  const secret = {
    ...watch,
    crawl: { ...watch.crawl, scrape: { override_parameter: { headers: { 'X-Pin': '1234' } } } },
  }
  const created = await send(gateway, 'POST', '/watches', secret, key)
  const id = String(created.body['watch_id'])
  const stored = () => gateway.watches.schedules.get(id)!
  const { baseHash, requestHash } = openSecrets(sealing, stored())!
  assert.match(`${baseHash} ${requestHash}`, /^[0-9a-f]{64} [0-9a-f]{64}$/)
  assert.deepEqual([stored().baseHash, stored().requestHash], ['', undefined])

  const ask = async () => [
    (await send(gateway, 'POST', '/watches', secret, key)).status,
    (await send(gateway, 'POST', '/watches', { ...secret, keep_runs: 3 }, key)).status,
  ]
  assert.deepEqual(await ask(), [201, 422])
  const put = async (body: unknown) => await send(gateway, 'PUT', `/watches/${id}`, body)
  await put({ ...secret, name: 'Renamed' })
  assert.deepEqual([stored().version, stored().baseVersion], [2, 1], 'the same base')
  // Without secrets, the watch still has the hash of the request that created it.
  await put(watch)
  assert.deepEqual([stored().version, stored().baseVersion, stored().requestHash], [3, 3, undefined])
  assert.deepEqual(await ask(), [201, 422])

  // Stored by an earlier release, in clear.
  const { baseHash: newBase } = openSecrets(sealing, stored())!
  const plain = { ...stored(), sealed: null, baseHash: newBase!, requestHash: requestHash! }
  gateway.watchObjects.objects.set(definitionKey(plain, plain.version), Buffer.from(JSON.stringify(plain)))
  assert.deepEqual(await ask(), [201, 422])
  await put({ ...watch, name: 'Again' })
  assert.deepEqual([stored().version, stored().baseVersion, stored().requestHash], [4, 3, requestHash])
})

import assert from 'node:assert/strict'
import { utimes, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { pino } from 'pino'
import { ApiKeys } from './api-keys.ts'
import { keyEntry, testGateway } from './testing/test-gateway.ts'

const silent = pino({ level: 'silent' })

const matrix: readonly (readonly [what: string, headers: Record<string, string>, passes: boolean])[] = [
  ['no key', {}, false],
  ['a bearer token', { authorization: 'Bearer acme-key' }, true],
  ['a bearer token in another case', { AUTHORIZATION: 'bearer acme-key' }, true],
  ['an API key', { 'x-api-key': 'acme-key' }, true],
  ['an API key in another case', { 'X-API-KEY': 'acme-key' }, true],
  ['both, the same', { authorization: 'Bearer acme-key', 'x-api-key': 'acme-key' }, true],
  ['both, different', { authorization: 'Bearer acme-key', 'x-api-key': 'other-key' }, false],
  ['an unknown key', { authorization: 'Bearer nobody' }, false],
  ['an empty key', { 'x-api-key': '' }, false],
  ['a bearer without token', { authorization: 'Bearer' }, false],
  ['another scheme', { authorization: 'Basic YTpi' }, false],
  ['another scheme beside a key', { authorization: 'Basic YTpi', 'x-api-key': 'acme-key' }, false],
  ['the digest of a key', { 'x-api-key': keyEntry('acme-key', 'acme').sha256 }, false],
]

for (const [what, headers, passes] of matrix) {
  test(`${what} ${passes ? 'passes' : 'is refused'}`, async (t) => {
    const { call } = await testGateway(t)
    const answer = await call('GET', '/crawl/x', { key: null, headers })
    assert.equal(answer.status, passes ? 404 : 401, answer.text)
    if (passes) return
    assert.equal(answer.body['code'], 'unauthorized')
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
  })
}

test('a call without a key is refused before its body is looked at', async (t) => {
  const { call } = await testGateway(t)
  assert.equal((await call('POST', '/crawl', { key: null, body: 'no json' })).status, 401)
})

test('without a key file every call is refused', async () => {
  const keys = await ApiKeys.open('', silent)
  assert.equal(keys.size, 0)
  assert.equal(await keys.find('acme-key'), null)
  assert.equal(await keys.find(''), null)
})

test('a changed file takes effect, a broken one leaves the keys as they were', async (t) => {
  const { keysFile } = await testGateway(t)
  t.mock.timers.enable({ apis: ['Date'] })
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const later = async (text: string, second: number): Promise<void> => {
    await writeFile(keysFile, text)
    await utimes(keysFile, second, second)
    clockMs += gatewayLimits.apiKeysRecheckMs
  }
  const keys = await ApiKeys.open(keysFile, silent)
  assert.equal((await keys.find('acme-key'))?.tenant, 'acme')

  await later(JSON.stringify([keyEntry('fresh-key', 'fresh')]), 1_000)
  clockMs -= 1
  assert.equal((await keys.find('acme-key'))?.tenant, 'acme')
  clockMs += 1
  assert.deepEqual(await keys.find('fresh-key'), { keyId: 'id-fresh-key', tenant: 'fresh' })
  assert.equal(await keys.find('acme-key'), null)

  await later('[{"id":', 2_000)
  assert.equal((await keys.find('fresh-key'))?.tenant, 'fresh')
  await later('[]', 3_000)
  assert.equal(await keys.find('fresh-key'), null)
})

test('a missing or broken file is refused at start', async (t) => {
  const { keysFile } = await testGateway(t)
  await assert.rejects(ApiKeys.open(`${keysFile}.missing`, silent), /cannot be read/)
  await writeFile(keysFile, '{"id": 1}')
  await assert.rejects(ApiKeys.open(keysFile, silent), /not a list of keys/)
})

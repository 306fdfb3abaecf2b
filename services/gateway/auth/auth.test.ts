import assert from 'node:assert/strict'
import { timingSafeEqual } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { pino } from 'pino'
import { ApiKeys } from './api-keys.ts'
import { GatewaySetupError, startGateway } from '../gateway.ts'
import { keyEntry, testGateway, type Answer } from '../testing/test-gateway.ts'

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

test('an empty key is not accepted, even if the file has its digest', async (t) => {
  const { keysFile } = await testGateway(t)
  await writeFile(
    keysFile,
    JSON.stringify(
      [keyEntry('', 'acme'), keyEntry('acme-key', 'acme')].map((entry, at) => ({ ...entry, id: `k${at}` })),
    ),
  )
  const keys = await ApiKeys.open(keysFile, silent)
  assert.equal(await keys.find(''), null)
  assert.equal((await keys.find('acme-key'))?.keyId, 'k1')
})

test('without a key file every call is refused', async () => {
  const keys = await ApiKeys.open('', silent)
  assert.equal(keys.size, 0)
  assert.equal(await keys.find('acme-key'), null)
  assert.equal(await keys.find(''), null)
})

test('a changed file takes effect', async (t) => {
  const { keysFile } = await testGateway(t)
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const keys = await ApiKeys.open(keysFile, silent)
  assert.equal((await keys.find('acme-key'))?.tenant, 'acme')

  await writeFile(keysFile, JSON.stringify([{ ...keyEntry('fresh-key', 'fresh'), quotas: { streams: 2 } }]))
  clockMs += gatewayLimits.apiKeysRecheckMs
  const caller = { keyId: 'id-fresh-key', tenant: 'fresh', quotas: { streams: 2 }, operator: false }
  assert.deepEqual(await keys.find('fresh-key'), caller)
  assert.equal(await keys.find('acme-key'), null)
})

test('every key costs a digest and as many comparisons as there are keys, known or not', async (t) => {
  const { keysFile } = await testGateway(t)
  const keyNames = ['first', 'second', 'third']
  await writeFile(keysFile, JSON.stringify(keyNames.map((key) => keyEntry(key, 'acme'))))
  const compared: string[] = []
  const keys = await ApiKeys.open(keysFile, silent, (a, b) => {
    compared.push(`${a.length} ${b.length}`)
    return timingSafeEqual(a, b)
  })
  for (const key of [...keyNames, 'unknown', '', 'x'.repeat(10_000)]) {
    compared.length = 0
    assert.equal((await keys.find(key)) !== null, keyNames.includes(key))
    assert.deepEqual(compared, Array(3).fill('32 32'))
  }
})

test('an address with too many refused keys gets 429, and a valid key is still accepted', async (t) => {
  const { call } = await testGateway(t)
  let sender = 0
  // Address headers sent by a caller must have no effect.
  const headers = () => ({ 'x-forwarded-for': `192.0.2.${(sender += 1)}`, forwarded: `for=192.0.2.${sender}` })
  const refuse = (): Promise<Answer> => call('GET', '/crawl/x', { key: 'nobody', headers: headers() })
  for (let sent = 0; sent < apiLimits.refusedKeysPerMinute; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, refuse))
    assert.ok(answers.every(({ status }) => status === 401))
  }
  const answer = await refuse()
  assert.equal(answer.status, 429)
  assert.equal(answer.body['code'], 'rate_limited')
  assert.ok(Number(answer.headers.get('retry-after')) >= 1)
  assert.equal((await call('GET', '/crawl/x', { key: null })).status, 429)
  assert.equal((await call('GET', '/crawl/x')).status, 404)
  assert.equal((await call('GET', '/healthz', { key: null })).status, 200)
})

test('a missing or broken file is refused at start', async (t) => {
  const { keysFile } = await testGateway(t)
  await assert.rejects(ApiKeys.open(`${keysFile}.missing`, silent), /cannot be read/)
  await writeFile(keysFile, '{"id": 1}')
  await assert.rejects(ApiKeys.open(keysFile, silent), /not a list of keys/)
})

test('a file without a key in it is not enough beyond loopback, and a broken entry is named', async (t) => {
  const { keysFile } = await testGateway(t)
  const config = readConfig({ SEINE_GATEWAY_HOST: '0.0.0.0', SEINE_GATEWAY_PORT: '0', SEINE_API_KEYS_FILE: keysFile })
  await writeFile(keysFile, '[]')
  await assert.rejects(startGateway(config, silent), GatewaySetupError)
  await writeFile(keysFile, JSON.stringify([keyEntry('a', 'acme'), { ...keyEntry('b', 'acme'), tenant: '' }]))
  await assert.rejects(startGateway(config, silent), /entry 2, tenant: must begin with/)
})

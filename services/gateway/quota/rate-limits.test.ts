import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '@seine/shared/config/config.ts'
import type { Route } from '@seine/shared/api/routes/route.ts'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { pino } from 'pino'
import { memoryCounter } from './rate-counters.ts'
import { createRateLimits, RateLimits } from './rate-limits.ts'
import { testGateway } from '../testing/test-gateway.ts'

const silent = pino({ level: 'silent' })

const limits = (defaults: { start: number; read: number; call: number }): RateLimits =>
  new RateLimits({ counters: { start: memoryCounter(), read: memoryCounter(), call: memoryCounter() }, defaults })

test('the quota of a key goes before the setting, and keys are counted apart', async () => {
  const rates = limits({ start: 2, read: 1, call: 1 })
  const mine = { keyId: 'mine', quotas: { starts_per_minute: 1 } }
  const other = { keyId: 'other', quotas: {} }
  const standing = await rates.count(mine, 'start')
  assert.deepEqual(standing, { limit: 1, remaining: 0, resetSecs: 60, exceeded: false })
  assert.equal((await rates.count(mine, 'start')).exceeded, true)
  assert.deepEqual(await rates.count(other, 'start'), { limit: 2, remaining: 1, resetSecs: 60, exceeded: false })
})

test('classes are counted apart, but for streams, whose opening is a read', async () => {
  const rates = limits({ start: 1, read: 2, call: 1 })
  const key = { keyId: 'k', quotas: {} }
  assert.equal((await rates.count(key, 'start')).exceeded, false)
  assert.equal((await rates.count(key, 'call')).exceeded, false)
  assert.equal((await rates.count(key, 'read')).remaining, 1)
  assert.equal((await rates.count(key, 'stream')).remaining, 0)
  assert.equal((await rates.count(key, 'read')).exceeded, true)
})

test('the standing of a key names its limits and uses, and counts nothing', async () => {
  const rates = limits({ start: 1, read: 2, call: 3 })
  const key = { keyId: 'k', quotas: { calls_per_minute: 9 } }
  await rates.count(key, 'read')
  await rates.count(key, 'stream')
  await rates.count({ ...key, keyId: 'other' }, 'start')
  const expected = {
    starts_per_minute: { limit: 1, used: 0 },
    reads_per_minute: { limit: 2, used: 2 },
    calls_per_minute: { limit: 9, used: 0 },
  }
  assert.deepEqual(await rates.standing(key), expected)
  assert.deepEqual(await rates.standing(key), expected)
})

test('a quota of none allows none', async () => {
  const rates = limits({ start: 1, read: 1, call: 1 })
  assert.equal((await rates.count({ keyId: 'k', quotas: { calls_per_minute: 0 } }, 'call')).exceeded, true)
})

test('settings that are no URL of Redis are refused, without a word of them', () => {
  for (const url of ['redis', 'http://u:c4n4ry@h/', 'c4n4ry', 'unix:///tmp/c4n4ry']) {
    const config = readConfig({ SEINE_REDIS_URL: url })
    assert.throws(
      () => createRateLimits(config, silent),
      (error: unknown) => error instanceof Error && error.name === 'RedisUrlError' && !error.message.includes('c4n4ry'),
    )
  }
})

test('every route that needs a key is of a class', () => {
  for (const route of Object.values(routes) as Route[]) assert.equal(route.rate !== undefined, route.auth, route.path)
})

test('each answer of a route with a key has the rate limit headers of the key, problems too', async (t) => {
  const { call, start } = await testGateway(t, { quotas: { starts_per_minute: 2, reads_per_minute: 7 } })
  const read = await call('GET', '/crawl/x')
  assert.equal(read.status, 404)
  assert.equal(read.headers.get('ratelimit-limit'), '7')
  assert.equal(read.headers.get('ratelimit-remaining'), '6')
  assert.equal(read.headers.get('ratelimit-policy'), '7;w=60')
  assert.match(read.headers.get('ratelimit-reset') ?? '', /^(?:59|60)$/)
  assert.equal((await call('GET', '/v1/crawl/x')).headers.get('ratelimit-remaining'), '5')

  assert.equal((await start({ url: 'https://e.com/' })).headers.get('ratelimit-remaining'), '1')
  assert.equal((await start({})).headers.get('ratelimit-remaining'), '0')
  // The limit applies before the body is read.
  const refused = await call('POST', '/crawl', { body: 'no json' })
  assert.equal(refused.status, 429)
  assert.equal(refused.body['code'], 'rate_limited')
  assert.equal(refused.body['retryable'], true)
  const retryAfter = Number(refused.headers.get('retry-after'))
  assert.ok(retryAfter >= 1 && retryAfter <= 60)
  assert.equal(refused.body['retry_after'], retryAfter)
  assert.equal(refused.headers.get('ratelimit-remaining'), '0')
  assert.equal((await call('GET', '/crawl/x')).headers.get('ratelimit-remaining'), '4')
})

test('routes without a key have no limits', async (t) => {
  const { call } = await testGateway(t)
  for (const path of ['/healthz', '/version']) {
    assert.equal((await call('GET', path, { key: null })).headers.get('ratelimit-limit'), null)
  }
})

test('a window ends in a minute at most and a second at least, whatever the clock of its store says', async () => {
  const windows = [3_600_000, -1, 0, 1]
  const counter = {
    count: () => Promise.resolve({ counted: 1, endsInMs: windows.shift() ?? 0 }),
    used: () => Promise.resolve(1),
  }
  const rates = new RateLimits({
    counters: { start: counter, read: counter, call: counter },
    defaults: { start: 1, read: 1, call: 1 },
  })
  const told: number[] = []
  while (windows.length > 0) told.push((await rates.count({ keyId: 'k', quotas: {} }, 'read')).resetSecs)
  assert.deepEqual(told, [60, 1, 1, 1])
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisLimits } from '@seine/shared/config/redis-limits.ts'
import { readConfig } from '@seine/shared/config/config.ts'
import { pino } from 'pino'
import { createRateLimits, type RateLimits } from './quota/rate-limits.ts'
import { userRules } from '@seine/shared/redis/user-rules.ts'
import { noRedis, testRedis } from '@seine/shared/redis/testing/redis-server.ts'

const skip = noRedis
const key = { keyId: 'k', quotas: { reads_per_minute: 1_000_000 } }

interface TestLimits {
  rates: RateLimits
  log: string[]
}

/** Creates the limits of one gateway. */
function limitsBy(t: TestContext, url: string): TestLimits {
  const log: string[] = []
  const logger = pino({}, { write: (line: string) => void log.push(line) })
  const rates = createRateLimits(readConfig({ SEINE_REDIS_URL: url }), logger)
  t.after(() => rates.close())
  return { rates, log }
}

/** Returns the number of counted requests of the key, including this one. */
async function counted({ rates }: TestLimits): Promise<number> {
  const { limit, remaining } = await rates.count(key, 'read')
  return limit - remaining
}

/** Waits until two gateways see each other's requests. */
async function untilShared(first: TestLimits, second: TestLimits): Promise<void> {
  for (;;) {
    const before = await counted(first)
    if ((await counted(second)) === before + 1) return
    await sleep(20)
  }
}

const told = ({ log }: TestLimits, message: RegExp): number => log.filter((line) => message.test(line)).length

test('two gateways count together in Redis, and their windows end together', { skip }, async (t) => {
  const { url } = await testRedis(t, userRules.gateway)
  const [first, second] = [limitsBy(t, url), limitsBy(t, url)]
  await untilShared(first, second)
  const quotas = { starts_per_minute: 2 }
  const starts = { keyId: 'k', quotas }
  assert.equal((await first.rates.count(starts, 'start')).exceeded, false)
  assert.equal((await second.rates.count(starts, 'start')).remaining, 0)
  const refused = await first.rates.count(starts, 'start')
  assert.equal(refused.exceeded, true)
  assert.ok(refused.resetSecs >= 1 && refused.resetSecs <= 60)
  assert.equal((await second.rates.count({ keyId: 'other', quotas }, 'start')).exceeded, false)
})

test(
  'while Redis is unavailable each gateway counts by itself; when it is back they count together',
  { skip },
  async (t) => {
    const redis = await testRedis(t, userRules.gateway)
    const [first, second] = [limitsBy(t, redis.url), limitsBy(t, redis.url)]
    await untilShared(first, second)
    await redis.kill()
    const before = await counted(first)
    for (let request = 1; request <= 50; request += 1) assert.equal(await counted(first), before + request)
    const [, warnings] = [await counted(second), told(first, /Redis is unavailable/)]
    assert.ok(warnings <= 2, 'an outage is logged once')
    await redis.start()
    await untilShared(first, second)
    assert.equal(told(first, /Redis is available again/), told(first, /Redis is unavailable/))
  },
)

test('a Redis that hangs delays few requests, and those no longer than its deadline', { skip }, async (t) => {
  const redis = await testRedis(t)
  const [first, second] = [limitsBy(t, redis.url), limitsBy(t, redis.url)]
  await untilShared(first, second)
  redis.hang()
  t.after(redis.goOn)
  const times: number[] = []
  for (let request = 0; request < 200; request += 1) {
    const begun = performance.now()
    await counted(first)
    times.push(performance.now() - begun)
    await sleep(2)
  }
  const late = times.filter((ms) => ms > redisLimits.deadlineMs / 2)
  t.diagnostic(`${late.length} of 200 requests were late, the latest by ${Math.round(Math.max(...times))} ms`)
  // Otherwise all of them would be late; a busy machine delays some by itself.
  assert.ok(late.length < times.length / 2)
  redis.goOn()
  await untilShared(first, second)
})

test('a Redis that was never there refuses nothing and says no password', { skip: false }, async (t) => {
  const limits = limitsBy(t, 'redis://user:c4n4ry@127.0.0.1:1/0')
  for (let request = 1; request <= 20; request += 1) assert.equal(await counted(limits), request)
  assert.ok(limits.log.every((line) => !line.includes('c4n4ry')))
})

test('a Redis that wants another password refuses nothing, and the log has none', { skip }, async (t) => {
  const { url } = await testRedis(t)
  const limits = limitsBy(t, url.replace('//', '//user:c4n4ry@'))
  // At least 20 requests, and until the refusal has been logged.
  for (let request = 1; request <= 20 || told(limits, /Redis is unavailable/) === 0; request += 1) {
    assert.equal(await counted(limits), request)
    await sleep(5)
  }
  assert.ok(limits.log.every((line) => !line.includes('c4n4ry')))
})

import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '@seine/shared/config/config.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { connectRedis } from '@seine/shared/redis/connect-redis.ts'
import { OutageLog } from '@seine/shared/redis/outage-log.ts'
import { userRules } from '@seine/shared/redis/user-rules.ts'
import { noRedis, testRedis } from '@seine/shared/redis/testing/redis-server.ts'
import { createHostDesk } from './configured-desk.ts'
import type { HostEntry } from './host-part.ts'
import { createRedisBoard } from './redis-board.ts'

const skip = noRedis
const silent = { info: () => undefined, warn: () => undefined }
const host = 'site.test'
const ofJob = (work: string) => ({ tenant: 'a', work })

const entry = (fields: Partial<HostEntry>): HostEntry => ({
  users: 1,
  inFlight: 2,
  lastStartMs: 0,
  restUntilMs: 0,
  crawlDelays: [],
  rate: null,
  expiresMs: Date.now() + 3_000,
  ...fields,
})

/** The board of one process, whose clock is ahead by the given time. */
async function boardBy(t: TestContext, url: string, id: string, aheadMs = 0) {
  const redis = connectRedis(url, new OutageLog(silent, '', ''))
  const board = createRedisBoard({ redis, id, now: () => Date.now() + aheadMs })
  t.after(() => board.close())
  while (redis.status !== 'ready') await sleep(5)
  return { board, redis }
}

test(
  'processes read the entries of the others by their own clocks, and how many processes there are',
  { skip },
  async (t) => {
    const { url } = await testRedis(t, userRules.worker)
    const one = await boardBy(t, url, 'one')
    const two = await boardBy(t, url, 'two', 3_600_000)
    const nowMs = Date.now()
    const rate = { startsPerSec: 9, restMs: 1_000, isSettled: true, learnedAtMs: nowMs - 500 }
    const told = entry({
      restUntilMs: nowMs + 700,
      crawlDelays: [{ origin: 'http://site.test', delayMs: 1_000, learnedAtMs: nowMs }],
      rate,
    })
    await one.board.exchange(new Map([[host, told]]))
    const mine = entry({ expiresMs: Date.now() + 3_603_000 })
    const { hosts, processes } = await two.board.exchange(
      new Map([
        [host, mine],
        ['other.test', mine],
      ]),
    )
    assert.equal(processes, 2)
    assert.equal(hosts.get('other.test')?.size, 0)
    const read = hosts.get(host)!.get('one')!
    assert.deepEqual([read.users, read.inFlight, read.crawlDelays[0]?.delayMs, read.lastStartMs], [1, 2, 1_000, 0])
    const near = (ms: number, wanted: number): boolean => Math.abs(ms - wanted) < 50
    assert.ok(near(read.restUntilMs, nowMs + 3_600_700), String(read.restUntilMs - nowMs))
    assert.ok(near(read.rate!.learnedAtMs, nowMs + 3_599_500))
  },
)

test('entries of another form are skipped, expired entries are removed', { skip }, async (t) => {
  const { url } = await testRedis(t, `${userRules.worker} +hexists`)
  const { board, redis } = await boardBy(t, url, 'one')
  await redis.hset(`seine:hosts:${host}`, 'a', 'no JSON', 'b', '{"users":"x"}', 'c', 'null')
  // Written before the clock of Redis was set back.
  await redis.hset(`seine:hosts:${host}`, 'ahead', JSON.stringify(entry({ expiresMs: Date.now() + 3_600_000 })))
  await redis.hset(`seine:hosts:${host}`, 'past', JSON.stringify(entry({ expiresMs: 1 })))
  const { hosts } = await board.exchange(new Map([[host, entry({})]]))
  assert.deepEqual([...hosts.get(host)!.keys()], ['past'])
  await sleep(50)
  assert.equal(await redis.hexists(`seine:hosts:${host}`, 'past'), 0)
})

test('desks share a host through Redis; without it each continues alone, with one warning', { skip }, async (t) => {
  const redis = await testRedis(t, userRules.worker)
  const told: string[] = []
  const logger = {
    info: (...words: unknown[]) => void told.push(String(words.at(-1))),
    warn: (...words: unknown[]) => void told.push(String(words.at(-1))),
  }
  const desks = [1, 2].map(() => createHostDesk(readConfig({ SEINE_REDIS_URL: redis.url }), logger))
  t.after(() => desks.forEach((desk) => desk.close()))
  const isShared = async () => (await metrics.hostClockShared.get()).values[0]?.value
  assert.equal(await isShared(), 1)
  createHostDesk(readConfig({}), logger).close()
  assert.equal(await isShared(), 0)
  const count = (beginning: string): number => told.filter((line) => line.startsWith(beginning)).length
  const seats = desks.map((desk, at) => desk.join(host, ofJob(`job ${at}`), () => undefined))
  for (;;) {
    const turn = seats[0]!.tryStart()
    if (turn !== null) {
      turn.end({ kind: 'throttled', retryAfterMs: 300_000 })
      break
    }
    await sleep(10)
  }
  while (seats[1]!.pauseLeftMs() === 0) await sleep(20)
  assert.ok(seats[1]!.pauseLeftMs() > 100_000)
  // Connections are established in the background; on a busy machine a first exchange may come before them.
  while (count('Redis is available again') < count('Redis is unavailable')) await sleep(20)
  const before = count('Redis is unavailable')
  await redis.kill()
  while (count('Redis is unavailable') < before + 2) await sleep(20)
  // Further exchanges fail without further warnings.
  await sleep(1_200)
  const other = desks[0]!.join('other.test', ofJob('job'), () => undefined)
  while (other.tryStart() === null) await sleep(10)
  assert.equal(count('Redis is unavailable'), before + 2)
  await redis.start()
  while (count('Redis is available again') < before + 2) await sleep(50)
})
